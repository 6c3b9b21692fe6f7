/* SPDX-License-Identifier: MIT */
/* Products of a warpgroup: which registers they read and write, as compiled code for sm_90a has them, and how
 * long other instructions must leave those alone: until WARPGROUP.DEPBAR has waited for their group. */
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

static void note(void *context, const struct hw_hazard *hazard)
{
    struct found *found = context;
    if (!found->count++)
        found->first = *hazard;
}

static struct hw_module *assembled(const char *lines)
{
    char text[2048];
    struct hw_module *module;
    struct hw_error error;
    snprintf(text, sizeof text, ".target sm_90a\n.kernel k\n%s\nEXIT%s\n.end\n", lines,
             strchr(lines, '?') ? " ?W5" : "");
    if (hw_listing_read(text, HW_LISTING_NATIVE, NULL, &module, &error) != HW_OK)
        fail_msg("%s: %u:%u: %s", lines, error.line, error.column, error.text);
    return module;
}

static unsigned registers(const struct hw_register_range *list, unsigned count, unsigned first)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += list[i].first == first ? list[i].count : 0;
    return sum;
}

/* A warpgroup's 64 rows of N columns fill N / 2 registers of 32 bits in each of its 128 threads, N / 4 where
 * the sum is of halves.  A matrix in registers fills four. */
static void fragments_have_the_registers_of_compiled_code(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned result, first, first_count; /* registers from R24 on; of the first matrix */
    } cases[] = {
        {"HGMMA.64x8x16.F32 R24, gdesc[UR8], RZ, !UPT", 4, 0, 0},
        {"HGMMA.64x64x16.F32 R24, gdesc[UR8], R24", 32, 0, 0},
        {"HGMMA.64x128x16.F32.BF16 R24, gdesc[UR8], R24", 64, 0, 0},
        {"HGMMA.64x256x16.F32.BF16 R24, gdesc[UR8], R24, gsb0", 128, 0, 0},
        {"HGMMA.64x64x16.F16 R24, gdesc[UR8], R24", 16, 0, 0},
        {"HGMMA.64x64x16.F32 R24, R4, gdesc[UR8], R24", 32, 4, 4},
        {"IGMMA.64x64x32.S8.S8 R24, gdesc[UR8], R24", 32, 0, 0},
        {"QGMMA.64x64x32.F32.E4M3.E4M3 R24, gdesc[UR8], R24", 32, 0, 0},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct hw_module *module = assembled(cases[i].text);
        struct hw_target target;
        struct hw_insn insn;
        struct hw_effects effects;
        assert_int_equal(hw_target_find(module->target, &target, NULL), HW_OK);
        assert_int_equal(hw_decode(&target, module->kernels[0]->code, 16, &insn), HW_OK);
        hw_insn_effects(&insn, &effects);
        const bool adds = !strstr(cases[i].text, "RZ");
        if (registers(effects.write, effects.write_count, 24) != cases[i].result ||
            registers(effects.read, effects.read_count, 24) != (adds ? cases[i].result : 0) ||
            (cases[i].first_count &&
             registers(effects.read, effects.read_count, cases[i].first) != cases[i].first_count))
            fail_msg("%s: writes %u, reads %u", cases[i].text,
                     registers(effects.write, effects.write_count, 24),
                     registers(effects.read, effects.read_count, 24));
        hw_module_free(module);
    }
}

#define PRODUCT "HGMMA.64x64x16.F32 R24, R4, gdesc[UR8], R24 ?W1\n"
#define CLOSING "HGMMA.64x64x16.F32 R24, R4, gdesc[UR8], R24, gsb0 ?W1\n"
#define WAIT(n) "WARPGROUP.DEPBAR.LE gsb0, " n " ?W15_Y\n"

static void groups_are_waited_for(void **state)
{
    (void)state;
    static const struct {
        const char *lines, *name; /* the first finding's, NULL: none */
        unsigned kind;
    } cases[] = {
        {CLOSING WAIT("0x0") "FADD R0, R55, R1 ?W1", NULL, 0},
        {CLOSING "FADD R0, R55, R1 ?W1", "R55", HW_HAZARD_READ},
        {CLOSING "FADD R0, R56, R1 ?W1", NULL, 0}, /* the register behind its last */
        {CLOSING "MOV R30, R1 ?W1", "R30", HW_HAZARD_WRITE},
        {CLOSING "MOV R7, R1 ?W1", "R7", HW_HAZARD_SOURCE},
        {CLOSING "MOV R8, R1 ?W1", NULL, 0},
        {CLOSING "FADD R0, R4, R1 ?W1", NULL, 0}, /* sources may be read */
        {CLOSING WAIT("0x1") "FADD R0, R24, R1 ?W1", "R24", HW_HAZARD_READ},
        {CLOSING "HGMMA.64x8x16.F32 R56, gdesc[UR8], RZ, !UPT, gsb0 ?W1\n" WAIT("0x1") "FADD R0, R24, R1 ?W1",
         NULL, 0},
        {CLOSING "HGMMA.64x8x16.F32 R56, gdesc[UR8], RZ, !UPT, gsb0 ?W1\n" WAIT("0x1") "FADD R0, R59, R1 ?W1",
         "R59", HW_HAZARD_READ},
        {PRODUCT CLOSING WAIT("0x0") "FADD R0, R24, R1 ?W1", NULL, 0},       /* products are in order */
        {PRODUCT WAIT("0x0") "FADD R0, R24, R1 ?W1", "R24", HW_HAZARD_READ}, /* its group is not closed */
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct hw_module *module = assembled(cases[i].lines);
        struct hw_target target;
        struct found found = {0};
        assert_int_equal(hw_target_find(module->target, &target, NULL), HW_OK);
        assert_int_equal(hw_sched_check(&target, module->kernels[0]->code, module->kernels[0]->code_bytes,
                                        note, &found, NULL),
                         HW_OK);
        if (found.count != (cases[i].name != NULL) ||
            (cases[i].name &&
             (strcmp(found.first.name, cases[i].name) != 0 || found.first.kind != cases[i].kind)))
            fail_msg("%s: %u, %s, kind %u", cases[i].lines, found.count, found.first.name, found.first.kind);
        hw_module_free(module);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fragments_have_the_registers_of_compiled_code),
        cmocka_unit_test(groups_are_waited_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
