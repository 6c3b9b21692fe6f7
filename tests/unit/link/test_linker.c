/* SPDX-License-Identifier: MIT */
/* The linker's functions in C: wrong use, what it says, and which functions may stay undefined.  What it
 * makes is looked at by tests/cli/test_link. */
#include "link/linking.h"
#include "machine/device_launch/device_function.h"
#include "machine/device_runtime.h"

#include <halfwarp/isa.h>
#include <halfwarp/linker.h>
#include <halfwarp/listing.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct file {
    uint8_t *bytes;
    size_t length;
};

#define HEAD ".target sm_52\n.container elf64\n.relocatable\n"
static const char caller[] = HEAD ".kernel k\n.registers 4\n.code\nthere: JCAL 0x0\nEXIT\n.end\n"
                                  ".symbol f - 2 1 0 0 0\n.relocate .text.k there R_CUDA_ABS32_20 f\n";
static const char called[] =
    HEAD ".function f\n.registers 4\n.code\nRET\n.end\n.function g\n.registers 4\n.code\nRET\n.end\n";

static struct file assemble(const char *text)
{
    struct hw_module *module;
    struct file file;

    assert_int_equal(hw_listing_read(text, HW_SYNTAX_NV, "sm_52", &module, NULL), HW_OK);
    assert_int_equal(hw_module_write(module, HW_CONTAINER_ELF64, &file.bytes, &file.length, NULL), HW_OK);
    hw_module_free(module);
    return file;
}

static hw_status add(struct hw_linker *linker, const char *text, struct hw_error *error)
{
    const struct file file = assemble(text);
    const hw_status status = hw_linker_add(linker, "file", file.bytes, file.length, error);

    free(file.bytes);
    return status;
}

static void what_is_linked_and_what_is_said(void **state)
{
    struct hw_linker *linker;
    uint8_t *cubin;
    size_t length;
    struct hw_error error;

    (void)state;
    assert_int_equal(hw_linker_create(NULL, &linker, NULL), HW_OK);
    assert_string_equal(hw_linker_messages(linker), "");
    assert_int_equal(add(linker, caller, NULL), HW_OK);
    assert_int_equal(add(linker, called, NULL), HW_OK);
    assert_int_equal(hw_linker_finish(linker, &cubin, &length, &error), HW_OK);
    assert_string_equal(hw_linker_messages(linker), "note: 1 function that nobody uses left out\n");
    assert_true(length > 500);
    free(cubin);
    assert_int_equal(hw_linker_finish(linker, &cubin, &length, &error), HW_ERR_ARGUMENT); /* once more */
    assert_int_equal(add(linker, called, &error), HW_ERR_ARGUMENT);
    hw_linker_free(linker);
}

static void wrong_use(void **state)
{
    const struct hw_linker_options none = {.target = "sm_99"}, other = {.target = "sm_61"};
    struct hw_linker *linker;
    uint8_t *cubin;
    size_t length;
    struct hw_error error;

    (void)state;
    assert_int_equal(hw_linker_create(&none, &linker, &error), HW_ERR_UNSUPPORTED);
    assert_null(linker);
    assert_int_equal(hw_linker_create(&other, &linker, &error), HW_OK);
    assert_int_equal(hw_linker_finish(linker, &cubin, &length, &error), HW_ERR_ARGUMENT);
    assert_null(cubin);
    assert_int_equal(add(linker, caller, &error), HW_ERR_FORMAT);
    assert_string_equal(error.text, "file is for sm_52; expected sm_61 as before");
    hw_linker_free(linker);
    hw_linker_free(NULL);
}

