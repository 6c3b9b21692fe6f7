/* SPDX-License-Identifier: MIT */
/* Where code lies in images of a module with functions, and what a kernel needs for those that it may run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include <halfwarp/image.h>

static struct hw_memory *memory;
static struct hw_image image;
static struct hw_error error;

static int make_memory(void **state)
{
    (void)state;
    return hw_memory_create(&memory, &error) != HW_OK;
}

static int free_memory(void **state)
{
    (void)state;
    hw_memory_destroy(memory);
    return 0;
}

static char kernel_name[] = "k", maxwell[] = "sm_50";

static uint8_t function_code[64];
static struct hw_section code_sections[] = {
    {.name = (char[]){".text.k"}, .modelled = true}, {.name = (char[]){".text.f"}, .modelled = true},
    {.name = (char[]){".text.g"}, .modelled = true}, {.name = (char[]){".text.unused"}, .modelled = true},
    {.name = (char[]){".nv.callgraph"}, .bytes = 0},
};
static struct hw_symbol code_symbols[] = {
    {.name = (char[]){"f"}, .section = (char[]){".text.f"}, .type = HW_SYMBOL_FUNCTION},
    {.name = (char[]){"g"}, .section = (char[]){".text.g"}, .type = HW_SYMBOL_FUNCTION},
};

enum { HALF_OF_32 = 43, RELATIVE = 40 };

/* A kernel that names function f, which names g; a third function is not named. */
static hw_status load_functions(size_t section_count, uint32_t type, size_t kernel_bytes)
{
    struct hw_kernel f = {.name = (char[]){"f"},
                          .code = function_code,
                          .code_bytes = 64,
                          .function = true,
                          .registers = 30},
                     g = {.name = (char[]){"g"},
                          .code = function_code,
                          .code_bytes = 64,
                          .function = true,
                          .registers = 40},
                     unused = {.name = (char[]){"unused"},
                               .code = function_code,
                               .code_bytes = 64,
                               .function = true,
                               .registers = 60};
    struct hw_kernel caller = {
        .name = kernel_name, .code = calloc(1, kernel_bytes), .code_bytes = kernel_bytes, .registers = 10};
    struct hw_kernel *kernels[] = {&caller, &unused, &f, &g};
    struct hw_symbol *symbols[] = {&code_symbols[0], &code_symbols[1]};
    struct hw_reloc relocs[] = {
        {.section = code_sections[0].name, .offset = 8, .type = type, .symbol = code_symbols[0].name},
        {.section = code_sections[1].name, .offset = 8, .type = HALF_OF_32, .symbol = code_symbols[1].name}};
    const struct hw_module module = {.target = maxwell,
                                     .kernels = kernels,
                                     .kernel_count = 4,
                                     .sections = code_sections,
                                     .section_count = section_count,
                                     .symbols = symbols,
                                     .symbol_count = 2,
                                     .relocs = relocs,
                                     .reloc_count = 2};
    struct hw_launch launch = {0};
    uint64_t offset;

    hw_status status = hw_image_load(&image, &module, &caller, memory, &error);
    if (status == HW_OK) {
        assert_int_equal(hw_target_find(maxwell, &launch.code.target, &error), HW_OK);
        hw_image_bind(&image, &launch);
        assert_int_equal(launch.code.registers, section_count == 5 ? 10 : 40);
        assert_int_equal(launch.local_bytes, HW_STACK_BYTES);
        assert_int_equal(hw_code_pieces(&launch.code), 3);
        assert_int_equal(hw_code_piece(&launch.code, 1).address, 384); /* 128 has the unused one, 256 ... */
        assert_ptr_equal(hw_image_code_at(&image, 0, &offset), &code_sections[0]);
        assert_ptr_equal(hw_image_code_at(&image, 384 + 8, &offset), &code_sections[1]);
        assert_int_equal(offset, 8);
        assert_null(hw_image_code_at(&image, 384 + 64, &offset));
        hw_image_unload(&image);
    }
    free(caller.code);
    return status;
}

static void functions_lie_behind_the_longest_kernel(void **state)
{
    (void)state;
    /* Without a call graph the needs of the kernel for them are not counted. */
    assert_int_equal(load_functions(4, HALF_OF_32, 128), HW_OK);
    assert_int_equal(load_functions(5, HALF_OF_32, 128), HW_OK);
}

static void a_function_too_far_away(void **state)
{
    (void)state;
    assert_int_equal(load_functions(4, RELATIVE, 128), HW_OK);
    assert_int_equal(load_functions(4, RELATIVE, 1 << 24), HW_ERR_RANGE);
    assert_non_null(strstr(error.text, "too far from f"));
}

/* As nvcc -G makes them: thousands of functions, sections and symbols, and relocations of debug data.  What
 * has a name is looked up once a module; one by one, and for each kernel, this takes minutes. */
static void thousands_of_relocations(void **state)
{
    enum { CODES = 2000, LOADED = 20, RELOCS = 40000, NAME = 160 };
    static char names[CODES][NAME];
    static struct hw_kernel codes[CODES], *kernels[CODES];
    static struct hw_section many[CODES + 1];
    static struct hw_symbol symbols[CODES], *symbol_list[CODES];
    static struct hw_reloc relocs[RELOCS];
    struct hw_image images[LOADED];
    const struct hw_module module = {.target = maxwell,
                                     .kernels = kernels,
                                     .kernel_count = CODES,
                                     .sections = many,
                                     .section_count = CODES + 1,
                                     .symbols = symbol_list,
                                     .symbol_count = CODES,
                                     .relocs = relocs,
                                     .reloc_count = RELOCS};
    const clock_t begin = clock();

    (void)state;
    for (unsigned i = 0; i < CODES; i++) {
        snprintf(names[i], NAME, ".text.%0*u", NAME - 7, i); /* as similar as mangled ones */
        codes[i] = (struct hw_kernel){.name = names[i] + 6,
                                      .code = function_code,
                                      .code_bytes = sizeof function_code,
                                      .function = i >= LOADED};
        many[i] = (struct hw_section){.name = names[i], .modelled = true};
        symbols[i] =
            (struct hw_symbol){.name = names[i] + 6, .section = names[i], .type = HW_SYMBOL_FUNCTION};
        kernels[i] = &codes[i];
        symbol_list[i] = &symbols[i];
    }
    many[CODES] = (struct hw_section){.name = (char[]){".debug_info"}, .bytes = RELOCS};
    for (unsigned i = 0; i < RELOCS; i++)
        relocs[i] = (struct hw_reloc){.section = many[i % 2 ? CODES : i / 2 % CODES].name,
                                      .offset = 8,
                                      .type = HALF_OF_32,
                                      .symbol = names[i / 7 % CODES] + 6};
    assert_int_equal(hw_image_load(&images[0], &module, kernels[0], memory, &error), HW_OK);
    for (unsigned i = 1; i < LOADED; i++)
        assert_int_equal(hw_image_load_beside(&images[i], &module, kernels[i], &images[0], &error), HW_OK);
    for (unsigned i = LOADED; i-- > 0;)
        hw_image_unload(&images[i]);
    const double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    print_message("%.3f s for %d kernels\n", seconds, LOADED);
    assert_true(seconds < 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_lie_behind_the_longest_kernel),
        cmocka_unit_test(a_function_too_far_away),
        cmocka_unit_test(thousands_of_relocations),
    };
    return cmocka_run_group_tests(tests, make_memory, free_memory);
}
