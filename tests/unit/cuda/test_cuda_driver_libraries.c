/* SPDX-License-Identifier: MIT */
/* The driver API of CUDA 12: libraries of code, whose kernels belong to no context, and what is told about
 * functions and modules; attributes of functions that count at launches. */
#include "cuda/driver/driver.h"
#include "cuda_driver.h"
#include "made_fatbin.h"

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#define NAME         "variable_written"
#define HOST_THREADS 4

enum { MOST_DYNAMIC_BYTES = 8, CARVEOUT, CLUSTER_NEEDED, CLUSTER_WIDTH };

static struct fatbin fatbin;
static CUcontext other; /* on the second device */
static CUlibrary library;
static CUkernel kernel;

static int begin(void **state)
{
    CUcontext top;

    (void)state;
    fatbin_make(&fatbin, "variables", (const char *const[]){"sm_61", "sm_50", NULL});
    return create_context(0) || cuCtxCreate_v2(&other, 0, 1) || cuCtxPopCurrent_v2(&top);
}

static int end(void **state)
{
    fatbin_free(&fatbin);
    return cuCtxDestroy_v2(other) || end_context(state);
}

static int load_library(void **state)
{
    (void)state;
    return cuLibraryLoadData(&library, &fatbin.wrapper, NULL, NULL, 0, NULL, NULL, 0) ||
           cuLibraryGetKernel(&kernel, library, NAME);
}

static int unload_library(void **state)
{
    (void)state;
    return cuLibraryUnload(library);
}

/* Launch in the current context: 32 threads each write their number. */
static CUresult run(CUfunction function)
{
    const uint32_t zeros[4] = {0};
    CUdeviceptr in = copied(zeros, sizeof zeros), out = allocate(128);
    uint32_t n = 3, got[32] = {9, 9};
    void *values[] = {&in, &out, &n};

    const CUresult result = cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, NULL, values, NULL);
    if (result == CUDA_SUCCESS) {
        assert_cu(cuMemcpyDtoH_v2(got, out, sizeof got));
        for (uint32_t i = 0; i < 32; i++)
            assert_int_equal(got[i], i);
    }
    cuMemFree_v2(in);
    cuMemFree_v2(out);
    return result;
}

/* --- libraries --- */

static void a_kernel_runs_in_every_context(void **state)
{
    CUfunction function, there;
    CUmodule module;
    CUcontext top;

    (void)state;
    assert_cu(run((CUfunction)kernel));
    assert_cu(cuKernelGetFunction(&function, kernel));
    assert_cu(run(function));
    assert_cu(cuCtxPushCurrent_v2(other));
    assert_cu(run((CUfunction)kernel));
    assert_cu(cuKernelGetFunction(&there, kernel));
    assert_ptr_not_equal(function, there);
    assert_cu(cuLibraryGetModule(&module, library));
    CUmodule of_function;
    assert_cu(cuFuncGetModule(&of_function, there));
    assert_ptr_equal(module, of_function);
    assert_cu(cuCtxPopCurrent_v2(&top));
    assert_cu(run((CUfunction)kernel));
    assert_cu(cuLibraryGetModule(&of_function, library));
    assert_ptr_not_equal(module, of_function);
    assert_cu(cuModuleUnload(of_function)); /* it is loaded anew */
    assert_cu(run((CUfunction)kernel));
}

/* A context that comes and goes after the library was loaded. */
static void contexts_come_and_go(void **state)
{
    CUcontext context;

    (void)state;
    for (int i = 0; i < 3; i++) {
        assert_cu(cuCtxCreate_v2(&context, 0, 1));
        assert_cu(run((CUfunction)kernel));
        assert_cu(cuCtxDestroy_v2(context));
    }
    assert_cu(run((CUfunction)kernel));
}

static void names_and_numbers(void **state)
{
    CUkernel kernels[64] = {NULL};
    CUlibrary of;
    const char *name;
    unsigned count = 0;
    int seen = 0;

    (void)state;
    assert_cu(cuLibraryGetKernelCount(&count, library));
    assert_in_range(count, 3, 63);
    assert_cu(cuLibraryEnumerateKernels(kernels, 64, library));
    assert_non_null(kernels[count - 1]);
    assert_null(kernels[count]);
    for (unsigned i = 0; i < count; i++)
        seen += kernels[i] == kernel;
    assert_int_equal(seen, 1);
    assert_cu(cuKernelGetName(&name, kernel));
    assert_string_equal(name, NAME);
    assert_cu(cuFuncGetName(&name, (CUfunction)kernel));
    assert_string_equal(name, NAME);
    assert_cu(cuKernelGetLibrary(&of, kernel));
    assert_ptr_equal(of, library);
    kernels[1] = NULL;
    assert_cu(cuLibraryEnumerateKernels(kernels, 1, library));
    assert_null(kernels[1]);
}

