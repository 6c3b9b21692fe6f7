/* SPDX-License-Identifier: MIT */
/* libcudart.so.11.0: the numbers of errors, the properties and the pointers of CUDA 11; launches as its nvcc
 * compiles them are in test_cuda_later.c. */
#include "cuda/runtime/runtime.h"
#include "cuda_test.h"
#include "made_fatbin.h"

#include <dlfcn.h>
#include <stddef.h>

/* The beginning and some later fields of struct cudaDeviceProp. */
struct properties {
    char name[256], identifiers[28];
    size_t global_bytes, shared_bytes;
    char between[120];
    int maxTexture2D[2];
    char more[192];
    int threads, priorities, cache[2];
    size_t shared_of_multiprocessor;
    char rest[80];
};

static void structures(void **state)
{
    struct {
        struct properties properties;
        int guard;
    } has;

    (void)state;
    assert_int_equal(offsetof(struct properties, global_bytes), 288);
    assert_int_equal(offsetof(struct properties, threads), 624);
    memset(&has, 0x55, sizeof has);
    assert_cuda(cudaGetDeviceProperties((struct cudaDeviceProp *)(void *)&has, 0));
    assert_int_equal(has.guard, 0x55555555);
    assert_string_equal(has.properties.name, "gm204 (halfwarp)");
    assert_true(has.properties.global_bytes >= 1 << 30 && has.properties.shared_bytes == 49152);
    assert_true(has.properties.threads == 2048 && has.properties.shared_of_multiprocessor >= 49152);
}

static void errors(void **state)
{
    void *block;

    (void)state;
    assert_error((int)cudaMalloc(NULL, 4), 1);
    assert_error((int)cudaGetLastError(), 1);
    assert_error((int)cudaSetDevice(7), 101);
    assert_error((int)cudaPeekAtLastError(), 101);
    assert_string_equal(cudaGetErrorString(cudaSuccess), "no error");
    assert_string_equal(cudaGetErrorString((cudaError_t)101), "invalid device ordinal");
    assert_string_equal(cudaGetErrorString((cudaError_t)719), "unspecified launch failure");
    assert_error((int)cudaMalloc(&block, (size_t)1 << 50), 2);
    assert_error((int)__cudaPopCallConfiguration(NULL, NULL, NULL, NULL), 52);
}

static void pointers(void **state)
{
    struct cudaPointerAttributes about;
    int own = 0;

    (void)state;
    assert_cuda(cudaPointerGetAttributes(&about, &own));
    assert_true(about.memoryType == 0 && about.devicePointer == NULL && about.hostPointer == &own);
}

/* The structure goes on behind CUDA 4's. */
static void kernels(void **state)
{
    static const char *const targets[] = {"sm_50", NULL};
    static char stub;
    struct {
        struct cudaFuncAttributes known;
        int cache_mode, most_dynamic_bytes, carveout, padding, guard;
    } kernel;
    struct fatbin variables;

    (void)state;
    fatbin_make(&variables, "variables", targets);
    void **handle = __cudaRegisterFatBinary(&variables.wrapper);
    add_kernel(handle, &stub, "variable_written");
    memset(&kernel, 0x55, sizeof kernel);
    assert_cuda(cudaFuncGetAttributes(&kernel.known, &stub));
    assert_true(kernel.known.binaryVersion == 50 && kernel.cache_mode == 0 && kernel.carveout == -1);
    assert_int_equal(kernel.most_dynamic_bytes, 49152);
    assert_cuda(cudaFuncSetAttribute(&stub, HW_CUDA_CARVEOUT, 50));
    assert_cuda(cudaFuncSetAttribute(&stub, HW_CUDA_MOST_DYNAMIC_BYTES, 1000));
    assert_cuda(cudaFuncGetAttributes(&kernel.known, &stub));
    assert_true(kernel.carveout == 50 && kernel.most_dynamic_bytes == 1000);
    assert_int_equal(kernel.guard, 0x55555555);
    cudaDeviceReset();
    __cudaUnregisterFatBinary(handle);
    fatbin_free(&variables);
}

/* What the toolkit has and nobody has written: the error of an operation that is not supported, which is not
 * the last error. */
static void missing_functions(void **state)
{
    int (*missing)(void *) =
        (int (*)(void *))dlvsym(RTLD_DEFAULT, "cudaEGLStreamConsumerConnect", "libcudart.so.11.0");

    (void)state;
    assert_non_null(missing);
    assert_int_equal(missing(NULL), 801);
    assert_error((int)cudaGetLastError(), 0);
    assert_null(dlsym(RTLD_DEFAULT, "cudaMemPrefetchAsync_v2")); /* of CUDA 12 */
    assert_null(dlsym(RTLD_DEFAULT, "cudaLaunchHostFunc_v2"));   /* of CUDA 13 */
}

/* CUDA 11 has an error where CUDA 12 has a status, for which programs give no room. */
static void driver_functions(void **state)
{
    void *function = NULL, *other = NULL;
    int untouched = 7;

    (void)state;
    assert_cuda(cudaGetDriverEntryPoint("cuInit", &function, 0, &untouched));
    assert_non_null(function);
    assert_cuda(cudaGetDriverEntryPoint("cuGetProcAddress", &function, 0, &untouched));
    assert_error((int)cudaGetDriverEntryPoint("cuNothing", &function, 0, &untouched), 500);
    assert_null(function);
    assert_string_equal(cudaGetErrorString((cudaError_t)500), "named symbol not found");
    assert_error((int)cudaGetDriverEntryPoint(NULL, &function, 0, &untouched), 1);
    assert_error((int)cudaGetDriverEntryPoint("cuInit", NULL, 0, &untouched), 1);
    assert_error((int)cudaGetDriverEntryPoint_ptsz("cuInit", &function, 3, &untouched), 1);
    assert_cuda(cudaGetDriverEntryPoint_ptsz("cuGetProcAddress", &other, 1, &untouched));
    assert_cuda(cudaGetDriverEntryPoint("cuGetProcAddress", &function, 1, &untouched));
    assert_ptr_equal(function, other);
    assert_int_equal(untouched, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missing_functions), cmocka_unit_test(structures), cmocka_unit_test(errors),
        cmocka_unit_test(pointers),          cmocka_unit_test(kernels),    cmocka_unit_test(driver_functions),
    };
    setenv("HALFWARP_CHIP", "sm_52", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
