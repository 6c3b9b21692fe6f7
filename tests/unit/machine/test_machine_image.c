/* SPDX-License-Identifier: MIT */
/* Loading what a module says into banks and memory: modules built by hand, right ones and impossible ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

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

static char kernel_name[] = "k", tesla[] = "sm_13", fermi[] = "sm_20", kepler[] = "sm_35",
            maxwell[] = "sm_50";
static uint8_t code[64];
static struct hw_kernel kernel = {.name = kernel_name, .code = code, .code_bytes = sizeof code};

/* --- Tesla: variables and constants are all there is --- */

static hw_status load_variables(struct hw_variable *list, size_t count)
{
    struct hw_variable *variables[4];
    for (size_t i = 0; i < count; i++)
        variables[i] = &list[i];
    const struct hw_module module = {.target = tesla, .variables = variables, .variable_count = count};
    return hw_image_load(&image, &module, &kernel, memory, &error);
}

static void a_variable_has_memory_and_its_address_a_bank(void **state)
{
    uint8_t first[12] = "hello world", got[12];
    uint32_t address;
    struct hw_variable list[] = {
        {.name = kernel_name, .bank = 14, .offset = 8, .bytes = 12, .addend = 4, .data = first},
        {.name = kernel_name, .bytes = 0, .unaddressed = true},
    };

    (void)state;
    assert_int_equal(load_variables(list, 2), HW_OK);
    assert_int_equal(image.variable_count, 2);
    assert_int_equal(image.bank[14].bytes, 256);
    memcpy(&address, image.bank[14].data + 8, 4);
    assert_int_equal(address, (uint32_t)image.variable[0] + 4);
    assert_int_equal(hw_memory_read(memory, image.variable[0], got, 12, &error), HW_OK);
    assert_memory_equal(got, first, 12);
    hw_image_unload(&image);
    list[0].offset = 65536;
    assert_int_equal(load_variables(list, 1), HW_ERR_RANGE);
    assert_non_null(strstr(error.text, "bank 14 needs 65540 bytes"));
}

static void a_constant_beyond_its_bank(void **state)
{
    struct hw_const constant = {.bank = 1, .offset = 65532, .bytes = 8}, *constants[] = {&constant};
    const struct hw_module module = {.target = tesla, .consts = constants, .const_count = 1};

    (void)state;
    assert_int_equal(hw_image_load(&image, &module, &kernel, memory, &error), HW_ERR_RANGE);
}

/* A second kernel sees what the first has done to the variables, and leaves them behind when it goes. */
static void kernels_of_a_module_can_share_variables(void **state)
{
    uint8_t first[4] = "old", got[4];
    struct hw_variable variable = {.name = kernel_name, .bank = 14, .bytes = 4, .data = first},
                       *list[] = {&variable};
    struct hw_kernel other = {.name = (char[]){"other"}, .code = code, .code_bytes = sizeof code};
    const struct hw_module module = {.target = tesla, .variables = list, .variable_count = 1};
    struct hw_image second;

    (void)state;
    assert_int_equal(hw_image_load(&image, &module, &kernel, memory, &error), HW_OK);
    assert_int_equal(hw_memory_write(memory, image.variable[0], "new", 4, &error), HW_OK);
    assert_int_equal(hw_image_load_beside(&second, &module, &other, &image, &error), HW_OK);
    assert_int_equal(second.variable[0], image.variable[0]);
    assert_memory_equal(second.bank[14].data, image.bank[14].data, 4);
    hw_image_unload(&second);
    assert_int_equal(hw_memory_read(memory, image.variable[0], got, 4, &error), HW_OK);
    assert_memory_equal(got, "new", 4);
    hw_image_unload(&image);
}

/* --- later: sections, symbols, relocations --- */

static uint8_t data[8] = {0x40};
static struct hw_section sections[] = {
    {.name = (char[]){".text.k"}, .modelled = true},
    {.name = (char[]){".nv.global.init"}, .data = data, .bytes = 8},
    {.name = (char[]){".nv.constant3"}, .modelled = true},
    {.name = (char[]){".nv.shared.k"}, .modelled = true},
    {.name = (char[]){".debug_line"}, .bytes = 8},
    {.name = (char[]){".text.other"}, .modelled = true},
};
static struct hw_symbol list[] = {
    {.name = (char[]){"variable"},
     .section = (char[]){".nv.global.init"},
     .type = HW_SYMBOL_OBJECT,
     .value = 4},
    {.name = (char[]){"constant"}, .section = (char[]){".nv.constant3"}, .type = HW_SYMBOL_OBJECT},
    {.name = (char[]){"shared"}, .section = (char[]){".nv.shared.k"}, .type = HW_SYMBOL_OBJECT, .value = 16},
    {.name = (char[]){"number"}, .absolute = true, .value = 0x1234},
    {.name = (char[]){"malloc"}},
    {.name = (char[]){"other"}, .section = (char[]){".text.other"}, .type = HW_SYMBOL_FUNCTION},
    {.name = (char[]){"k"}, .section = (char[]){".text.k"}, .type = HW_SYMBOL_FUNCTION},
};

