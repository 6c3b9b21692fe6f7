/* SPDX-License-Identifier: MIT */
/* ELF cubins of Fermi and Kepler as CUDA 3 to 8 wrote them: modules are made from listings that say what such
 * files say, written in both classes, read, and must say it again. */
#include "cubin_listing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <halfwarp/image.h>

/* CUDA 4.0, 32-bit: literals in bank 16, addresses of variables in bank 14, a texture in a slot, parameters
 * whose records begin with all ones.  The module's records do not speak of the kernel. */
static const char sm_20[] =
    ".target sm_20\n.abi 4\n.container elf32\n.elf_flags 0x140100\n.os_abi 51\n.toolkit 1\n"
    ".info 4 IMAGE_SIZE 16 image\n.u32 0, 0xffffffff, 0xffffffff, 0xffffffff\n"
    ".kernel k\n.registers 10\n.barriers 1\n.shared 64\n.local 8\n"
    ".param_base 32\n.param_slot 2\n.param_bytes 8\n"
    ".param 1 4 4 0x1f000 0xffffffff\n.param 0 0 4 0x1f000 0xffffffff\n"
    ".info 4 CBANK_PARAM_OFFSETS 8\n.u32 0, 4\n"
    ".info 4 IMAGE_OFFSET 12 image\n.u32 0, 0xffff0020, 7\n"
    ".info 4 IMAGE_SLOT 8 image\n.u32 0, 3\n"
    ".info 4 MAX_THREADS 12\n.u32 128, 1, 1\n"
    ".info 4 SYNC_STACK 8\n.u32 0x1000c, 1\n"
    ".code\n"
    "MOV R1, c [0x1] [0x100]\n"
    "MOV R0, c [0x10] [0x4]\n"
    "MOV R2, c [0xe] [0x0]\n"
    "ST [R2], R0\n"
    "EXIT\n"
    ".const 0 0 40\n"
    ".const 16 0 8\n.u32 0x11111111, 0x22222222\n"
    ".end\n"
    ".const 14 0 8\n.u32 0, 4\n"
    ".section .text.k 1 6 4 0 0 link .symtab info .text.k modelled\n"
    ".section .nv.constant0.k 1 2 4 0 0 info .text.k modelled\n"
    ".section .nv.constant16.k 1 2 4 0 0 info .text.k modelled\n"
    ".section .nv.shared.k 8 3 4 0 0 info .text.k modelled\n"
    ".section .nv.local.k 8 3 4 0 0 info .text.k modelled\n"
    ".section .nv.info.k 1 2 1 0 0 info .text.k modelled\n"
    ".section .nv.constant14 1 2 4 0 0 modelled\n"
    ".section .rel.nv.constant14 9 0 4 8 0 link .symtab info .nv.constant14 modelled\n"
    ".section .nv.global 8 3 4 0 16\n"
    ".section .nv.info 1 2 1 0 0 modelled\n"
    ".symbol .text.k .text.k 3 0 0 0 40\n"
    ".symbol .nv.constant0.k .nv.constant0.k 3 0 0 0 0\n"
    ".symbol k .text.k 2 1 16 0 0\n"
    ".symbol image - 10 1 0 0 0\n"
    ".symbol heap .nv.global 1 1 0 8 8\n"
    ".relocate .nv.constant14 0 R_CUDA_32 heap\n"
    ".relocate .nv.constant14 4 R_CUDA_32 heap\n";

/* CUDA 4.2: a texture and a surface have places in bank 0, code has addresses of variables and of a function
 * that no file defines; a function stands in the kernel's code. */
