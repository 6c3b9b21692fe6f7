/* SPDX-License-Identifier: MIT */
/* Limits: a declaration that exceeds what the target has is refused at its source location, in ptxas's
 * words; one that just fits is accepted. */
#include <halfwarp/compiler.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The kernel stands in line 5. */
static const char frame[] = ".version 6.0\n.target sm_13\n.address_size 64\n%s\n"
                            ".entry k(.param .u64 out%s) { %s .reg .u64 %%d; .reg .u32 %%r; "
                            "ld.param.u64 %%d, [out]; %s st.global.u32 [%%d], %%r; ret; }\n";

#define CONST  "ld.const.u32 %r, [a];"
#define SHARED "ld.shared.u32 %r, [a];"
#define LOCAL  "ld.local.u32 %r, [a];"
#define CALLED                                                                           \
    "{ .param .u32 x; .param .u32 y; .reg .u64 %f; st.param.u32 [x], 1; mov.u64 %f, f; " \
    "p: .callprototype (.param .u32 _) _ (.param .u32 _); call (y), %f, (x), p; ld.param.u32 %r, [y]; }"
#define FUNCTION(own, body) \
    ".func (.param .u32 r) f(.param .u32 x) { " own " .reg .u32 %r; " body " st.param.u32 [r], %r; ret; }"

static const struct {
    const char *target;
    const char *variables, *parameters, *own, *body;
    unsigned line;        /* 0: it is taken */
    const char *sentence; /* its end */
} cases[] = {
    {"sm_61", ".const .b8 a[65536];", "", "", CONST, 0, ""},
    {"sm_61", ".const .b8 a[65537];", "", "", CONST, 4,
     "File uses too much global constant data (0x10001 bytes, 0x10000 max)"},
    {"sm_13", ".const .b8 a[65537];", "", "", CONST, 4, "(0x10001 bytes, 0x10000 max)"},
    {"sm_61", ".const .b8 b[65000];\n.const .b8 a[1000] = {1};", "", "", CONST, 5,
     "(0x101d0 bytes, 0x10000 max)"},
    {"sm_61", ".const .align 4 .b8 a[4294967300];", "", "", CONST, 4, "(0x100000004 bytes, 0x10000 max)"},
    {"sm_61", ".const .b8 a[50000];", "", "", "ld.const.u8 %r, [a+40001];", 0, ""},
    {"sm_20", ".const .b8 a[50000];", "", "", "ld.const.u8 %r, [a+140001];", 0, ""},
    {"sm_61", "", "", "", "ld.param.u32 %r, [out+32767];", 0, ""},
    {"sm_61", "", "", "", "ld.param.u32 %r, [out+-8388612];", 0, ""},
    {"sm_61", "", "", ".shared .align 4 .b8 a[49152];", SHARED, 0, ""},
    {"sm_61", "", "", ".shared .align 4 .b8 a[49153];", SHARED, 5,
     "Entry function 'k' uses too much shared data (0xc001 bytes, 0xc000 max)"},
    {"sm_20", "", "", ".shared .align 4 .b8 a[4294967296];", SHARED, 5, "(0x100000000 bytes, 0xc000 max)"},
    {"sm_13", "", "", ".shared .align 4 .b8 a[16384];", SHARED, 5, "(0x4018 bytes, 0x4000 max)"},
    {"sm_61", ".shared .align 4 .b8 a[60000];", "", "", "mov.u32 %r, 0;", 0, ""}, /* no use */
    {"sm_61", ".shared .align 4 .b8 a[60000]; " FUNCTION("", SHARED), "", "", CALLED, 5,
     "Entry function 'k' uses too much shared data (0xea60 bytes, 0xc000 max)"},
    {"sm_61", "", "", ".local .align 4 .b8 a[524272];", LOCAL, 0, ""},
    {"sm_61", "", "", ".local .align 4 .b8 a[524292];", LOCAL, 5,
     "Entry function 'k' uses too much local data (0x80004 bytes, 0x80000 max)"},
    {"sm_61", "", "", ".local .align 4 .b8 a[4294967295];", LOCAL, 5, "(0xffffffff bytes, 0x80000 max)"},
    {"sm_61", ".local .align 4 .b8 a[4294967300];", "", "", LOCAL, 5, "(0x100000004 bytes, 0x80000 max)"},
    {"sm_13", "", "", ".local .align 4 .b8 a[4294967296];", LOCAL, 5, "(0x100000000 bytes, 0x10000 max)"},
    {"sm_61", FUNCTION(".local .align 4 .b8 a[4294967300];", LOCAL), "", "", CALLED, 4,
     "Function 'f' uses too much local data (0x100000004 bytes, 0x80000 max)"},
    {"sm_61", "", ", .param .b8 p[4344]", "", "mov.u32 %r, 0;", 0, ""},
    {"sm_61", "", ", .param .b8 p[4345]", "", "mov.u32 %r, 0;", 5,
     "Entry function 'k' uses too much parameter space (0x1101 bytes, 0x1100 max)"},
    {"sm_13", "", ", .param .b8 p[249]", "", "mov.u32 %r, 0;", 5, "(0x101 bytes, 0x100 max)"},
    {"sm_61", ".global .b32 a[100000000] = {1};", "", "", "ld.global.u32 %r, [a];", 4,
     "a has initial values and 400000000 bytes, expected at most 67108864 in all such variables"},
    /* Numbers that have no room in the instruction go into a register. */
    {"sm_61", "", "", "", "mov.u32 %r, 77; bar.sync %r;", 0, ""},
    {"sm_20", "", "", "", "mov.u32 %r, 77; bar.sync 1, %r; mov.u32 %r, 100000; bar.sync 1, %r;", 0, ""},
    {"sm_61", "", "", "", "bar.sync 1, 2048;", 5, "found 2048, expected a number of threads from 0 to 1024"},
    {"sm_13", ".global .b32 a[2000000000];", "", "", "ld.global.u32 %r, [a];", 4,
     "global variables have 0x1dcd65000 bytes, expected at most 0xffffffff of 32-bit addresses"},
};

static bool is_valid(unsigned which)
{
    const struct hw_compile_options options = {.target = cases[which].target, .level = 2};
    struct hw_module *module = NULL;
    struct hw_error error = {0};
    char text[2048];

    snprintf(text, sizeof text, frame, cases[which].variables, cases[which].parameters, cases[which].own,
             cases[which].body);
    const hw_status status = hw_compile_ptx(text, strlen(text), &options, &module, &error);
    const size_t length = strlen(error.text), end = strlen(cases[which].sentence);
    const bool valid = status == HW_OK
                           ? !cases[which].line
                           : cases[which].line && error.line == cases[which].line && length >= end &&
                                 !strcmp(error.text + length - end, cases[which].sentence);
    if (!valid)
        print_error("%s for %s: line %u: %s\n", text, cases[which].target, error.line, error.text);
    hw_module_free(module);
    return valid;
}

static void what_is_too_much_is_refused(void **state)
{
    unsigned wrong = 0;

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
        wrong += !is_valid(i);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_too_much_is_refused)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