static void parameters_and_variables(void **state)
{
    CUdeviceptr address = 0, again = 0;
    size_t offset = 9, bytes = 9;
    CUmodule module;

    (void)state;
    assert_cu(cuKernelGetParamInfo(kernel, 1, &offset, &bytes));
    assert_true(offset == 8 && bytes == 8);
    assert_int_equal(cuKernelGetParamInfo(kernel, 3, &offset, &bytes), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuKernelGetParamInfo(kernel, 0, NULL, &bytes), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuKernelGetParamInfo(NULL, 0, &offset, &bytes), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuLibraryGetGlobal(&address, &bytes, library, "primes"));
    assert_int_equal(bytes, 64);
    assert_cu(cuLibraryGetModule(&module, library));
    assert_cu(cuModuleGetGlobal_v2(&again, &bytes, module, "primes"));
    assert_true(address == again && address);
    assert_int_equal(cuLibraryGetGlobal(&address, &bytes, library, "nothing"), CUDA_ERROR_NOT_FOUND);
    assert_int_equal(cuLibraryGetManaged(&address, &bytes, library, "primes"), CUDA_ERROR_NOT_FOUND);
    assert_int_equal(cuLibraryGetManaged(NULL, NULL, library, "primes"), CUDA_ERROR_INVALID_VALUE);
}

