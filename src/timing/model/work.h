/* SPDX-License-Identifier: MIT */
/* Kinds of work: what sets instructions apart for the units that execute them.
 *
 * Rates of chips are stated for kinds of work (chips/, rate_*), not for units: integer additions and
 * comparisons share the cores of a Maxwell multiprocessor and have different rates there.  Kinds that share
 * hardware name the same pipe. */
#ifndef HW_TIMING_MODEL_WORK_H
#define HW_TIMING_MODEL_WORK_H

#include <halfwarp/chip.h>
#include <halfwarp/insn.h>

/* X(NAME, "name", PIPE, rate, latency): members of struct hw_microarchitecture. */
/* clang-format off */
#define HW_WORKS(X) \
    X(FP32,         "fp32",         CORE,    rate_fp32,         latency_fp32) \
    X(INT,          "int",          CORE,    rate_int,          latency_int) \
    X(LOGIC,        "logic",        CORE,    rate_logic,        latency_int) \
    X(MOVE,         "move",         CORE,    rate_move,         latency_int) \
    X(SHIFT,        "shift",        CORE,    rate_shift,        latency_int) \
    X(COMPARE,      "compare",      CORE,    rate_compare,      latency_int) \
    X(MULTIPLY16,   "multiply16",   CORE,    rate_multiply16,   latency_multiply16) \
    X(BITS,         "bits",         CORE,    rate_bits,         latency_bits) \
    X(VIDEO,        "video",        CORE,    rate_video,        latency_video) \
    X(HALF,         "half",         CORE,    rate_half,         latency_half) \
    X(MULTIPLY,     "multiply",     SPECIAL, rate_multiply,     latency_multiply) \
    X(POPULATION,   "population",   SPECIAL, rate_count,        latency_count) \
    X(SFU,          "sfu",          SPECIAL, rate_sfu,          latency_sfu) \
    X(CONVERT,      "convert",      SPECIAL, rate_convert,      latency_convert) \
    X(CONVERT_WIDE, "convert_wide", FP64,    rate_convert_wide, latency_convert) \
    X(SPECIAL,      "special",      SPECIAL, rate_special,      latency_special) \
    X(FP64,         "fp64",         FP64,    rate_fp64,         latency_fp64) \
    X(CONTROL,      "control",      CONTROL, rate_control,      latency_int) \
    X(BARRIER,      "barrier",      CONTROL, rate_barrier,      latency_int) \
    X(SHUFFLE,      "shuffle",      MEMORY,  rate_shuffle,      latency_shuffle) \
    X(MEMORY,       "memory",       MEMORY,  rate_memory,       latency_shared) \
    X(TEXTURE,      "texture",      TEXTURE, rate_memory,       latency_texture)
/* clang-format on */

enum hw_work {
#define HW_WORK_NAME(name, text, pipe, rate, latency) HW_WORK_##name,
    HW_WORKS(HW_WORK_NAME)
#undef HW_WORK_NAME
        HW_WORK_COUNT
};

/* X(NAME, "name", "what it is") */
#define HW_PIPES(X)                                                                   \
    X(CORE, "cores", "arithmetic of 32 bits")                                         \
    X(SPECIAL, "special", "special functions, conversions and other slow arithmetic") \
    X(FP64, "fp64", "double precision")                                               \
    X(CONTROL, "control", "jumps and barriers")                                       \
    X(MEMORY, "memory", "loads, stores and exchanges between lanes")                  \
    X(TEXTURE, "texture", "texture lookups; from Maxwell on also global and local memory")

enum hw_pipe {
#define HW_PIPE_NAME(name, text, summary) HW_PIPE_##name,
    HW_PIPES(HW_PIPE_NAME)
#undef HW_PIPE_NAME
        HW_PIPE_COUNT
};

/* Times within a clock are counted in ticks, so that rates such as 160 lanes a clock are whole numbers. */
#define HW_TICKS 480u

struct hw_work_times {
    uint8_t pipe;        /* enum hw_pipe */
    uint32_t ticks;      /* how long the units that do this work are taken by a warp's instruction */
    uint32_t pipe_ticks; /* how long its pipe is */
    uint32_t latency;    /* clocks until the result can be used */
};

enum hw_work hw_work_of(const struct hw_insn *insn, const struct hw_semantics *view);
const char *hw_work_name(enum hw_work work);
const char *hw_pipe_name(enum hw_pipe pipe);

/* The times of all kinds of work on a chip: of a scheduler's own units, or of those of the multiprocessor.
 * A card may be held to a lower rate than its chip's for all that its units of double precision do. */
void hw_work_times(const struct hw_chip_info *chip, uint32_t rate_fp64,
                   struct hw_work_times times[HW_WORK_COUNT]);

#endif