static const char sm_30[] =
    ".target sm_30\n.abi 4\n.container elf64\n.elf_flags 0x1e0500\n.os_abi 51\n.toolkit 1\n"
    ".kernel k\n.registers 12\n"
    ".param_base 320\n.param_bytes 0\n"
    ".info 2 BINDLESS_TEXTURE_BANK 0\n"
    ".info 4 EXTERNS 4 malloc\n.u32 0\n"
    ".code\n"
    "high:\nMOV32I R5, 0x0\n"
    "low:\nMOV32I R4, 0x0\n"
    "call:\nJCAL 0x0\n"
    "EXIT\n"
    ".const 0 0 356\n"
    ".const 2 0 4\n.u32 0x3f800000\n"
    ".end\n"
    ".const 3 0 4\n.u32 7\n"
    ".symbol .nv.constant0.k .nv.constant0.k 3 0 0 0 0\n"
    ".symbol .text.k .text.k 3 0 0 0 0\n"
    ".symbol inner .text.k 2 0 0 8 8\n"
    ".symbol k .text.k 2 1 16 0 0\n"
    ".symbol image - 10 1 0 0 0\n"
    ".symbol target - 12 1 0 0 0\n"
    ".symbol malloc - 2 1 0 0 0\n"
    ".symbol variable .nv.global 1 1 0 4 4\n"
    ".section .nv.global 8 3 4 0 16\n"
    ".relocate .nv.constant0.k 320 R_CUDA_TEX_HEADER_INDEX image\n"
    ".relocate .nv.constant0.k 324 R_CUDA_SURF_HW_DESC target\n"
    ".relocate .text.k high R_CUDA_ABS32_HI_26 variable\n"
    ".relocate .text.k low R_CUDA_ABS32_LO_26 variable\n"
    ".relocate .text.k call R_CUDA_ABS32_26 malloc\n";

static struct file written(const struct hw_module *module, enum hw_container container)
{
    struct file file;
    struct hw_error error = {0};
    if (hw_module_write(module, container, &file.bytes, &file.size, &error))
        fail_msg("%s", error.text);
    return file;
}

/* The module as a file of that class says it. */
static struct hw_module *through(const char *text, enum hw_container container)
{
    struct hw_module *module = from_listing(text), *again;
    struct file file = written(module, container);
    struct hw_error error = {0};
    if (hw_module_read(file.bytes, file.size, &again, &error))
        fail_msg("%s", error.text);
    assert_int_equal(again->container, container);
    struct file twice = written(again, container);
    assert_int_equal(file.size, twice.size);
    assert_memory_equal(file.bytes, twice.bytes, file.size);
    free(file.bytes);
    free(twice.bytes);
    hw_module_free(module);
    return again;
}

static const struct hw_nv_info *find_info(const struct hw_nv_infos *infos, const char *name)
{
    for (size_t i = 0; i < infos->count; i++)
        if (infos->list[i].attribute == hw_attribute_find(name))
            return &infos->list[i];
    return NULL;
}

static const struct hw_const *find_bank(const struct hw_kernel *kernel, uint32_t bank)
{
    for (size_t i = 0; i < kernel->const_count; i++)
        if (kernel->consts[i]->bank == bank)
            return kernel->consts[i];
    fail_msg("there is no bank %u", bank);
    return NULL;
}

static const enum hw_container classes[] = {HW_CONTAINER_ELF32, HW_CONTAINER_ELF64};

/* --- sm_20 --------------------------------------------------------------------------------------- */

static void headers_are_those_of_the_day(void **state)
{
    static const uint8_t begin[] = {0x7f, 'E', 'L', 'F', 1, 1, 1, 0x33, 4};
    (void)state;
    struct hw_module *module = from_listing(sm_20);
    struct file file = written(module, module->container);
    assert_memory_equal(file.bytes, begin, sizeof begin);
    assert_int_equal(file.bytes[18], 190);
    assert_int_equal(file.bytes[20], 1); /* e_version */
    assert_memory_equal(file.bytes + 36, ((uint8_t[]){0x14, 1, 0x14, 0}), 4);
    free(file.bytes);
    hw_module_free(module);
}

