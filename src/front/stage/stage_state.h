/* SPDX-License-Identifier: MIT */
/* What a stage is made of, for the files of this folder. */
#ifndef HW_FRONT_STAGE_STAGE_STATE_H
#define HW_FRONT_STAGE_STAGE_STATE_H

#include <halfwarp/stage.h>

#include "generated/method_numbers.h"

#define HW_STAGE_SUBCHANNEL 0u
#define HW_STAGE_ENGINE     0xc0000001u /* handles: the compute object, */
#define HW_STAGE_GLOBAL     0xd0000001u /* the launch's memory, */
#define HW_STAGE_OWN        0xd0000002u /* the stage's */

/* In a stream the stage's memory lies behind the launch's addresses, which have 32 bits. */
#define HW_STAGE_OWN_BASE ((uint64_t)1 << 32)

#define HW_STAGE_SPACES   16u /* constant spaces that the object has */
#define HW_STAGE_WORDS    4096u
#define HW_STAGE_CONSTANT 65536u /* bytes of a constant buffer */

/* The stage's memory, by what lies there. */
enum hw_stage_region {
    HW_STAGE_TABLES = 0, /* of textures, then of samplers */
    HW_STAGE_CONSTANTS,
    HW_STAGE_CODE,
    HW_STAGE_STACK,
    HW_STAGE_LOCAL,
    HW_STAGE_TEXELS,
    HW_STAGE_REGIONS
};

/* Code that is in the stage's memory. */
struct hw_staged_code {
    uint8_t *data; /* a copy */
    size_t bytes;
    uint64_t offset; /* in its region */
};

struct hw_stage {
    struct hw_channel *channel;      /* NULL: methods are only written down */
    struct hw_method_stream *stream; /* where they are written down; NULL: nowhere */
    struct hw_launch_code code;      /* of the launch that the channel was made for, and what else decides: */
    struct hw_memory *memory;
    struct hw_runner *runner;
    struct hw_launch_limits limits;
    uint32_t workers, units;

    /* Words that are not sent yet. */
    uint32_t word[HW_STAGE_WORDS];
    uint32_t count, packet; /* of words; 1 + the first of the last command, 0: there is none */

    /* What the compute object knows. */
    uint32_t data[HW_METHOD_END / 4];
    uint8_t known[HW_METHOD_END / 4];
    uint32_t segments, spaces; /* a bit for each that has been set */
    uint8_t *constant[HW_STAGE_SPACES];
    uint32_t constant_bytes[HW_STAGE_SPACES];
    bool texture[HW_TEXTURES];

    struct hw_staged_code *staged;
    size_t staged_count, staged_room;
    uint64_t used[HW_STAGE_REGIONS]; /* bytes */

    /* What the channel has said of the launch. */
    struct hw_channel_result result;
    bool reported;
    struct hw_channel_report report; /* the first error */
};

/* --- stage_methods.c --- */

/* A method whose data the object keeps: sent if it has other data now. */
hw_status hw_stage_set(struct hw_stage *stage, uint32_t method, uint32_t data, struct hw_error *error);
/* A method that does something: sent each time. */
hw_status hw_stage_send(struct hw_stage *stage, uint32_t method, uint32_t data, struct hw_error *error);
/* Many words to one method. */
hw_status hw_stage_send_all(struct hw_stage *stage, uint32_t method, const uint32_t *data, uint32_t count,
                            struct hw_error *error);
/* Let the channel execute what has been sent. */
hw_status hw_stage_flush(struct hw_stage *stage, struct hw_error *error);

/* A pair of methods for an address of 40 bits. */
hw_status hw_stage_set_address(struct hw_stage *stage, uint32_t high, uint64_t address,
                               struct hw_error *error);

/* --- stage_memory.c --- */

/* Where a region begins in the stage's memory, and how large that memory is. */
uint64_t hw_stage_region(enum hw_stage_region region);
uint64_t hw_stage_memory_bytes(void);
/* Write into a region; what the channel has been sent before sees the old bytes. */
hw_status hw_stage_put(struct hw_stage *stage, enum hw_stage_region region, uint64_t offset, const void *data,
                       uint64_t bytes, struct hw_error *error);
/* The same without bytes: they are what memory is, zero. */
hw_status hw_stage_take(struct hw_stage *stage, enum hw_stage_region region, uint64_t offset, uint64_t bytes,
                        struct hw_error *error);
hw_status hw_stage_code(struct hw_stage *stage, const struct hw_launch *launch, struct hw_error *error);
hw_status hw_stage_constants(struct hw_stage *stage, const struct hw_launch *launch, struct hw_error *error);

/* --- stage_launch.c, stage_texture.c --- */

/* Everything up to LAUNCH itself, which is sent too. */
hw_status hw_stage_launch(struct hw_stage *stage, const struct hw_launch *launch, struct hw_error *error);
hw_status hw_stage_textures(struct hw_stage *stage, const struct hw_launch *launch, struct hw_error *error);

/* --- stage.c --- */

/* The class of the compute object that the chip has. */
uint16_t hw_stage_class(const struct hw_chip_info *chip);
/* Forget everything that belongs to a channel. */
void hw_stage_clear(struct hw_stage *stage);
/* Whether methods can say this. */
hw_status hw_stage_check(const struct hw_launch *launch, struct hw_error *error);
/* Bind the compute object and its memories: the first methods of a channel. */
hw_status hw_stage_begin(struct hw_stage *stage, struct hw_error *error);

#endif
