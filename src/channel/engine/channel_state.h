/* SPDX-License-Identifier: MIT */
/* The state of a channel is shared by the files of this folder: words of push buffers (pusher.c) become
 * methods; those below 0x100 are the channel's own (puller.c), the others go to an engine object (graph.c),
 * and errors are reported (channel_error.c). */
#ifndef HW_CHANNEL_ENGINE_CHANNEL_STATE_H
#define HW_CHANNEL_ENGINE_CHANNEL_STATE_H

#include "channel/engine/code_cache.h"
#include "channel/engine/constants.h"
#include "channel/engine/dma.h"
#include "channel/engine/objects.h"
#include "channel/engine/performance.h"
#include "channel/engine/texture_table.h"

#include "generated/method_numbers.h"

/* Methods of an object, as data that was accepted last, by number / 4. */
struct hw_object_state {
    uint32_t word[HW_METHOD_END / 4];
};

/* Methods 0x180 to 0x1fc bind DMA objects. */
#define HW_DMA_SLOT_FIRST 0x180u
#define HW_DMA_NOTIFY     HW_DMA_SLOT_FIRST /* of every engine object */
#define HW_DMA_SLOT_END   0x200u

/* A semaphore that the channel waits for. */
struct hw_acquire {
    bool active;
    bool greater; /* or equal, instead of equal */
    uint64_t address;
    uint32_t value;
};

struct hw_puller {
    const struct hw_named_object *bound[HW_SUBCHANNELS];
    const struct hw_dma_object *semaphore; /* NULL: none is bound */
    uint32_t offset;                       /* of the old kind of semaphore */
    bool offset_valid;
    uint64_t address; /* of the new kind */
    uint32_t sequence;
    uint32_t reference;
    struct hw_acquire acquire;
};

/* Where the pusher is within a command. */
struct hw_pusher {
    struct hw_push_command command;
    uint32_t first;    /* its first word */
    bool wants_count;  /* the next word is its count */
    uint32_t left;     /* words of data that it still has */
    uint64_t at;       /* the next word: its number, or its address */
    uint64_t began;    /* where the command began */
    uint64_t back;     /* of a subroutine */
    uint32_t entry;    /* of an IB */
    bool called;       /* it is active */
    uint64_t executed; /* commands and methods of this call */
};

/* A notifier that the next method writes at its end. */
struct hw_notify {
    bool pending, awaken;
    unsigned subchannel;
};

struct hw_channel {
    struct hw_channel_setup setup;
    struct hw_address_space space;
    struct hw_objects objects;
    struct hw_puller puller;
    struct hw_pusher pusher;
    struct hw_notify notify;
    struct hw_object_state state[HW_OBJECT_KINDS];
    const struct hw_dma_object *slot[HW_OBJECT_KINDS][(HW_DMA_SLOT_END - HW_DMA_SLOT_FIRST) / 4];
    bool latched; /* BLOCKDIM_LATCH */
    struct hw_constants constants;
    struct hw_code_cache code;
    struct hw_texture_tables textures;
    struct hw_performance performance;
    struct hw_target target;
    struct hw_execution_context *execution_context;
    bool own_runner; /* else the setup's */
    uint64_t clock;  /* what queries and notifiers say as time: methods and warp instructions so far */
    uint64_t ticks;  /* what clock registers read (hw_launch.ticks) */

    /* What is being executed, for reports. */
    uint64_t offset;
    uint8_t subchannel;
    uint16_t object;
    uint32_t method, data;
    struct hw_channel_result *result;
    struct hw_error *error;
    hw_status status; /* an error of the host, which ends the call */
    bool stop;        /* nothing more is executed */
};

/* The data of a method as it stands. */
static inline uint32_t hw_state_of_method(const struct hw_channel *channel, unsigned kind, uint32_t method)
{
    return channel->state[kind].word[method / 4];
}

/* An address of 40 bits from two methods: high, and low behind it. */
static inline uint64_t hw_state_address(const struct hw_channel *channel, unsigned kind, uint32_t high)
{
    return (uint64_t)(hw_state_of_method(channel, kind, high) & 0xff) << 32 |
           hw_state_of_method(channel, kind, high + 4);
}

static inline const struct hw_dma_object *hw_slot_of(const struct hw_channel *channel, unsigned kind,
                                                     uint32_t method)
{
    return channel->slot[kind][(method - HW_DMA_SLOT_FIRST) / 4];
}

/* --- pusher.c, puller.c, graph.c --- */

void hw_channel_execute(struct hw_channel *channel, unsigned subchannel, uint32_t method, uint32_t data);
void hw_puller_method(struct hw_channel *channel, uint32_t method, uint32_t data);
/* Whether the semaphore that the channel waits for has got its value; errors are reported. */
bool hw_puller_acquired(struct hw_channel *channel);
void hw_graph_method(struct hw_channel *channel, const struct hw_object_class *engine);

/* --- engine objects: one method, whose data is in the object's state already --- */

void hw_compute_reset(struct hw_channel *channel);
void hw_compute_method(struct hw_channel *channel);
void hw_compute_launch(struct hw_channel *channel);
void hw_m2mf_method(struct hw_channel *channel);

/* --- query.c --- */

/* What a driver reads: a sequence number or a semaphore with a time, in 16 bytes. */
bool hw_write_timed(struct hw_channel *channel, const struct hw_dma_object *dma, uint64_t address,
                    uint32_t value, uint32_t second, struct hw_dma_fault *fault);
/* The same as a notifier: the time, and two zeros that a driver waits for. */
bool hw_write_notifier(struct hw_channel *channel, const struct hw_dma_object *dma, uint64_t address,
                       struct hw_dma_fault *fault);
void hw_compute_query(struct hw_channel *channel);
/* COND_MODE and COND_ADDRESS: whether a launch takes place; false also where that was a fault, which is
 * reported. */
bool hw_compute_condition(struct hw_channel *channel);

/* --- channel_error.c --- */

/* The channel's current method has done this; printf-style. */
void hw_channel_error(struct hw_channel *channel, enum hw_report_kind kind, enum hw_trap_unit unit,
                      uint32_t code, const char *format, ...) __attribute__((format(printf, 5, 6)));
void hw_channel_data_error(struct hw_channel *channel, enum hw_data_error code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Memory that `what` needed was not there. */
void hw_channel_memory_error(struct hw_channel *channel, enum hw_trap_unit unit,
                             const struct hw_dma_fault *fault, const char *what);
/* A kernel went wrong. */
void hw_channel_kernel_error(struct hw_channel *channel, const struct hw_launch *launch,
                             const struct hw_fault *fault);
/* The host cannot go on. */
void hw_channel_fail(struct hw_channel *channel, hw_status status);

#endif
