/* SPDX-License-Identifier: MIT */
/* Functions of the driver by name and version. */
#include "cuda/driver/driver.h"
#include "cuda_driver.h"

#include <dlfcn.h>

enum { FOUND, NO_SYMBOL, LATER };

/* What a name of a version stands for, by both forms of the question. */
static void *entry(const char *name, int version, uint64_t flags)
{
    void *function = &function, *other = NULL;
    int status = -1;

    assert_cu(cuGetProcAddress_v2(name, &function, version, flags, &status));
    assert_int_equal(status == FOUND, function != NULL);
    assert_int_equal(cuGetProcAddress(name, &other, version, flags),
                     function ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND);
    assert_ptr_equal(function, other);
    return function;
}

static int status_of(const char *name, int version)
{
    void *function;
    int status = -1;

    assert_cu(cuGetProcAddress_v2(name, &function, version, 0, &status));
    return status;
}

static void a_version_has_its_form(void **state)
{
    (void)state;
    assert_ptr_equal(entry("cuInit", 13000, 0), cuInit);
    assert_ptr_equal(entry("cuMemAlloc", 11000, 0), cuMemAlloc_v2);
    assert_ptr_equal(entry("cuMemAlloc", 3020, 0), cuMemAlloc_v2);
    assert_true(entry("cuMemAlloc", 3010, 0) != (void *)cuMemAlloc_v2);
    assert_ptr_equal(entry("cuCtxCreate", 11030, 0), cuCtxCreate_v2);
    assert_ptr_equal(entry("cuCtxCreate", 11040, 0), cuCtxCreate_v3);
    assert_ptr_equal(entry("cuCtxCreate", 12040, 0), cuCtxCreate_v3);
    assert_ptr_equal(entry("cuCtxCreate", 12050, 0), cuCtxCreate_v4);
    assert_ptr_equal(entry("cuGetProcAddress", 11080, 0), cuGetProcAddress);
    assert_ptr_equal(entry("cuGetProcAddress", 12000, 0), cuGetProcAddress_v2);
    assert_ptr_equal(entry("cuCtxDestroy", 3020, 0), cuCtxDestroy);
    assert_ptr_equal(entry("cuCtxDestroy", 4000, 0), cuCtxDestroy_v2);
    assert_ptr_equal(entry("cuEventElapsedTime", 12070, 0), cuEventElapsedTime);
    assert_ptr_equal(entry("cuEventElapsedTime", 12080, 0), cuEventElapsedTime_v2);
}

/* A form for each thread's stream, where the library has one; else the legacy stream's. */
static void forms_of_a_thread(void **state)
{
    (void)state;
    assert_ptr_equal(entry("cuGetProcAddress", 12000, 2), cuGetProcAddress_v2); /* has none */
    assert_ptr_equal(entry("cuGetProcAddress", 11080, 2), cuGetProcAddress_ptsz);
    assert_ptr_equal(entry("cuGetProcAddress", 12000, 1), cuGetProcAddress_v2);
    assert_ptr_equal(entry("cuMemAlloc", 12000, 2), cuMemAlloc_v2);
    assert_non_null(entry("cuMemcpyHtoD", 12000, 2));
    assert_ptr_equal(entry("cuMemcpyHtoD", 6050, 2), cuMemcpyHtoD_v2);

    void *function, *self = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
    void *own = dlsym(self, "cuMemcpyHtoD_v2_ptds");
    assert_ptr_equal(entry("cuMemcpyHtoD", 12000, 2), own ? own : (void *)cuMemcpyHtoD_v2);
    dlclose(self);
    assert_cu(cuGetProcAddress_ptsz("cuGetProcAddress", &function, 11080, 0));
    assert_ptr_equal(function, cuGetProcAddress_ptsz);
    assert_cu(cuGetProcAddress_ptsz("cuGetProcAddress", &function, 11080, 1));
    assert_ptr_equal(function, cuGetProcAddress);
}

static void what_is_not_there(void **state)
{
    void *function = &function;

    (void)state;
    assert_int_equal(status_of("cuInit", 13000), FOUND);
    assert_int_equal(status_of("cuLaunchKernelEx", 11050), LATER);
    assert_int_equal(status_of("cuLaunchKernelEx", 11060), FOUND);
    assert_int_equal(status_of("cuNothing", 13000), NO_SYMBOL);
    assert_int_equal(status_of("cuMemAlloc_v2", 13000), NO_SYMBOL); /* a base name is wanted */
    assert_int_equal(status_of("cuMemAllo", 13000), NO_SYMBOL);
    assert_int_equal(status_of("", 13000), NO_SYMBOL);
    assert_int_equal(status_of("malloc", 13000), NO_SYMBOL);
    assert_int_equal(cuGetProcAddress("cuNothing", &function, 13000, 0), CUDA_ERROR_NOT_FOUND);
    assert_null(function);
    assert_int_equal(cuGetProcAddress("cuInit", NULL, 13000, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGetProcAddress(NULL, &function, 13000, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGetProcAddress("cuInit", &function, 13000, 3), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGetProcAddress("cuInit", &function, 14000, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGetProcAddress_v2("cuInit", &function, 14000, 0, NULL), CUDA_ERROR_INVALID_VALUE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_version_has_its_form),
        cmocka_unit_test(forms_of_a_thread),
        cmocka_unit_test(what_is_not_there),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
