/* SPDX-License-Identifier: MIT */
/* Code with a schedule, for tests: assembled from a listing or from a few lines, and what the checker finds
 * in it. */
#ifndef HW_TESTS_SCHEDULED_H
#define HW_TESTS_SCHEDULED_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/effects.h>
#include <halfwarp/listing.h>
#include <halfwarp/sched.h>

struct found {
    unsigned count;
    struct hw_hazard first;
};

static inline void note(void *context, const struct hw_hazard *hazard)
{
    struct found *found = context;
    if (!found->count++)
        found->first = *hazard;
}

static inline struct found check(const struct hw_target *target, const uint8_t *code, size_t length)
{
    struct found found = {.count = 0};
    assert_int_equal(hw_sched_check(target, code, length, note, &found, NULL), HW_OK);
    return found;
}

static inline struct hw_module *assembled(const char *name, const char *text)
{
    struct hw_module *module;
    struct hw_error error;
    if (hw_listing_read(text, HW_LISTING_NATIVE, NULL, &module, &error) != HW_OK)
        fail_msg("%s:%u:%u: %s", name, error.line, error.column, error.text);
    return module;
}

static inline struct hw_target target_of(const struct hw_module *module)
{
    struct hw_target target;
    assert_int_equal(hw_target_find(module->target, &target, NULL), HW_OK);
    return target;
}

struct made {
    struct hw_module *module;
    struct hw_target target;
    uint8_t *code;
    size_t length;
};

static inline struct made make(const char *chip, const char *lines)
{
    char text[2048];
    snprintf(text, sizeof(text), ".target %s\n.kernel k\n%s\nEXIT%s\n.end\n", chip, lines,
             strchr(lines, '?') ? " ?W5" : "");
    struct made made = {.module = assembled(lines, text)};
    made.target = target_of(made.module);
    made.code = made.module->kernels[0]->code;
    made.length = made.module->kernels[0]->code_bytes;
    return made;
}

static inline struct hw_sched sched_of(const struct made *made, unsigned number)
{
    return hw_sched_unpack(HW_SCHED_SCOREBOARDS, hw_code_control(&made->target, made->code, 16u * number));
}

#endif