static void fermi_keeps_its_numbers(void **state)
{
    (void)state;
    for (size_t c = 0; c < 2; c++) {
        struct hw_module *module = through(sm_20, classes[c]);
        const struct hw_kernel *kernel = hw_module_find_kernel(module, "k");
        assert_string_equal(module->target, "sm_20");
        assert_int_equal(module->abi_version, 4);
        assert_false(kernel->function);
        assert_int_equal(kernel->registers, 10);
        assert_int_equal(kernel->barriers, 1);
        assert_int_equal(kernel->shared_bytes, 64);
        assert_int_equal(kernel->local_bytes, 8);
        assert_int_equal(kernel->param_base, 0x20);
        assert_int_equal(kernel->param_bytes, 8);
        assert_int_equal(kernel->param_count, 2);
        assert_int_equal(kernel->params[0].ordinal, 1);
        assert_int_equal(kernel->params[0].index, UINT32_MAX);
        assert_int_equal(kernel->code_bytes, 40);
        static const uint8_t literals[] = {0x11, 0x11, 0x11, 0x11, 0x22, 0x22, 0x22, 0x22};
        assert_memory_equal(find_bank(kernel, 16)->data, literals, 8);
        const struct hw_nv_info *slot = find_info(&kernel->infos, "IMAGE_SLOT");
        assert_string_equal(slot->symbols[0], "image");
        assert_int_equal(slot->data[4], 3);
        assert_non_null(find_info(&kernel->infos, "SYNC_STACK"));
        assert_null(find_info(&module->infos, "REGCOUNT")); /* what a file does not say is not added */
        assert_int_equal(hw_module_find_symbol(module, "image")->type, HW_SYMBOL_TEXTURE);
        hw_module_free(module);
    }
}

static void fermi_loads(void **state)
{
    struct hw_memory *memory;
    struct hw_image image;
    struct hw_error error = {0};
    uint32_t address[2];
    (void)state;
    struct hw_module *module = through(sm_20, HW_CONTAINER_ELF32);
    assert_int_equal(hw_memory_create(&memory, &error), HW_OK);
    if (hw_image_load(&image, module, hw_module_find_kernel(module, "k"), memory, &error))
        fail_msg("%s", error.text);
    memcpy(address, image.bank[14].data, 8);
    assert_true(image.variable[0] < UINT32_MAX); /* 32-bit code has 32-bit pointers */
    assert_int_equal(address[0], image.variable[0] + 8);
    assert_int_equal(address[1], image.variable[0] + 12); /* the place held the addend 4 */
    assert_int_equal(image.bank[16].data[4], 0x22);
    assert_int_equal(hw_image_reference(&image, "image")->entry, 3);
    assert_int_equal(image.bank[14].data[0x20 + 24], 1); /* what a slice counts, where IMAGE_OFFSET says */
    hw_image_unload(&image);
    hw_memory_destroy(memory);
    hw_module_free(module);
}

/* Recursion: frames are known, how many of them is not. */
static void stacks_may_have_no_end(void **state)
{
    static const char text[] =
        ".target sm_20\n.kernel k\n.local 16\n.code\nEXIT\n.end\n.kernel other\n.code\nEXIT\n.end\n"
        ".section .nv.info 1 2 1 0 0 modelled\n"
        ".info 4 FRAME_SIZE 8 k\n.u32 0, 16\n"
        ".info 4 FRAME_SIZE 8 other\n.u32 0, 16\n.info 4 MIN_STACK_SIZE 8 other\n.u32 0, 16\n";
    (void)state;
    struct hw_module *module = through(text, HW_CONTAINER_ELF32);
    assert_true(hw_module_find_kernel(module, "k")->local_bytes == UINT32_MAX);
    assert_int_equal(hw_module_find_kernel(module, "other")->local_bytes, 16);
    hw_module_free(module);
}

/* --- sm_30 --------------------------------------------------------------------------------------- */

static void kepler_keeps_its_relocations(void **state)
{
    static const uint32_t types[] = {6, 8, 11, 10, 5};
    (void)state;
    for (size_t c = 0; c < 2; c++) {
        struct hw_module *module = through(sm_30, classes[c]);
        const struct hw_kernel *kernel = hw_module_find_kernel(module, "k");
        assert_int_equal(module->elf_flags, 0x1e0500);
        assert_int_equal(kernel->param_base, 0x140);
        assert_int_equal(kernel->param_bytes, 0);
        assert_int_equal(kernel->code_bytes, 64);
        assert_null(find_info(&kernel->infos, "CBANK_PARAM_SIZE"));
        assert_int_equal(module->reloc_count, sizeof types / sizeof types[0]);
        for (size_t i = 0; i < module->reloc_count; i++)
            assert_int_equal(module->relocs[i].type, types[i]);
        assert_int_equal(module->relocs[2].offset, 8); /* behind the word of scheduling */
        assert_int_equal(hw_module_find_symbol(module, "target")->type, HW_SYMBOL_SURFACE);
        assert_int_equal(hw_module_find_symbol(module, "inner")->bytes, 8);
        hw_module_free(module);
    }
}

