/* SPDX-License-Identifier: MIT */
/* Kernels of the program as the driver's handles: a function in the current context, and a kernel of none. */
#include "cuda/driver/driver.h"
#include "cuda/runtime/runtime.h"
#include "cuda_test.h"
#include "made_fatbin.h"

#define NAME            "variable_written"
#define assert_cu(call) assert_int_equal(call, CUDA_SUCCESS)

static char stub, nothing;
static struct fatbin variables;
static void **handle;

/* 32 threads each write their number. */
static void run(CUfunction function)
{
    const uint32_t zeros[4] = {0};
    uint32_t got[32] = {9, 9}, n = 3;
    void *in, *out;
    void *values[] = {&in, &out, &n};

    assert_cuda(cudaMalloc(&in, sizeof zeros));
    assert_cuda(cudaMemcpy(in, zeros, sizeof zeros, H2D));
    assert_cuda(cudaMalloc(&out, sizeof got));
    assert_cu(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, NULL, values, NULL));
    assert_cuda(cudaMemcpy(got, out, sizeof got, D2H));
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(got[i], i);
    assert_cuda(cudaFree(in));
    assert_cuda(cudaFree(out));
}

static void a_function_of_the_current_context(void **state)
{
    CUfunction function = NULL, again = NULL, other = NULL;
    const char *name = NULL;

    (void)state;
    assert_cuda(cudaGetFuncBySymbol(&function, &stub));
    run(function);
    assert_cu(cuFuncGetName(&name, function));
    assert_string_equal(name, NAME);
    assert_cuda(cudaGetFuncBySymbol(&again, &stub));
    assert_ptr_equal(again, function);
    assert_cuda(cudaSetDevice(1));
    assert_cuda(cudaGetFuncBySymbol(&other, &stub));
    assert_ptr_not_equal(other, function);
    run(other);
    assert_cuda(cudaSetDevice(0));
    assert_error(cudaGetFuncBySymbol(&function, &nothing), cudaErrorInvalidDeviceFunction);
    assert_error(cudaGetFuncBySymbol(NULL, &stub), cudaErrorInvalidValue);
}

static void a_kernel_of_no_context(void **state)
{
    CUkernel kernel = NULL, again = NULL;
    CUfunction function = NULL, direct = NULL;
    CUlibrary library;
    const char *name = NULL;
    size_t offset = 9, bytes = 9;
    int version = 0;

    (void)state;
    assert_cuda(cudaGetKernel(&kernel, &stub));
    assert_cuda(cudaGetKernel(&again, &stub));
    assert_ptr_equal(again, kernel);
    for (int device = 0; device < 2; device++) {
        assert_cuda(cudaSetDevice(device));
        run((CUfunction)kernel);
        assert_cu(cuKernelGetFunction(&function, kernel));
        assert_cuda(cudaGetFuncBySymbol(&direct, &stub));
        assert_ptr_equal(function, direct);
        assert_cu(cuKernelGetAttribute(&version, CU_FUNC_ATTRIBUTE_BINARY_VERSION, kernel, device));
        assert_int_equal(version, device == 0 ? 61 : 50);
    }
    assert_cuda(cudaSetDevice(0));
    assert_cu(cuKernelGetName(&name, kernel));
    assert_string_equal(name, NAME);
    assert_cu(cuKernelGetParamInfo(kernel, 1, &offset, &bytes));
    assert_true(offset == 8 && bytes == 8);
    assert_int_equal(cuKernelGetLibrary(&library, kernel), CUDA_ERROR_NOT_SUPPORTED);
    assert_error(cudaGetKernel(&again, &nothing), cudaErrorInvalidDeviceFunction);
    assert_error(cudaGetKernel(NULL, &stub), cudaErrorInvalidValue);
}

static void names_and_parameters(void **state)
{
    const char *name = NULL;
    size_t offset = 9, bytes = 9;

    (void)state;
    assert_cuda(cudaFuncGetName(&name, &stub));
    assert_string_equal(name, NAME);
    assert_cuda(cudaFuncGetParamInfo(&stub, 2, &offset, &bytes));
    assert_true(offset == 16 && bytes == 4);
    assert_cuda(cudaFuncGetParamInfo(&stub, 1, &offset, NULL));
    assert_int_equal(offset, 8);
    assert_error(cudaFuncGetParamInfo(&stub, 3, &offset, &bytes), cudaErrorInvalidValue);
    assert_error(cudaFuncGetParamInfo(&stub, 0, NULL, &bytes), cudaErrorInvalidValue);
    assert_error(cudaFuncGetName(NULL, &stub), cudaErrorInvalidValue);
    assert_error(cudaFuncGetName(&name, &nothing), cudaErrorInvalidDeviceFunction);
}

/* The runtime takes it as well as the address. */
static void the_runtime_launches_it(void **state)
{
    const uint32_t zeros[4] = {0};
    uint32_t got[32] = {9, 9}, n = 3;
    CUkernel kernel = NULL;
    void *in, *out;
    void *values[] = {&in, &out, &n};

    (void)state;
    assert_cuda(cudaGetKernel(&kernel, &stub));
    assert_cuda(cudaMalloc(&in, sizeof zeros));
    assert_cuda(cudaMemcpy(in, zeros, sizeof zeros, H2D));
    assert_cuda(cudaMalloc(&out, sizeof got));
    assert_cuda(cudaLaunchKernel(kernel, (dim3){1, 1, 1}, (dim3){32, 1, 1}, values, 0, NULL));
    assert_cuda(cudaMemcpy(got, out, sizeof got, D2H));
    assert_int_equal(got[31], 31);
}

static void it_goes_with_its_code(void **state)
{
    CUkernel kernel = NULL;
    const char *name;

    (void)state;
    assert_cuda(cudaGetKernel(&kernel, &stub));
    __cudaUnregisterFatBinary(handle);
    handle = NULL;
    assert_int_equal(cuKernelGetName(&name, kernel), CUDA_ERROR_INVALID_HANDLE);
}

static int begin(void **state)
{
    static const char *const targets[] = {"sm_61", "sm_50", NULL};

    (void)state;
    setenv("HALFWARP_CHIP", "sm_61,sm_52", 1);
    fatbin_make(&variables, "variables", targets);
    handle = __cudaRegisterFatBinary(&variables.wrapper);
    add_kernel(handle, &stub, NAME);
    return cudaFree(NULL);
}

static int end(void **state)
{
    (void)state;
    cudaDeviceReset();
    if (handle)
        __cudaUnregisterFatBinary(handle);
    fatbin_free(&variables);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_function_of_the_current_context),
        cmocka_unit_test(a_kernel_of_no_context),
        cmocka_unit_test(names_and_parameters),
        cmocka_unit_test(the_runtime_launches_it),
        cmocka_unit_test(it_goes_with_its_code),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
