/* SPDX-License-Identifier: MIT */
/* Parameters of kernels in cubins: which record has how many bytes, and where they begin. */
#include "cubin_listing.h"
#include "samples.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As ptxas of CUDA 13 writes a kernel whose parameters have more than 4352 bytes. */
static const char wide[] = ".target sm_80\n.container elf64\n.kernel k\n.registers 8\n"
                           ".param_base 6784\n.param_bytes 20012\n"
                           ".param_v2 2 20008 4 0\n.param_v2 1 8 20000 0x8001\n.param_v2 0 0 8 0 0xffffffff\n"
                           ".code\nEXIT\n.end\n";

/* Its records in the file, from PARAM_CBANK's second word on. */
static const uint8_t records[] = {
    0x80, 0x1a, 0x2c, 0x4e, 0x03, 0x19, 0x2c, 0x4e, /* CBANK_PARAM_SIZE */
    0x04, 0x45, 12,   0,    0,    0,    0,    0,    2, 0, 0x28, 0x4e, 4,    0,    0,    0,
    0x04, 0x45, 12,   0,    0,    0,    0,    0,    1, 0, 8,    0,    0x20, 0x4e, 0x01, 0x80,
    0x04, 0x45, 12,   0,    0xff, 0xff, 0xff, 0xff, 0, 0, 0,    0,    8,    0,    0,    0,
};

static const uint8_t *find(const uint8_t *bytes, size_t length, const uint8_t *part, size_t part_length)
{
    for (size_t i = 0; i + part_length <= length; i++)
        if (memcmp(bytes + i, part, part_length) == 0)
            return bytes + i;
    return NULL;
}

static uint8_t *written(const struct hw_module *module, size_t *length)
{
    struct hw_error error = {0};
    uint8_t *bytes;

    if (hw_module_write(module, HW_CONTAINER_ELF64, &bytes, length, &error))
        fail_msg("%s", error.text);
    return bytes;
}

static void wide_records_are_read_and_written(void **state)
{
    struct hw_error error = {0};
    struct hw_module *module = from_listing(wide), *again;
    size_t length, second_length;
    uint8_t *bytes = written(module, &length);

    (void)state;
    assert_non_null(find(bytes, length, records, sizeof records));
    if (hw_module_read(bytes, length, &again, &error))
        fail_msg("%s", error.text);
    const struct hw_kernel *kernel = hw_module_find_kernel(again, "k");
    assert_int_equal(kernel->param_base, 0x1a80);
    assert_int_equal(kernel->param_bytes, 20012);
    assert_int_equal(kernel->param_count, 3);
    assert_int_equal(kernel->params[1].bytes, 20000);
    assert_int_equal(kernel->params[1].offset, 8);
    assert_int_equal(kernel->params[1].flags, 0x8001);
    assert_int_equal(kernel->params[2].index, UINT32_MAX);
    assert_true(kernel->params[0].wide && kernel->params[1].wide && kernel->params[2].wide);
    for (size_t i = 0; i < kernel->infos.count; i++)
        assert_int_not_equal(kernel->infos.list[i].attribute, hw_attribute_find("KPARAM_INFO_V2"));
    uint8_t *second = written(again, &second_length);
    assert_int_equal(length, second_length);
    assert_memory_equal(bytes, second, length);
    free(bytes);
    free(second);
    hw_module_free(module);
    hw_module_free(again);
}

static void each_record_has_its_limit(void **state)
{
    static const struct {
        struct hw_param param;
        const char *says; /* NULL: it is taken */
    } cases[] = {
        {{.bytes = 16383, .flags = 0x3ffff}, NULL},
        {{.bytes = 16384},
         "parameter 0 of kernel k has 16384 bytes; at most 16383 can be recorded in "
         "KPARAM_INFO, expected KPARAM_INFO_V2"},
        {{.flags = 0x40000}, "parameter 0 of kernel k has flags 0x40000; expected 18 bits"},
        {{.bytes = 65535, .flags = 0xffff, .wide = true}, NULL},
        {{.flags = 0x10000, .wide = true}, "parameter 0 of kernel k has flags 0x10000; expected 16 bits"},
    };
    struct hw_error error = {0};
    struct hw_module *module = from_listing(wide);
    struct hw_kernel *kernel = hw_module_find_kernel(module, "k");

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const hw_status status = hw_kernel_add_param(kernel, &cases[i].param, &error);
        assert_int_equal(status, cases[i].says ? HW_ERR_RANGE : HW_OK);
        if (cases[i].says)
            assert_string_equal(error.text, cases[i].says);
    }
    hw_module_free(module);
}

static const struct hw_nv_info *find_info(const struct hw_kernel *kernel, const char *name)
{
    for (size_t i = 0; i < kernel->infos.count; i++)
        if (kernel->infos.list[i].attribute == hw_attribute_find(name))
            return &kernel->infos.list[i];
    fail_msg("there is no record %s", name);
    return NULL;
}

/* ptxas 12.9 and later have the bank and the size behind the parameters: they are records of the list, with
 * the kernel's numbers. */
static void sizes_may_stand_apart(void **state)
{
    struct sample sample = sample_read("tests/data/containers/clusters.sm_100a.cubin");
    struct hw_module *module, *again;
    struct hw_error error;
    size_t length;

    (void)state;
    assert_int_equal(hw_module_read(sample.bytes, sample.size, &module, &error), HW_OK);
    struct hw_kernel *kernel = hw_module_find_kernel(module, "ranked");
    assert_int_equal(kernel->param_base, 0x380);
    assert_int_equal(kernel->param_bytes, 8);
    assert_int_equal(kernel->param_count, 1);
    assert_string_equal(find_info(kernel, "PARAM_CBANK")->symbols[0], ".nv.constant0.ranked");
    kernel->param_bytes = 12;
    uint8_t *bytes = written(module, &length);
    assert_int_equal(hw_module_read(bytes, length, &again, &error), HW_OK);
    kernel = hw_module_find_kernel(again, "ranked");
    assert_int_equal(kernel->param_bytes, 12);
    assert_int_equal(find_info(kernel, "CBANK_PARAM_SIZE")->value, 12);
    free(bytes);
    free(sample.bytes);
    hw_module_free(module);
    hw_module_free(again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wide_records_are_read_and_written),
        cmocka_unit_test(each_record_has_its_limit),
        cmocka_unit_test(sizes_may_stand_apart),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
