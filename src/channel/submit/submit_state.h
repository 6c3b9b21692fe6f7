/* SPDX-License-Identifier: MIT */
/* The state of a submitter is shared by the files of this folder. */
#ifndef HW_CHANNEL_SUBMIT_SUBMIT_STATE_H
#define HW_CHANNEL_SUBMIT_SUBMIT_STATE_H

#include <halfwarp/submit.h>

#include "generated/method_numbers.h"

#define HW_SUBMIT_SUBCHANNEL 0u
#define HW_SUBMIT_ENGINE     0xc0000001u /* handles: the compute object, */
#define HW_SUBMIT_GLOBAL     0xd0000001u /* the launch's memory, */
#define HW_SUBMIT_OWN        0xd0000002u /* the stage's */

/* In a stream the stage's memory lies behind the launch's addresses, which have 32 bits. */
#define HW_SUBMIT_OWN_BASE ((uint64_t)1 << 32)

#define HW_SUBMIT_SPACES   16u /* constant spaces that the object has */
#define HW_SUBMIT_WORDS    4096u
#define HW_SUBMIT_CONSTANT 65536u /* bytes of a constant buffer */

/* The stage's memory, by what lies there. */
enum hw_submit_region {
    HW_SUBMIT_TABLES = 0, /* of textures, then of samplers */
    HW_SUBMIT_CONSTANTS,
    HW_SUBMIT_CODE,
    HW_SUBMIT_STACK,
    HW_SUBMIT_LOCAL,
    HW_SUBMIT_TEXELS,
    HW_SUBMIT_REGIONS
};

/* Code that is in the stage's memory. */
struct hw_submitted_code {
    uint8_t *data; /* a copy */
    size_t bytes;
    uint64_t offset; /* in its region */
};

struct hw_submitter {
    struct hw_channel *channel;      /* NULL: methods are only written down */
    struct hw_method_stream *stream; /* where they are written down; NULL: nowhere */
    struct hw_launch_code code;      /* of the launch that the channel was made for, and what else decides: */
    struct hw_memory *memory;
    struct hw_execution_context *execution_context;
    struct hw_launch_limits limits;
    uint32_t workers, units;

    /* Words that are not sent yet. */
    uint32_t word[HW_SUBMIT_WORDS];
    uint32_t count, packet; /* of words; 1 + the first of the last command, 0: there is none */

    /* What the compute object knows. */
    uint32_t data[HW_METHOD_END / 4];
    uint8_t known[HW_METHOD_END / 4];
    uint32_t segments, spaces; /* a bit for each that has been set */
    uint8_t *constant[HW_SUBMIT_SPACES];
    uint32_t constant_bytes[HW_SUBMIT_SPACES];
    bool texture[HW_TEXTURES];

    struct hw_submitted_code *staged;
    size_t staged_count, staged_room;
    uint64_t used[HW_SUBMIT_REGIONS]; /* bytes */

    /* What the channel has said of the launch. */
    struct hw_channel_result result;
    bool reported;
    struct hw_channel_report report; /* the first error */
};

/* --- submit_methods.c --- */

/* A method whose data the object keeps: sent if it has other data now. */
hw_status hw_submit_set(struct hw_submitter *stage, uint32_t method, uint32_t data, struct hw_error *error);
/* A method that does something: sent each time. */
hw_status hw_submit_send(struct hw_submitter *stage, uint32_t method, uint32_t data, struct hw_error *error);
/* Many words to one method. */
hw_status hw_submit_send_all(struct hw_submitter *stage, uint32_t method, const uint32_t *data,
                             uint32_t count, struct hw_error *error);
/* Let the channel execute what has been sent. */
hw_status hw_submit_flush(struct hw_submitter *stage, struct hw_error *error);

/* A pair of methods for an address of 40 bits. */
hw_status hw_submit_set_address(struct hw_submitter *stage, uint32_t high, uint64_t address,
                                struct hw_error *error);

/* --- submit_memory.c --- */

/* Where a region begins in the stage's memory, and how large that memory is. */
uint64_t hw_submit_region(enum hw_submit_region region);
uint64_t hw_submit_memory_bytes(void);
/* Write into a region; what the channel has been sent before sees the old bytes. */
hw_status hw_submit_write(struct hw_submitter *stage, enum hw_submit_region region, uint64_t offset,
                          const void *data, uint64_t bytes, struct hw_error *error);
/* The same without bytes: they are what memory is, zero. */
hw_status hw_submit_reserve(struct hw_submitter *stage, enum hw_submit_region region, uint64_t offset,
                            uint64_t bytes, struct hw_error *error);
hw_status hw_submit_code(struct hw_submitter *stage, const struct hw_launch *launch, struct hw_error *error);
hw_status hw_submit_constants(struct hw_submitter *stage, const struct hw_launch *launch,
                              struct hw_error *error);

/* --- submit_launch.c, submit_texture.c --- */

/* Everything up to LAUNCH itself, which is sent too. */
hw_status hw_submit_launch(struct hw_submitter *stage, const struct hw_launch *launch,
                           struct hw_error *error);
hw_status hw_submit_textures(struct hw_submitter *stage, const struct hw_launch *launch,
                             struct hw_error *error);

/* --- submit.c --- */

/* The class of the compute object that the chip has. */
uint16_t hw_submit_class(const struct hw_chip_info *chip);
/* Forget everything that belongs to a channel. */
void hw_submit_clear(struct hw_submitter *stage);
/* Whether methods can say this. */
hw_status hw_submit_check(const struct hw_launch *launch, struct hw_error *error);
/* Bind the compute object and its memories: the first methods of a channel. */
hw_status hw_submit_begin(struct hw_submitter *stage, struct hw_error *error);

#endif