static void attributes_of_a_device(void **state)
{
    int version = 0, here = 0, threads = 0;

    (void)state;
    assert_cu(cuKernelGetAttribute(&version, CU_FUNC_ATTRIBUTE_BINARY_VERSION, kernel, 0));
    assert_int_equal(version, 61);
    assert_cu(cuKernelGetAttribute(&version, CU_FUNC_ATTRIBUTE_BINARY_VERSION, kernel, 1));
    assert_int_equal(version, 50);
    assert_cu(cuKernelGetAttribute(&here, CU_FUNC_ATTRIBUTE_NUM_REGS, kernel, 0));
    assert_cu(cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_NUM_REGS, (CUfunction)kernel));
    assert_true(here > 0 && here == threads);
    assert_cu(cuKernelSetAttribute(MOST_DYNAMIC_BYTES, 1024, kernel, 0));
    assert_cu(cuKernelGetAttribute(&here, MOST_DYNAMIC_BYTES, kernel, 0));
    assert_int_equal(here, 1024);
    assert_cu(cuKernelSetCacheConfig(kernel, CU_FUNC_CACHE_PREFER_L1, 0));
    assert_int_equal(cuKernelSetCacheConfig(kernel, 9, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuKernelGetAttribute(&here, MOST_DYNAMIC_BYTES, kernel, 2), CUDA_ERROR_INVALID_DEVICE);
    assert_int_equal(cuKernelGetAttribute(NULL, MOST_DYNAMIC_BYTES, kernel, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuKernelGetAttribute(&here, 99, kernel, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuKernelGetAttribute(&here, 0, (CUkernel)library, 0), CUDA_ERROR_INVALID_HANDLE);
}

/* Loaded where no context is current; used where there is one. */
static void without_a_context(void **state)
{
    CUlibrary early;
    CUkernel late;
    CUfunction function;
    CUmodule module;
    CUcontext top;
    const char *name;

    (void)state;
    assert_cu(cuCtxPopCurrent_v2(&top));
    assert_cu(cuLibraryLoadData(&early, fatbin.bytes, NULL, NULL, 0, NULL, NULL, 0));
    assert_cu(cuLibraryGetKernel(&late, early, NAME));
    assert_cu(cuKernelGetName(&name, late));
    assert_int_equal(cuLibraryGetModule(&module, early), CUDA_ERROR_INVALID_CONTEXT);
    assert_int_equal(cuKernelGetFunction(&function, late), CUDA_ERROR_INVALID_CONTEXT);
    assert_cu(cuCtxPushCurrent_v2(top));
    assert_cu(run((CUfunction)late));
    assert_cu(cuLibraryUnload(early));
    assert_int_equal(run((CUfunction)late), CUDA_ERROR_INVALID_HANDLE);
}

/* Without a word on standard error. */
static CUresult load_quietly(CUlibrary *to, const void *image)
{
    int options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    char log[256] = "";
    void *values[] = {log, (void *)sizeof log};
    const CUresult result = cuLibraryLoadData(to, image, options, values, 2, NULL, NULL, 0);

    assert_true(result == CUDA_SUCCESS || strlen(log) > 10);
    return result;
}

static void wrong_libraries(void **state)
{
    static const char wrong_ptx[] = ".version 8.0\n.target sm_61\nnothing\n", nothing[64];
    int strange = 7, preserved[] = {0, 1};
    void *values[] = {NULL, NULL};
    CUlibrary made;
    CUkernel got;
    unsigned count;

    (void)state;
    assert_int_equal(load_quietly(&made, wrong_ptx), CUDA_ERROR_INVALID_PTX);
    assert_int_equal(load_quietly(&made, nothing), CUDA_ERROR_INVALID_IMAGE);
    assert_int_equal(cuLibraryLoadData(NULL, fatbin.bytes, NULL, NULL, 0, NULL, NULL, 0),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuLibraryLoadData(&made, NULL, NULL, NULL, 0, NULL, NULL, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuLibraryLoadData(&made, fatbin.bytes, NULL, NULL, 1, NULL, NULL, 0),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuLibraryLoadData(&made, fatbin.bytes, NULL, NULL, 0, &strange, values, 1),
                     CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuLibraryLoadData(&made, fatbin.bytes, NULL, NULL, 0, preserved, values, 2));
    assert_cu(cuLibraryUnload(made));
    assert_int_equal(cuLibraryUnload(made), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuLibraryGetKernel(&got, made, NAME), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuLibraryGetKernel(&got, library, "nothing"), CUDA_ERROR_NOT_FOUND);
    assert_int_equal(cuLibraryGetKernel(&got, library, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuLibraryGetKernel(NULL, library, NAME), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuLibraryGetKernelCount(NULL, library), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuLibraryGetKernelCount(&count, NULL), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuLibraryEnumerateKernels(NULL, 1, library), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuKernelGetLibrary(NULL, kernel), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuKernelGetName(NULL, kernel), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(run((CUfunction)library), CUDA_ERROR_INVALID_HANDLE);
}

static void files(void **state)
{
    char path[] = "/tmp/halfwarp-library-XXXXXX";
    const int file = mkstemp(path);
    CUlibrary made;
    CUkernel got;

    (void)state;
    assert_int_equal(write(file, fatbin.bytes, fatbin.length), (ssize_t)fatbin.length);
    close(file);
    assert_cu(cuLibraryLoadFromFile(&made, path, NULL, NULL, 0, NULL, NULL, 0));
    unlink(path);
    assert_cu(cuLibraryGetKernel(&got, made, NAME));
    assert_cu(run((CUfunction)got));
    assert_cu(cuLibraryUnload(made));
    assert_int_equal(cuLibraryLoadFromFile(&made, path, NULL, NULL, 0, NULL, NULL, 0),
                     CUDA_ERROR_FILE_NOT_FOUND);
    assert_int_equal(cuLibraryLoadFromFile(&made, NULL, NULL, NULL, 0, NULL, NULL, 0),
                     CUDA_ERROR_INVALID_VALUE);
}

/* --- functions and modules --- */

static void functions_of_modules(void **state)
{
    CUfunction functions[64] = {NULL}, function;
    CUmodule module, of;
    unsigned count = 0;
    const char *name;
    int loaded = 9;

    (void)state;
    assert_cu(cuModuleLoadData(&module, fatbin.bytes));
    assert_cu(cuModuleGetFunctionCount(&count, module));
    assert_cu(cuModuleEnumerateFunctions(functions, 64, module));
    assert_non_null(functions[count - 1]);
    assert_null(functions[count]);
    assert_cu(cuFuncGetName(&name, functions[0]));
    assert_cu(cuModuleGetFunction(&function, module, name));
    assert_ptr_equal(function, functions[0]);
    assert_cu(cuFuncGetModule(&of, function));
    assert_ptr_equal(of, module);
    assert_cu(cuFuncLoad(function));
    assert_cu(cuFuncIsLoaded(&loaded, function));
    assert_int_equal(loaded, CU_FUNCTION_LOADING_STATE_LOADED);
    assert_int_equal(cuFuncIsLoaded(NULL, function), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuFuncLoad((CUfunction)module), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuFuncGetName(NULL, function), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuFuncGetModule(&of, NULL), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuModuleGetFunctionCount(NULL, module), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuModuleGetFunctionCount(&count, NULL), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuModuleEnumerateFunctions(NULL, 3, module), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuModuleUnload(module));
    assert_int_equal(cuFuncGetName(&name, function), CUDA_ERROR_INVALID_HANDLE);
}

static void dynamic_memory_is_limited(void **state)
{
    CUdeviceptr in = allocate(16), out = allocate(128);
    CUfunction function;
    uint32_t n = 3;
    void *values[] = {&in, &out, &n};
    int value = 0;

    (void)state;
    assert_cu(cuKernelGetFunction(&function, kernel));
    assert_cu(cuFuncGetAttribute(&value, MOST_DYNAMIC_BYTES, function));
    assert_int_equal(value, 49152);
    assert_cu(cuFuncSetAttribute(function, MOST_DYNAMIC_BYTES, 256));
    assert_cu(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 256, NULL, values, NULL));
    assert_int_equal(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 257, NULL, values, NULL),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuFuncSetAttribute(function, MOST_DYNAMIC_BYTES, 49153), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuFuncSetAttribute(function, MOST_DYNAMIC_BYTES, -1), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuFuncGetAttribute(&value, CARVEOUT, function));
    assert_int_equal(value, -1);
    assert_cu(cuFuncSetAttribute(function, CARVEOUT, 50));
    assert_cu(cuFuncGetAttribute(&value, CARVEOUT, function));
    assert_int_equal(value, 50);
    assert_int_equal(cuFuncSetAttribute(function, CARVEOUT, 101), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuFuncGetAttribute(&value, CLUSTER_NEEDED, function));
    assert_int_equal(value, 0);
    assert_int_equal(cuFuncSetAttribute(function, CLUSTER_NEEDED, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuFuncSetAttribute(function, CLUSTER_WIDTH, 2), CUDA_ERROR_NOT_SUPPORTED);
    assert_int_equal(cuFuncSetAttribute((CUfunction)library, CARVEOUT, 2), CUDA_ERROR_INVALID_HANDLE);
}

static const char bounded_listing[] = ".target sm_61\n.container elf64\n.kernel bounded\n.registers 4\n"
                                      ".param_base 320\n.param_bytes 0\n"
                                      ".info 4 MAX_THREADS 12\n"
                                      "        .u32 0x40, 0x1, 0x1\n"
                                      ".code\n        EXIT\n.end\n";

static void launch_bounds_hold(void **state)
{
    struct fatbin bounded;
    CUfunction function;
    CUmodule module;
    int threads = 0;

    (void)state;
    fatbin_make_text(&bounded, bounded_listing);
    assert_cu(cuModuleLoadData(&module, bounded.bytes));
    assert_cu(cuModuleGetFunction(&function, module, "bounded"));
    assert_cu(cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function));
    assert_int_equal(threads, 64);
    assert_cu(cuLaunchKernel(function, 1, 1, 1, 8, 8, 1, 0, NULL, NULL, NULL));
    assert_int_equal(cuLaunchKernel(function, 1, 1, 1, 65, 1, 1, 0, NULL, NULL, NULL),
                     CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuModuleUnload(module));
    fatbin_free(&bounded);
}

/* --- host threads --- */

static void *load_and_run(void *failed)
{
    CUlibrary own;
    CUkernel got;

    *(int *)failed = cuCtxSetCurrent(group_context) != CUDA_SUCCESS;
    for (int i = 0; i < 8 && !*(int *)failed; i++) {
        *(int *)failed = cuLibraryLoadData(&own, fatbin.bytes, NULL, NULL, 0, NULL, NULL, 0) ||
                         cuLibraryGetKernel(&got, own, NAME) || run((CUfunction)got) ||
                         run((CUfunction)kernel) || cuLibraryUnload(own);
    }
    return NULL;
}

static void host_threads(void **state)
{
    pthread_t threads[HOST_THREADS];
    int failed[HOST_THREADS];

    (void)state;
    for (int i = 0; i < HOST_THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, load_and_run, &failed[i]), 0);
    for (int i = 0; i < HOST_THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(failed[i], 0);
    }
}

#define LIBRARY_TEST(test) cmocka_unit_test_setup_teardown(test, load_library, unload_library)

int main(void)
{
    const struct CMUnitTest tests[] = {
        LIBRARY_TEST(a_kernel_runs_in_every_context),
        LIBRARY_TEST(contexts_come_and_go),
        LIBRARY_TEST(names_and_numbers),
        LIBRARY_TEST(parameters_and_variables),
        LIBRARY_TEST(attributes_of_a_device),
        LIBRARY_TEST(without_a_context),
        LIBRARY_TEST(wrong_libraries),
        LIBRARY_TEST(files),
        LIBRARY_TEST(functions_of_modules),
        LIBRARY_TEST(dynamic_memory_is_limited),
        LIBRARY_TEST(launch_bounds_hold),
        LIBRARY_TEST(host_threads),
    };

    setenv("HALFWARP_CHIP", "sm_61,sm_52", 1);
    return cmocka_run_group_tests(tests, begin, end);
}
