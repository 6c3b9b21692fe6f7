/* SPDX-License-Identifier: MIT */
/* The runtime's libraries of code (CUDA 12.8). */
#include "cuda/core/modules/jit_abi.h"
#include "cuda/runtime/runtime.h"
#include "cuda_test.h"
#include "sanitized.h"

#include <stdio.h>
#include <unistd.h>

static const char code[] = ".version 8.0\n.target sm_50\n.address_size 64\n"
                           ".visible .global .align 4 .u32 seven = 7;\n"
                           ".visible .global .attribute(.managed) .align 4 .u32 shared = 10;\n"
                           ".visible .entry more() {\n.reg .b32 %r<4>;\n"
                           "ld.global.u32 %r1, [shared];\nld.global.u32 %r2, [seven];\n"
                           "add.u32 %r3, %r1, %r2;\nst.global.u32 [shared], %r3;\nret;\n}\n";

static cudaLibrary_t library;
static struct hw_cuda_library_kernel *kernel;

static void open_library(void)
{
    const cudaError_t error = cudaLibraryLoadData(&library, code, NULL, NULL, 0, NULL, NULL, 0);

    if (SANITIZED && error != cudaSuccess) /* the host has something else at the variable's address */
        skip();
    assert_cuda(error);
    assert_cuda(cudaLibraryGetKernel(&kernel, library, "more"));
}

static void kernels_and_variables(void **state)
{
    struct hw_cuda_library_kernel *all[2] = {NULL, NULL};
    uint32_t *shared = NULL, *again = NULL, seven = 0;
    void *address = NULL;
    unsigned count = 0;
    size_t bytes = 0;

    (void)state;
    open_library();
    assert_cuda(cudaLibraryGetManaged((void **)&shared, &bytes, library, "shared"));
    assert_int_equal(bytes, 4);
    assert_int_equal(*shared, 10);
    assert_cuda(cudaLaunchKernel(kernel, (dim3){1, 1, 1}, (dim3){1, 1, 1}, NULL, 0, NULL));
    assert_cuda(cudaDeviceSynchronize());
    assert_int_equal(*shared, 17);
    assert_cuda(cudaLibraryGetManaged((void **)&again, NULL, library, "shared"));
    assert_ptr_equal(again, shared);
    assert_cuda(cudaLibraryGetGlobal(&address, &bytes, library, "seven"));
    assert_cuda(cudaMemcpy(&seven, address, sizeof seven, D2H));
    assert_true(bytes == 4 && seven == 7);
    assert_cuda(cudaLibraryGetKernelCount(&count, library));
    assert_int_equal(count, 1);
    assert_cuda(cudaLibraryEnumerateKernels(all, 2, library));
    assert_true(all[0] == kernel && !all[1]);
    assert_cuda(cudaKernelSetAttributeForDevice(kernel, HW_CUDA_MOST_DYNAMIC_BYTES, 1024, 0));
    assert_error(cudaKernelSetAttributeForDevice(kernel, HW_CUDA_MOST_DYNAMIC_BYTES, -1, 0),
                 cudaErrorInvalidValue);
    assert_error(cudaKernelSetAttributeForDevice(kernel, HW_CUDA_MOST_DYNAMIC_BYTES, 1, 9),
                 cudaErrorInvalidDevice);
    assert_cuda(cudaLibraryUnload(library));
    assert_error(cudaKernelSetAttributeForDevice(kernel, HW_CUDA_MOST_DYNAMIC_BYTES, 1, 0),
                 cudaErrorInvalidResourceHandle);
}

static void files(void **state)
{
    char path[] = "/tmp/halfwarp-library-XXXXXX";
    const int file = mkstemp(path);
    cudaLibrary_t from_file;

    (void)state;
    assert_int_equal(write(file, code, sizeof code), (ssize_t)sizeof code);
    close(file);
    const cudaError_t error = cudaLibraryLoadFromFile(&from_file, path, NULL, NULL, 0, NULL, NULL, 0);
    unlink(path);
    if (SANITIZED && error != cudaSuccess)
        skip();
    assert_cuda(error);
    assert_cuda(cudaLibraryUnload(from_file));
    assert_error(cudaLibraryLoadFromFile(&from_file, path, NULL, NULL, 0, NULL, NULL, 0),
                 cudaErrorFileNotFound);
    assert_error(cudaLibraryLoadFromFile(&from_file, NULL, NULL, NULL, 0, NULL, NULL, 0),
                 cudaErrorInvalidValue);
}

static void wrong_use(void **state)
{
    int options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES}, strange = 7;
    char log[256] = "";
    void *values[] = {log, (void *)sizeof log}, *address;
    cudaLibrary_t other;
    size_t bytes;

    (void)state;
    open_library();
    assert_error(cudaLibraryLoadData(&other, ".version 8.0\n.target sm_50\nnothing\n", options, values, 2,
                                     NULL, NULL, 0),
                 cudaErrorInvalidPtx);
    assert_true(strlen(log) > 10);
    assert_error(cudaLibraryLoadData(NULL, code, NULL, NULL, 0, NULL, NULL, 0), cudaErrorInvalidValue);
    assert_error(cudaLibraryLoadData(&other, NULL, NULL, NULL, 0, NULL, NULL, 0), cudaErrorInvalidValue);
    assert_error(cudaLibraryLoadData(&other, code, NULL, NULL, 0, &strange, values, 1),
                 cudaErrorInvalidValue);
    assert_error(cudaLibraryGetKernel(&kernel, library, "nothing"), cudaErrorSymbolNotFound);
    assert_error(cudaLibraryGetKernel(NULL, library, "more"), cudaErrorInvalidValue);
    assert_error(cudaLibraryGetKernel(&kernel, library, NULL), cudaErrorInvalidValue);
    assert_error(cudaLibraryGetGlobal(&address, &bytes, library, "nothing"), cudaErrorSymbolNotFound);
    assert_error(cudaLibraryGetManaged(&address, &bytes, library, "seven"), cudaErrorSymbolNotFound);
    assert_error(cudaLibraryGetKernelCount(NULL, library), cudaErrorInvalidValue);
    assert_error(cudaLibraryEnumerateKernels(NULL, 1, library), cudaErrorInvalidValue);
    assert_cuda(cudaLibraryUnload(library));
    assert_error(cudaLibraryUnload(library), cudaErrorInvalidResourceHandle);
    assert_error(cudaLibraryGetGlobal(&address, &bytes, library, "seven"), cudaErrorInvalidResourceHandle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(kernels_and_variables, fresh_device),
        cmocka_unit_test_setup(files, fresh_device),
        cmocka_unit_test_setup(wrong_use, fresh_device),
    };

    setenv("HALFWARP_CHIP", "sm_50", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
