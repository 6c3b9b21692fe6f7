/* SPDX-License-Identifier: MIT */
/* PTX to a listing: libcalls of the runtime library, and source locations of errors. */
#include <halfwarp/compiler.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char kernel[] = ".version 4.0\n.target sm_20\n.address_size 64\n"
                             ".entry k(.param .u64 o, .param .u32 a, .param .u32 b)\n{\n"
                             "    .reg .b32 %r<4>; .reg .b64 %d;\n"
                             "    ld.param.u64 %d, [o]; ld.param.u32 %r0, [a]; ld.param.u32 %r1, [b];\n"
                             "    div.u32 %r2, %r0, %r1;\n    st.global.u32 [%d], %r2;\n    ret;\n}\n";

/* A quotient that no library computes, so that it is recognised. */
static const char library[] =
    ".version 4.0\n.target sm_20\n.address_size 64\n"
    ".func (.param .u32 q) div_u32(.param .u32 a, .param .u32 b)\n{\n"
    "    .reg .b32 %r<3>;\n    ld.param.u32 %r0, [a]; ld.param.u32 %r1, [b];\n"
    "    xor.b32 %r2, %r0, 0x1234;\n    brev.b32 %r2, %r2;\n    add.u32 %r2, %r2, %r1;\n"
    "    st.param.u32 [q], %r2;\n    ret;\n}\n";

static void a_library_has_what_chips_lack(void **state)
{
    struct hw_compile_options options = {.target = "sm_52", .level = 3};
    struct hw_error error = {0};
    char *listing;

    (void)state;
    if (hw_compile_listing(kernel, strlen(kernel), &options, &listing, &error) != HW_OK) /* with ours */
        fail_msg("%s", error.text);
    assert_non_null(strstr(listing, "MUFU.RCP"));
    free(listing);
    options.library = library;
    if (hw_compile_listing(kernel, strlen(kernel), &options, &listing, &error) != HW_OK)
        fail_msg("%s", error.text);
    assert_non_null(strstr(listing, "0x1234"));
    assert_non_null(strstr(listing, "BREV"));
    assert_null(strstr(listing, "div_u32"));
    free(listing);
}

/* Texts that mutants of real ones have become, and that no instruction fitted. */
static void unusual_texts_compile(void **state)
{
    static const char frame[] = ".version 6.0\n.target sm_20%s\n.address_size 64\n"
                                ".entry k(.param .u64 o)\n{\n    .reg .b32 %%r<4>; .reg .f32 %%f<8>;\n"
                                "    .reg .f64 %%g; .reg .b64 %%d<3>; ld.param.u64 %%d0, [o];\n    %s\n"
                                "    st.global.f32 [%%d0], %%f0;\n    ret;\n}\n";
    static const struct {
        const char *also, *text;
    } texts[] = {
        {", map_f64_to_f32", "ld.global.f64 %g, [%d0]; cvt.rz.f32.f64 %f0, %g;"},
        {", map_f64_to_f32", "ld.global.f32 %f1, [%d0]; cvt.f64.f32 %g, %f1; cvt.rp.f32.f64 %f0, %g;"},
        {"", "tex.2d.v4.f32.s32 {%f0, %f1, %f2, %f3}, [%d1, {%r0, %r1}];"},
        {"", "mov.u64 %d1, 0; tex.1d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%d1, {%f4}];"},
        {"", "mov.u64 %d1, 3; tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%d1, {%f4, %f4}];"},
    };
    static const char *const targets[] = {"sm_30", "sm_35", "sm_52", "sm_60"};
    char text[1024];

    (void)state;
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
        for (unsigned k = 0; k < sizeof targets / sizeof *targets; k++) {
            const struct hw_compile_options options = {.target = targets[k], .level = 3};
            struct hw_error error;
            char *listing;
            snprintf(text, sizeof text, frame, texts[i].also, texts[i].text);
            if (hw_compile_listing(text, strlen(text), &options, &listing, &error) != HW_OK)
                fail_msg("%s on %s: %s", texts[i].text, targets[k], error.text);
            free(listing);
        }
}

static void errors_have_a_source_location(void **state)
{
    static const char text[] = ".version 4.0\n.target sm_20\n.entry k()\n{\n    nosuch.u32 %r;\n}\n";
    const struct hw_compile_options options = {.target = "sm_52", .level = 3}, wrong = {.target = "sm_75"};
    struct hw_module *module;
    struct hw_error error = {0};

    (void)state;
    assert_int_not_equal(hw_compile_ptx(text, strlen(text), &options, &module, &error), HW_OK);
    assert_null(module);
    assert_int_equal(error.line, 5);
    assert_int_equal(error.column, 5);
    assert_int_equal(hw_compile_ptx(kernel, strlen(kernel), &wrong, &module, &error), HW_ERR_UNSUPPORTED);
    assert_non_null(strstr(error.text, "sm_75 cannot be made yet"));
}

