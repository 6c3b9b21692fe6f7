/* What makes two launches the same but for the memory that they find: code, constants, parameters, shape,
 * limits, textures and surfaces.  All of it stands in one content of the store, so that two keys are equal
 * when they are the same structure. */
#ifndef HW_CUDA_REPLAY_KEY_H
#define HW_CUDA_REPLAY_KEY_H

#include "cuda/replay_store.h"

#include <halfwarp/machine.h>

struct hw_replay_key {
    struct hw_content *launch; /* in which the others are named by their addresses */
    struct hw_content *code, *bank[HW_BANKS];
};

/* The key of a launch; false: no memory. */
bool hw_replay_key_make(struct hw_replay_key *key, struct hw_store *store, const struct hw_launch *launch);
void hw_replay_key_free(struct hw_replay_key *key, struct hw_store *store);

#endif
