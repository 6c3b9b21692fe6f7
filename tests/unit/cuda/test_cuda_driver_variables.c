/* SPDX-License-Identifier: MIT */
/* The driver API: variables of modules and libraries, also of code without a kernel, managed ones, and what
 * is known of their addresses. */
#include "cuda/driver/driver.h"
#include "cuda_driver.h"
#include "sanitized.h"

#define VARIABLES                                     \
    ".version 8.0\n.target sm_61\n.address_size 64\n" \
    ".visible .global .align 256 .b8 room[64];\n"     \
    ".visible .global .align 4 .u32 seven = 7;\n"     \
    ".visible .const .align 4 .u32 nine = 9;\n"
#define MANAGED ".visible .global .attribute(.managed) .align 4 .u32 shared = 10;\n"
#define KERNEL                                                    \
    ".visible .entry more() {\n.reg .b32 %r<4>;\n"                \
    "ld.global.u32 %r1, [shared];\nld.global.u32 %r2, [seven];\n" \
    "add.u32 %r3, %r1, %r2;\nst.global.u32 [shared], %r3;\nret;\n}\n"

static CUmodule load(const char *text)
{
    CUmodule module = NULL;
    const CUresult result = cuModuleLoadData(&module, text);

    if (SANITIZED && strstr(text, "managed") &&
        result != CUDA_SUCCESS) /* its address is the host's already */
        skip();
    assert_cu(result);
    return module;
}

static CUdeviceptr variable(CUmodule module, const char *name, size_t bytes)
{
    CUdeviceptr address = 0;
    size_t has = 0;

    assert_cu(cuModuleGetGlobal_v2(&address, &has, module, name));
    assert_int_equal(has, bytes);
    return address;
}

static uint32_t read_word(CUdeviceptr address)
{
    uint32_t word = 0;

    assert_cu(cuMemcpyDtoH_v2(&word, address, sizeof word));
    return word;
}

static void code_without_a_kernel_has_variables(void **state)
{
    CUmodule module = load(VARIABLES);
    unsigned count = 9;

    (void)state;
    assert_int_equal(read_word(variable(module, "seven", 4)), 7);
    assert_int_equal(read_word(variable(module, "nine", 4)), 9);
    assert_int_equal(read_word(variable(module, "room", 64) + 60), 0);
    assert_cu(cuMemsetD8_v2(variable(module, "room", 64), 1, 64));
    assert_cu(cuModuleGetFunctionCount(&count, module));
    assert_int_equal(count, 0);
    assert_cu(cuModuleUnload(module));
}

static void assert_kind(CUdeviceptr address, unsigned is_managed, CUcontext context)
{
    CUcontext of = NULL;
    CUmemoryPool pool = (CUmemoryPool)(void *)&of;
    unsigned managed = 9, type = 9;
    void *host = NULL;
    int device = 9;

    assert_cu(cuPointerGetAttribute(&managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, address));
    assert_cu(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address));
    assert_cu(cuPointerGetAttribute(&of, CU_POINTER_ATTRIBUTE_CONTEXT, address));
    assert_cu(cuPointerGetAttribute(&device, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, address));
    assert_cu(cuPointerGetAttribute(&pool, CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, address));
    assert_true(managed == is_managed && type == CU_MEMORYTYPE_DEVICE && device == 0 && !pool);
    assert_ptr_equal(of, context);
    assert_int_equal(cuPointerGetAttribute(&host, CU_POINTER_ATTRIBUTE_HOST_POINTER, address),
                     is_managed ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE);
    if (is_managed)
        assert_int_equal((uintptr_t)host, address);
}