static void kepler_loads(void **state)
{
    struct hw_memory *memory;
    struct hw_image image;
    struct hw_error error = {0};
    const struct hw_reloc_kind *field = hw_reloc_kind((uint32_t)hw_reloc_find("ABS32_26"));
    (void)state;
    struct hw_module *module = through(sm_30, HW_CONTAINER_ELF64);
    assert_int_equal(hw_memory_create(&memory, &error), HW_OK);
    if (hw_image_load(&image, module, hw_module_find_kernel(module, "k"), memory, &error))
        fail_msg("%s", error.text);
    const uint64_t variable = image.variable[0] + 4;
    assert_true(variable > UINT32_MAX);
    assert_true(hw_reloc_get(field, image.code + 8) == variable >> 32);
    assert_true(hw_reloc_get(field, image.code + 16) == (uint32_t)variable);
    assert_true(hw_reloc_get(field, image.code + 24) >= 0xfff00000); /* where the machine serves malloc */
    assert_true(image.calls_out);
    assert_non_null(hw_image_reference(&image, "target"));
    hw_image_unload(&image);
    hw_memory_destroy(memory);
    hw_module_free(module);
}

/* A relocatable file whose kernel calls what another file has: it loads, and the call is the machine's to
 * refuse. */
static void undefined_functions_have_an_address(void **state)
{
    static const char *const kinds[][2] = {
        {"sm_20", "ABS32_26"}, {"sm_30", "ABS32_26"}, {"sm_35", "ABS32_23"}};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        char text[512];
        struct hw_memory *memory;
        struct hw_image image;
        struct hw_error error = {0};
        snprintf(text, sizeof text,
                 ".target %s\n.container elf64\n.relocatable\n.kernel k\n.code\ncall:\nJCAL 0x0\nEXIT\n.end\n"
                 ".symbol elsewhere - 2 1 0 0 0\n"
                 ".relocate .text.k call R_CUDA_%s elsewhere\n",
                 kinds[i][0], kinds[i][1]);
        struct hw_module *module = through(text, HW_CONTAINER_ELF64);
        assert_true(module->relocatable);
        assert_int_equal(hw_memory_create(&memory, &error), HW_OK);
        if (hw_image_load(&image, module, hw_module_find_kernel(module, "k"), memory, &error))
            fail_msg("%s", error.text);
        const struct hw_reloc_kind *field = hw_reloc_kind((uint32_t)hw_reloc_find(kinds[i][1]));
        assert_int_equal(hw_reloc_get(field, image.code + module->relocs[0].offset), 0xfff00160);
        hw_image_unload(&image);
        hw_memory_destroy(memory);
        hw_module_free(module);
    }
}

/* --- from nothing, and what does not go ----------------------------------------------------------- */

static void listings_become_cubins_of_every_chip(void **state)
{
    static const char *const targets[] = {"sm_20", "sm_21", "sm_30", "sm_32", "sm_35", "sm_37"};
    (void)state;
    for (size_t t = 0; t < sizeof targets / sizeof targets[0]; t++)
        for (size_t c = 0; c < 2; c++) {
            char text[256];
            snprintf(text, sizeof text,
                     ".target %s\n.kernel k\n.registers 4\n.param_base 32\n.param_bytes 4\n.code\nMOV R0, "
                     "RZ\nEXIT\n.end\n",
                     targets[t]);
            struct hw_module *module = through(text, classes[c]);
            assert_string_equal(module->target, targets[t]);
            assert_int_equal(module->abi_version, 7);
            assert_int_equal(hw_module_find_kernel(module, "k")->registers, 4);
            assert_non_null(find_info(&module->infos, "REGCOUNT"));
            hw_module_free(module);
        }
}