enum { BITS_32 = 1, GENERIC_32 = 3, GENERIC_64 = 4, TEXTURE = 6, UNKNOWN = 4000 };

/* Load with one relocation of the bank's word `offset` (or of another section); the bank is 8 zero bytes. */
static hw_status relocate_for(char *target, const char *section, uint64_t offset, uint32_t type,
                              const char *symbol)
{
    struct hw_const constant = {.bank = 3, .bytes = 16}, *constants[] = {&constant};
    struct hw_kernel other = {.name = (char[]){"other"}}, *kernels[] = {&kernel, &other};
    struct hw_symbol *symbols[sizeof list / sizeof list[0]];
    struct hw_reloc reloc = {
        .section = (char *)section, .offset = offset, .type = type, .symbol = (char *)symbol};
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        symbols[i] = &list[i];
    const struct hw_module module = {.container = HW_CONTAINER_ELF64,
                                     .target = target,
                                     .consts = constants,
                                     .const_count = 1,
                                     .kernels = kernels,
                                     .kernel_count = 2,
                                     .sections = sections,
                                     .section_count = sizeof sections / sizeof sections[0],
                                     .symbols = symbols,
                                     .symbol_count = sizeof list / sizeof list[0],
                                     .relocs = &reloc,
                                     .reloc_count = 1};
    uint64_t address;
    const hw_status status = hw_image_load(&image, &module, &kernel, memory, &error);
    if (status == HW_OK) {
        assert_int_equal(hw_image_symbol(&image, &module, "variable", &address, &error), HW_OK);
        assert_int_equal(address, image.variable[0] + 4);
        assert_int_equal(hw_image_symbol(&image, &module, "malloc", &address, &error), HW_ERR_NOT_FOUND);
        assert_int_equal(hw_image_symbol(&image, &module, "nothing", &address, &error), HW_ERR_NOT_FOUND);
    }
    return status;
}

static hw_status relocate(const char *section, uint64_t offset, uint32_t type, const char *symbol)
{
    return relocate_for(maxwell, section, offset, type, symbol);
}

static uint64_t value_of(uint32_t type, const char *symbol)
{
    uint64_t value = 0;
    if (relocate(".nv.constant3", 8, type, symbol) != HW_OK)
        fail_msg("%s", error.text);
    memcpy(&value, image.bank[3].data + 8, 8);
    const uint64_t base = image.variable[0];
    hw_image_unload(&image);
    return strcmp(symbol, "variable") == 0 ? value - base : value;
}

static void relocations(void **state)
{
    (void)state;
    assert_int_equal(value_of(BITS_32, "number"), 0x1234);
    assert_int_equal(value_of(BITS_32, "shared"), 16);
    assert_int_equal(value_of(GENERIC_64, "shared"), 0xfe000010);
    assert_int_equal(value_of(GENERIC_64, "variable"), 4);
    assert_int_equal(value_of(BITS_32, "malloc"), 0xfff00040);
    /* A kernel's code is not loaded with another one, but it has an address that nothing else has. */
    assert_int_equal(value_of(BITS_32, "other"), 256);
    assert_int_equal(value_of(BITS_32, "k"), 128);
}

