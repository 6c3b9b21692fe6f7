/* SPDX-License-Identifier: MIT */
#include "sched_insn.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

struct hw_target sched_target(const char *name)
{
    struct hw_target target;
    assert_int_equal(hw_target_find(name, &target, NULL), HW_OK);
    return target;
}

void sched_code_make(struct sched_code *code, const char *chip, const char *lines)
{
    char text[4096];
    struct hw_error error = {.text = ""};
    snprintf(text, sizeof(text), ".target %s\n.kernel k\n%s\n.end\n", chip, lines);
    if (hw_listing_read(text, HW_SYNTAX_NV, NULL, &code->module, &error) != HW_OK)
        fail_msg("%s, %u:%u: %s", chip, error.line, error.column, error.text);
    code->target = sched_target(chip);
    code->bytes = code->module->kernels[0]->code;
    code->length = code->module->kernels[0]->code_bytes;
}

uint32_t sched_code_control(const struct sched_code *code, unsigned n)
{
    return hw_code_control(&code->target, code->bytes, n / 7 * 64 + 8 + n % 7 * 8);
}

void sched_note(void *found, const struct hw_hazard *hazard)
{
    struct sched_found *f = found;
    f->count++;
    f->missing += hazard->missing;
    f->last = *hazard;
}

struct sched_found sched_code_check(const struct hw_target *target, const void *code, size_t length)
{
    struct sched_found found = {0};
    assert_int_equal(hw_sched_check(target, code, length, sched_note, &found, NULL), HW_OK);
    return found;
}

struct sched_found sched_text_check(const char *chip, const char *lines)
{
    struct sched_code code;
    sched_code_make(&code, chip, lines);
    struct sched_found found = sched_code_check(&code.target, code.bytes, code.length);
    hw_module_free(code.module);
    return found;
}