/* Debug code of CUDA 7 has no section of records for functions that kernels call: none is made for them. */
static void functions_may_have_no_records(void **state)
{
    static const char text[] =
        ".target sm_30\n.container elf64\n.kernel k\n.param_base 320\n.param_bytes 0\n.code\nEXIT\n.end\n"
        ".function listed\n.code\nRET\n.end\n.function new\n.code\nRET\n.end\n"
        ".section .nv.info 0x70000000 0 4 0 0 link .symtab modelled\n"
        ".section .nv.info.k 0x70000000 0 4 0 0 link .symtab info .text.k modelled\n"
        ".section .text.k 1 6 32 0 0 link .symtab modelled\n"
        ".section .text.listed 1 6 32 0 0 link .symtab modelled\n";
    (void)state;
    struct hw_module *module = through(text, HW_CONTAINER_ELF64);
    assert_non_null(hw_module_find_section(module, ".nv.info.k"));
    assert_null(hw_module_find_section(module, ".nv.info.listed"));
    assert_non_null(hw_module_find_section(module, ".nv.info.new"));
    assert_true(hw_module_find_kernel(module, "listed")->function);
    hw_module_free(module);
}

static void numbers_go_into_the_fields_of_each_isa(void **state)
{
    static const struct {
        const char *kind;
        unsigned position, bits;
        uint64_t value, field;
    } list[] = {
        {"ABS32_26", 26, 32, 0x1122334455667788, 0x55667788},
        {"ABS32_HI_26", 26, 32, 0x1122334455667788, 0x11223344},
        {"ABS24_26", 26, 24, 0x55667788, 0x667788},
        {"ABS16_26", 26, 16, 0x55667788, 0x7788},
        {"ABS32_23", 23, 32, 0x1122334455667788, 0x55667788},
        {"ABS32_HI_23", 23, 32, 0x1122334455667788, 0x11223344},
        {"FUNC_DESC32_23", 23, 32, 0x40, 0x40},
        {"ABS24_23", 23, 24, 0x55667788, 0x667788},
    };
    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        const struct hw_reloc_kind *kind = hw_reloc_kind((uint32_t)hw_reloc_find(list[i].kind));
        uint8_t target[8] = {0};
        uint64_t word = 0;
        hw_reloc_put(kind, target, list[i].value);
        for (unsigned b = 0; b < 8; b++)
            word |= (uint64_t)target[b] << 8 * b;
        if (word != list[i].field << list[i].position)
            fail_msg("%s makes 0x%llx", list[i].kind, (unsigned long long)word);
    }
}

/* Whatever is read can be written or is refused, and does no harm. */
static void any_byte_can_be_damaged(void **state)
{
    static const uint8_t values[] = {0, 1, 0x7f, 0xff};
    (void)state;
    for (size_t c = 0; c < 2; c++) {
        struct hw_module *module = from_listing(c ? sm_30 : sm_20);
        struct file file = written(module, classes[c]);
        hw_module_free(module);
        for (size_t at = 4; at < file.size; at += getenv("HW_SAMPLE") ? 7 : 1)
            for (size_t v = 0; v < sizeof values; v++) {
                const uint8_t old = file.bytes[at];
                struct file again = {0};
                file.bytes[at] = values[v];
                if (hw_module_read(file.bytes, file.size, &module, NULL) == HW_OK)
                    hw_module_write(module, classes[c], &again.bytes, &again.size, NULL);
                hw_module_free(module);
                free(again.bytes);
                file.bytes[at] = old;
            }
        free(file.bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headers_are_those_of_the_day),
        cmocka_unit_test(fermi_keeps_its_numbers),
        cmocka_unit_test(fermi_loads),
        cmocka_unit_test(stacks_may_have_no_end),
        cmocka_unit_test(kepler_keeps_its_relocations),
        cmocka_unit_test(kepler_loads),
        cmocka_unit_test(undefined_functions_have_an_address),
        cmocka_unit_test(listings_become_cubins_of_every_chip),
        cmocka_unit_test(functions_may_have_no_records),
        cmocka_unit_test(numbers_go_into_the_fields_of_each_isa),
        cmocka_unit_test(any_byte_can_be_damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
