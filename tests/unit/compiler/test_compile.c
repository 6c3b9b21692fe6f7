/* SPDX-License-Identifier: MIT */
/* PTX to a listing: what a library has functions for, and where errors are. */
#include <halfwarp/compiler.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char kernel[] = ".version 4.0\n.target sm_20\n.address_size 64\n"
                             ".entry k(.param .u64 o, .param .u32 a, .param .u32 b)\n{\n"
                             "    .reg .b32 %r<4>; .reg .b64 %d;\n"
                             "    ld.param.u64 %d, [o]; ld.param.u32 %r0, [a]; ld.param.u32 %r1, [b];\n"
                             "    div.u32 %r2, %r0, %r1;\n    st.global.u32 [%d], %r2;\n    ret;\n}\n";

/* A quotient as nobody computes it, to be known again. */
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

static void errors_have_a_place(void **state)
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
    assert_int_equal(hw_compile_ptx(kernel, strlen(kernel), &wrong, &module, &error), HW_ERR_NOT_FOUND);
}

/* Where the text has it: in a function that was copied, too. */
static void refusals_have_a_place(void **state)
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_library_has_what_chips_lack),
        cmocka_unit_test(errors_have_a_place),
        cmocka_unit_test(refusals_have_a_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