static void each_error_is_a_line_and_the_first_is_the_result(void **state)
{
    struct hw_linker *linker;
    uint8_t *cubin;
    size_t length;
    struct hw_error error;

    (void)state;
    assert_int_equal(hw_linker_create(NULL, &linker, NULL), HW_OK);
    assert_int_equal(add(linker, called, NULL), HW_OK);
    assert_int_equal(add(linker, called, NULL), HW_OK);
    assert_int_equal(hw_linker_finish(linker, &cubin, &length, &error), HW_ERR_FORMAT);
    assert_null(cubin);
    assert_string_equal(error.text, "multiple definitions of 'f': in file and in file");
    assert_string_equal(hw_linker_messages(linker),
                        "error: multiple definitions of 'f': in file and in file\n"
                        "error: multiple definitions of 'g': in file and in file\n");
    hw_linker_free(linker);
}

/* What the machine serves is no undefined symbol. */
static void functions_of_the_machine_are_external(void **state)
{
    char name[128];

    (void)state;
    for (uint32_t i = 0; i < HW_DEVICE_CALL_UNDEFINED; i++)
        assert_true(hw_link_is_external(hw_device_call_name(HW_DEVICE_CALL_BASE + i * HW_DEVICE_CALL_STEP)));
    for (uint32_t i = 0; i < hw_device_function_count(); i++) {
        assert_true(hw_link_is_external(hw_device_function_at(i)->name));
        snprintf(name, sizeof name, "__cudaCDP2%s", hw_device_function_at(i)->name + strlen("cuda"));
        assert_true(hw_link_is_external(name));
    }
    assert_false(hw_link_is_external("print"));
}

/* A partial link leaves local names of several files in one: functions, and variables before the one that
 * other files mean. */
static const char repeated[] =
    HEAD ".function f#2\n.registers 7\n.code\nRET\n.end\n.function f\n.registers 9\n.code\nthere: JCAL 0x0\n"
         "RET\n.end\n.section .nv.global 8 3 4 0 8\n"
         ".symbol f#2 .text.f#2 2 0 0 0 0\n.symbol v#2 .nv.global 1 0 0 0 4\n"
         ".symbol f .text.f 2 1 0 0 0\n.symbol v .nv.global 1 1 0 4 4\n"
         ".relocate .text.f there R_CUDA_ABS32_20 f#2\n";
static const char user_of_v[] =
    HEAD ".kernel k\n.registers 4\n.code\nthere: JCAL 0x0\nhere: MOV32I R0, 0x0\nEXIT\n.end\n"
         ".symbol f - 2 1 0 0 0\n.symbol v - 13 1 32 0 0\n.relocate .text.k there R_CUDA_ABS32_20 f\n"
         ".relocate .text.k here R_CUDA_ABS32_LO_20 v\n";

static void names_that_repeat_in_a_file(void **state)
{
    struct hw_linker *linker;
    struct hw_module *module;
    uint8_t *cubin;
    size_t length = 0;
    struct hw_error error;

    (void)state;
    assert_int_equal(hw_linker_create(NULL, &linker, NULL), HW_OK);
    assert_int_equal(add(linker, user_of_v, NULL), HW_OK);
    if (add(linker, repeated, &error) != HW_OK || hw_linker_finish(linker, &cubin, &length, &error) != HW_OK)
        fail_msg("%s", error.text);
    assert_int_equal(hw_module_read(cubin, length, &module, NULL), HW_OK);
    assert_int_equal(hw_module_find_kernel(module, "f")->registers, 9);
    assert_int_equal(hw_module_find_kernel(module, "f$2")->registers, 7);
    assert_int_equal(hw_module_find_symbol(module, "v")->value, 4);
    assert_int_equal(hw_module_find_kernel(module, "k")->registers, 9);
    for (size_t i = 0; i < module->reloc_count; i++)
        if (strcmp(module->relocs[i].section, ".text.f") == 0)
            assert_string_equal(module->relocs[i].symbol, "f$2");
    hw_module_free(module);
    free(cubin);
    hw_linker_free(linker);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_linked_and_what_is_said),
        cmocka_unit_test(wrong_use),
        cmocka_unit_test(each_error_is_a_line_and_the_first_is_the_result),
        cmocka_unit_test(functions_of_the_machine_are_external),
        cmocka_unit_test(names_that_repeat_in_a_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