static void a_module_has_managed_variables(void **state)
{
    CUmodule module = load(VARIABLES MANAGED KERNEL);
    const CUdeviceptr shared = variable(module, "shared", 4);
    volatile uint32_t *const word = (volatile uint32_t *)(uintptr_t)shared;
    CUfunction function;

    (void)state;
    assert_int_equal(*word, 10);
    assert_cu(cuModuleGetFunction(&function, module, "more"));
    assert_cu(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    assert_cu(cuCtxSynchronize());
    assert_int_equal(*word, 17);
    *word = 1;
    assert_cu(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    assert_int_equal(read_word(shared), 8);
    assert_kind(shared, 1, group_context);
    assert_kind(variable(module, "seven", 4), 0, group_context); /* beside a managed one */
    assert_kind(variable(module, "nine", 4), 0, group_context);
    assert_cu(cuModuleUnload(module));
}

static void pointers_to_variables_are_the_devices(void **state)
{
    CUmodule module = load(VARIABLES);
    CUcontext other, top;

    (void)state;
    const CUdeviceptr room = variable(module, "room", 64), nine = variable(module, "nine", 4);
    assert_cu(cuCtxCreate_v2(&other, 0, 0));
    assert_kind(room + 63, 0, group_context); /* whatever context is current */
    assert_kind(nine, 0, group_context);
    assert_cu(cuCtxPopCurrent_v2(&top));
    assert_cu(cuCtxDestroy_v2(other));
    assert_cu(cuModuleUnload(module));
}

static void pointers_know_their_pool(void **state)
{
    CUmemoryPool pool, of = NULL;
    CUdeviceptr block = 0, plain = allocate(16);
    uint64_t flags = 9;
    unsigned direct = 9, has_handle = 9;

    (void)state;
    assert_cu(cuDeviceGetDefaultMemPool(&pool, 0));
    assert_cu(cuMemAllocAsync(&block, 64, NULL));
    assert_cu(cuPointerGetAttribute(&of, CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, block + 8));
    assert_ptr_equal(of, pool);
    assert_kind(plain, 0, group_context);
    assert_cu(cuPointerGetAttribute(&flags, CU_POINTER_ATTRIBUTE_ACCESS_FLAGS, plain));
    assert_int_equal(flags, 3);
    assert_cu(cuPointerGetAttribute(&direct, CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE, plain));
    assert_int_equal(direct, 0);
    assert_cu(cuPointerGetAttribute(&has_handle, CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE, plain));
    assert_int_equal(has_handle, 1);
    assert_cu(cuPointerGetAttribute(&has_handle, CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE, block));
    assert_int_equal(has_handle, 0);
    assert_cu(cuMemFree_v2(block));
    assert_cu(cuMemFree_v2(plain));
}

static void libraries_have_managed_variables(void **state)
{
    CUdeviceptr shared = 0;
    CUlibrary library;
    CUcontext top;
    size_t bytes = 0;

    (void)state;
    const CUresult loaded =
        cuLibraryLoadData(&library, VARIABLES MANAGED KERNEL, NULL, NULL, 0, NULL, NULL, 0);
    if (SANITIZED && loaded != CUDA_SUCCESS)
        skip();
    assert_cu(loaded);
    assert_cu(cuLibraryGetManaged(&shared, &bytes, library, "shared"));
    assert_int_equal(bytes, 4);
    assert_int_equal(*(uint32_t *)(uintptr_t)shared, 10);
    assert_kind(shared, 1, group_context);
    assert_cu(cuCtxPopCurrent_v2(&top));
    CUdeviceptr again = 0;
    assert_cu(cuLibraryGetManaged(&again, NULL, library, "shared"));
    assert_int_equal(again, shared);
    assert_cu(cuCtxPushCurrent_v2(top));
    assert_int_equal(cuLibraryGetManaged(&shared, &bytes, library, "seven"), CUDA_ERROR_NOT_FOUND);
    assert_int_equal(cuLibraryGetManaged(&shared, &bytes, library, "nothing"), CUDA_ERROR_NOT_FOUND);
    assert_int_equal(cuLibraryGetManaged(NULL, NULL, library, "shared"), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuLibraryUnload(library));
}

static int begin(void **state)
{
    (void)state;
    setenv("HALFWARP_CHIP", "sm_61", 1);
    return create_context(0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(code_without_a_kernel_has_variables),
        cmocka_unit_test(a_module_has_managed_variables),
        cmocka_unit_test(pointers_to_variables_are_the_devices),
        cmocka_unit_test(pointers_know_their_pool),
        cmocka_unit_test(libraries_have_managed_variables),
    };
    return cmocka_run_group_tests(tests, begin, end_context);
}
