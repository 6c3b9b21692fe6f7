/* SPDX-License-Identifier: MIT */
/* Kernels for tests of scheduling: assembled from lines of text, with their scheduling bits at hand. */
#ifndef HW_TESTS_SCHED_INSN_H
#define HW_TESTS_SCHED_INSN_H

#include <halfwarp/listing.h>
#include <halfwarp/sched.h>

/* The target of this name; the test fails where there is none. */
struct hw_target sched_target(const char *name);

struct sched_code {
    struct hw_module *module; /* for the caller to free */
    struct hw_target target;
    uint8_t *bytes;
    size_t length;
};

/* A kernel of these lines; the test fails where they are wrong. */
void sched_code_make(struct sched_code *code, const char *chip, const char *lines);

/* The scheduling byte of instruction number `n`, on Kepler. */
uint32_t sched_code_control(const struct sched_code *code, unsigned n);

/* What hw_sched_check reported: how often, all that was missing, and the last. */
struct sched_found {
    unsigned count, missing;
    struct hw_hazard last;
};
void sched_note(void *found, const struct hw_hazard *hazard);
struct sched_found sched_code_check(const struct hw_target *target, const void *code, size_t length);
/* The same for a kernel of these lines. */
struct sched_found sched_text_check(const char *chip, const char *lines);

#endif