/* What concerns nothing that is loaded is passed over. */
static void relocations_of_nothing(void **state)
{
    static const struct {
        const char *section;
        uint64_t offset;
        uint32_t type;
    } cases[] = {
        {".debug_line", 0, BITS_32},      {".text.other", 0, BITS_32},
        {".text.k", 62, BITS_32},         {".text.nobody", 0, BITS_32},
        {".nv.constant3", 4096, BITS_32}, {".nv.constant3.other", 0, BITS_32},
        {".nv.constant3", 0, TEXTURE},    {".nv.constant3", UINT64_C(0x100000000), BITS_32},
        {".nv.constant3", 0, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (relocate(cases[i].section, cases[i].offset, cases[i].type, "number") != HW_OK)
            fail_msg("%s: %s", cases[i].section, error.text);
        for (unsigned k = 0; k < 16; k++)
            assert_int_equal(image.bank[3].data[k], 0);
        hw_image_unload(&image);
    }
}

static void relocations_that_cannot_be(void **state)
{
    static const struct {
        const char *section, *symbol;
        uint32_t type;
        hw_status status;
        const char *says;
    } cases[] = {
        {".nv.constant3", "nobody", BITS_32, HW_ERR_FORMAT, "names no symbol"},
        {".nv.constant3", NULL, BITS_32, HW_ERR_FORMAT, "names no symbol"},
        {".text.k", "number", UNKNOWN, HW_ERR_UNSUPPORTED, "type 4000 (unknown)"},
        {".text.k", "number", TEXTURE, HW_ERR_UNSUPPORTED, "not linked"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(relocate(cases[i].section, 0, cases[i].type, cases[i].symbol), cases[i].status);
        if (!strstr(error.text, cases[i].says))
            fail_msg("'%s' does not say '%s'", error.text, cases[i].says);
        assert_null(image.layout); /* all is undone */
    }
}

/* A module's constants lie in device memory, where generic addresses of them lead.  Where a launch would say
 * so on Fermi is not known. */
static void constants_have_generic_addresses(void **state)
{
    char *const targets[] = {kepler, maxwell};
    uint64_t value;
    uint8_t got;

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        struct hw_launch launch = {0};
        if (relocate_for(targets[i], ".nv.constant3", 8, GENERIC_64, "constant") != HW_OK)
            fail_msg("%s", error.text);
        memcpy(&value, image.bank[3].data + 8, 8);
        assert_true(value == image.constants && value >= UINT64_C(0x100000000));
        image.bank[3].data[1] = 77;
        assert_int_equal(hw_memory_read(memory, value + 1, &got, 1, &error), HW_OK);
        assert_int_equal(got, 77);
        assert_int_equal(hw_image_extend_bank(&image, 3, 4096, &error), HW_ERR_UNSUPPORTED);
        assert_int_equal(hw_target_find(targets[i], &launch.code.target, &error), HW_OK);
        hw_image_bind(&image, &launch);
        assert_int_equal(launch.constants, value);
        hw_image_unload(&image);
        assert_int_not_equal(hw_memory_read(memory, value, &got, 1, &error), HW_OK);
    }
    assert_int_equal(relocate_for(fermi, ".nv.constant3", 8, GENERIC_64, "constant"), HW_ERR_UNSUPPORTED);
    assert_non_null(strstr(error.text, "constant memory that has none"));
}

/* Constants in device memory are those of all kernels: their relocations are applied with the first image,
 * and what a host has written since stays. */
static void constants_are_relocated_once(void **state)
{
    struct hw_const constant = {.bank = 3, .bytes = 16}, *constants[] = {&constant};
    struct hw_kernel other = {.name = (char[]){"other"}}, *kernels[] = {&kernel, &other};
    struct hw_symbol *symbols[] = {&list[0], &list[6]};
    struct hw_reloc relocs[] = {
        {.section = sections[2].name, .offset = 0, .type = GENERIC_64, .symbol = list[0].name},
        {.section = sections[2].name, .offset = 8, .type = GENERIC_64, .symbol = list[0].name}};
    const struct hw_module module = {.target = maxwell,
                                     .consts = constants,
                                     .const_count = 1,
                                     .kernels = kernels,
                                     .kernel_count = 2,
                                     .sections = sections,
                                     .section_count = sizeof sections / sizeof sections[0],
                                     .symbols = symbols,
                                     .symbol_count = 2,
                                     .relocs = relocs,
                                     .reloc_count = 2};
    struct hw_image second;
    uint64_t value[2];

    (void)state;
    assert_int_equal(hw_image_load(&image, &module, &kernel, memory, &error), HW_OK);
    memset(image.bank[3].data + 8, 0x55, 8);
    if (hw_image_load_beside(&second, &module, &other, &image, &error) != HW_OK)
        fail_msg("%s", error.text);
    assert_ptr_equal(second.bank[3].data, image.bank[3].data);
    memcpy(value, second.bank[3].data, sizeof value);
    assert_true(value[0] == image.variable[0] + 4);
    assert_true(value[1] == UINT64_C(0x5555555555555555));
    hw_image_unload(&second);
    hw_image_unload(&image);
}

static void a_kernel_without_code(void **state)
{
    struct hw_symbol *symbols[] = {&list[3]};
    const struct hw_module module = {.target = maxwell,
                                     .sections = sections + 1,
                                     .section_count = 1,
                                     .symbols = symbols,
                                     .symbol_count = 1};

    (void)state;
    assert_int_equal(hw_image_load(&image, &module, &kernel, memory, &error), HW_ERR_FORMAT);
    assert_non_null(strstr(error.text, "no section with the code of k"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_variable_has_memory_and_its_address_a_bank),
        cmocka_unit_test(kernels_of_a_module_can_share_variables),
        cmocka_unit_test(a_constant_beyond_its_bank),
        cmocka_unit_test(relocations),
        cmocka_unit_test(relocations_of_nothing),
        cmocka_unit_test(relocations_that_cannot_be),
        cmocka_unit_test(constants_have_generic_addresses),
        cmocka_unit_test(constants_are_relocated_once),
        cmocka_unit_test(a_kernel_without_code),
    };
    return cmocka_run_group_tests(tests, make_memory, free_memory);
}
