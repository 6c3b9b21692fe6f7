/* SPDX-License-Identifier: MIT */
/* A kernel that moves its stack by what only a thread knows (alloca) has the stack of kernels that call,
 * whatever size its file says. */
#include <halfwarp/image.h>
#include <halfwarp/listing.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static struct hw_memory *memory;

static int make_memory(void **state)
{
    (void)state;
    return hw_memory_create(&memory, NULL) != HW_OK;
}

static int free_memory(void **state)
{
    (void)state;
    hw_memory_destroy(memory);
    return 0;
}

enum { FRAME = 32 };

/* The local memory of a kernel with a small frame, each thread's. */
static uint32_t local_bytes(const char *target, const char *code)
{
    char text[512];
    struct hw_module *read, *module;
    struct hw_image image;
    struct hw_launch launch = {0};
    struct hw_error error;

    snprintf(text, sizeof text,
             ".target %s\n.container elf64\n.kernel k\n.registers 8\n.local %u\n.code\n%s\nEXIT\n.end\n",
             target, FRAME, code);
    if (hw_listing_read(text, HW_SYNTAX_NV, NULL, &read, &error) != HW_OK)
        fail_msg("%s: %s in %s", target, error.text, code);
    uint8_t *file;
    size_t bytes;
    assert_int_equal(hw_module_write(read, HW_CONTAINER_ELF64, &file, &bytes, &error), HW_OK);
    assert_int_equal(hw_module_read(file, bytes, &module, &error), HW_OK);
    assert_int_equal(hw_image_load(&image, module, module->kernels[0], memory, &error), HW_OK);
    assert_int_equal(hw_target_find(target, &launch.code.target, &error), HW_OK);
    hw_image_bind(&image, &launch);
    hw_image_unload(&image);
    hw_module_free(module);
    hw_module_free(read);
    free(file);
    return launch.local_bytes;
}

struct stack_row {
    const char *target, *begin; /* the stack pointer */
    const char *bounded[4], *grows[4];
};

static const struct stack_row rows[] = {
    {"sm_20",
     "MOV R1, c[0x1][0x100]",
     {"IADD R1, R1, -0x20", "MOV32I R1, 0x20", "LDL R1, [R1+0x10]"},
     {"ISUB R1, R1, R4", "MOV R1, R4", "IADD R1, R1, c[0x0][0x20]"}},
    {"sm_35",
     "MOV R1, c[0x0][0x44]",
     {"IADD R1, R1, -0x20", "LOP.AND R1, R1, 0xfff0"},
     {"ISUB R1, R1, R4", "IADD R1, R1, c[0x0][0x140]"}},
    {"sm_52",
     "MOV R1, c[0x0][0x20]",
     {"IADD32I R1, R1, -0x20", "LOP32I.AND R1, R1, 0xfffffff0", "LDL R1, [R1+0x10]"},
     {"IADD R1, R1, -R4", "MOV R1, R5", "IADD R1, R1, c[0x0][0x140]"}},
    {"sm_80",
     "IMAD.MOV.U32 R1, RZ, RZ, c[0x0][0x28]",
     {"IADD3 R1, R1, -0x20, RZ", "LOP3.LUT R1, R1, 0xfffffff0, RZ, 0xc0, !PT", "LDL R1, [R1+0x10]"},
     {"IMAD.IADD R1, R1, 0x1, -R0", "IADD3 R1, R1, -c[0x0][0x160], RZ", "IADD3 R1, R1, -UR4, RZ"}},
};

static void a_stack_that_grows(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned k = 0; k < 4; k++) {
            char code[128];
            const char *const bounded = rows[i].bounded[k], *const grows = rows[i].grows[k];
            if (bounded) {
                snprintf(code, sizeof code, "%s\n%s", rows[i].begin, bounded);
                assert_int_equal(local_bytes(rows[i].target, code), FRAME);
            }
            if (grows) {
                snprintf(code, sizeof code, "%s\n%s", rows[i].begin, grows);
                assert_int_equal(local_bytes(rows[i].target, code), HW_STACK_BYTES);
                /* Without a stack R1 is any register. */
                assert_int_equal(local_bytes(rows[i].target, grows), FRAME);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_stack_that_grows)};
    return cmocka_run_group_tests(tests, make_memory, free_memory);
}