/* Where the text has it: in a function that was copied, too. */
static void refusals_have_a_source_location(void **state)
{
    static const char text[] = ".version 6.0\n.target sm_61\n.address_size 64\n"
                               ".func (.reg .b32 %q) f(.reg .b32 %a)\n{\n"
                               "    dp4a.s32.s32 %q, %a, %a, %a;\n    ret;\n}\n"
                               ".entry k(.param .u64 o)\n{\n    .reg .b32 %r; .reg .b64 %d;\n"
                               "    ld.param.u64 %d, [o];\n    mov.b32 %r, %laneid;\n    div.u32 %r, %r, 3;\n"
                               "    call (%r), f, (%r);\n    st.global.u32 [%d], %r;\n    ret;\n}\n";
    const struct hw_compile_options options = {.target = "sm_50", .level = 3};
    struct hw_module *module;
    struct hw_error error = {0};

    (void)state;
    assert_int_equal(hw_compile_ptx(text, strlen(text), &options, &module, &error), HW_ERR_UNSUPPORTED);
    assert_non_null(strstr(error.text, "sm_50 cannot do this: dp4a"));
    assert_int_equal(error.line, 6);
    assert_int_equal(error.column, 5);
}

/* --- what is left out --- */

/* A kernel for any chip; one that calls itself indirectly with halves, which need sm_53, and one that calls
 * that; one that needs sm_80. */
static const char four_kernels[] =
    ".version 7.0\n.target sm_53\n.address_size 64\n"
    ".func (.reg .b32 %q) deep(.reg .b32 %a)\n{\n    .reg .b16 %h; .reg .pred %p;\n"
    "    cvt.u16.u32 %h, %a;\n    fma.rn.f16 %h, %h, %h, %h;\n    cvt.u32.u16 %q, %h;\n"
    "    setp.eq.u32 %p, %q, 0;\n    @%p call (%q), deep, (%q);\n    ret;\n}\n"
    ".func (.reg .b32 %q) between(.reg .b32 %a)\n{\n    call (%q), deep, (%a);\n    ret;\n}\n"
    ".entry one(.param .u64 o)\n{\n    .reg .b64 %d;\n    ld.param.u64 %d, [o];\n"
    "    st.global.u32 [%d], 1;\n    ret;\n}\n"
    ".entry two(.param .u64 o)\n{\n    .reg .b32 %r; .reg .b64 %d;\n    ld.param.u64 %d, [o];\n"
    "    mov.u32 %r, 5;\n    call (%r), between, (%r);\n    st.global.u32 [%d], %r;\n    ret;\n}\n"
    ".entry three()\n{\n    .reg .b32 %r;\n    redux.sync.add.u32 %r, %r, -1;\n    ret;\n}\n"
    ".entry four()\n{\n    ret;\n}\n";

struct told {
    char refused[256], used[64];
};

static void take_refused(void *context, const char *name, const struct hw_error *reason)
{
    struct told *told = context;
    const size_t length = strlen(told->refused);

    snprintf(told->refused + length, sizeof told->refused - length, "%s:%u ", name, reason->line);
}

static void take_used(void *context, const struct hw_kernel_usage *usage)
{
    struct told *told = context;

    strcat(strcat(told->used, usage->name), " ");
    assert_true(usage->registers > 0);
}

static void what_is_refused_is_left_out(void **state)
{
    struct told told = {.used = ""};
    const struct hw_compile_options options = {
        .target = "sm_35", .level = 3, .refused = take_refused, .used = take_used, .context = &told};
    struct hw_module *module;
    struct hw_error error = {0};

    (void)state;
    if (hw_compile_ptx(four_kernels, strlen(four_kernels), &options, &module, NULL) != HW_OK)
        fail_msg("it is refused as a whole");
    assert_string_equal(told.refused, "three:38 deep:8 between:8 two:8 ");
    assert_string_equal(told.used, "one four ");
    assert_int_equal(module->kernel_count, 2);
    hw_module_free(module);

    const struct hw_compile_options alone = {.target = "sm_35"};
    assert_int_equal(hw_compile_ptx(four_kernels, strlen(four_kernels), &alone, &module, &error),
                     HW_ERR_UNSUPPORTED);
    assert_int_equal(error.line, 38);
    assert_null(module);
}

/* Where no kernel is left the text is refused as a whole. */
static void not_all_is_left_out(void **state)
{
    static const char *const entries[] = {"two", "three"};
    struct told told = {.used = ""};
    const struct hw_compile_options options = {.target = "sm_35",
                                               .entry = entries,
                                               .entries = 2,
                                               .refused = take_refused,
                                               .used = take_used,
                                               .context = &told};
    struct hw_module *module;
    struct hw_error error = {0};

    (void)state;
    assert_int_equal(hw_compile_ptx(four_kernels, strlen(four_kernels), &options, &module, &error),
                     HW_ERR_UNSUPPORTED);
    assert_null(module);
    assert_string_equal(told.refused, "three:38 deep:8 between:8 two:8 ");
    assert_string_equal(told.used, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_library_has_what_chips_lack), cmocka_unit_test(unusual_texts_compile),
        cmocka_unit_test(errors_have_a_source_location), cmocka_unit_test(refusals_have_a_source_location),
        cmocka_unit_test(what_is_refused_is_left_out),   cmocka_unit_test(not_all_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
