/* SPDX-License-Identifier: MIT */
/* The driver API: every error is returned once by what it is for, or is on the list of those that cannot
 * happen, with the reason (docs/cuda-api.md); and their names. */
#include "cuda/driver/driver.h"
#include "cuda_driver.h"
#include "cuda_errors.h"
#include "made_fatbin.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct never never[] = {
    {CUDA_ERROR_DEINITIALIZED, "the library works as long as the process"},
    {CUDA_ERROR_PROFILER_DISABLED, "only where NVIDIA's profiler is on: tests of the runtime"},
    {CUDA_ERROR_PROFILER_NOT_INITIALIZED, "not since CUDA 5.0, as the next two"},
    {CUDA_ERROR_PROFILER_ALREADY_STARTED, "CUDA 5.0"},
    {CUDA_ERROR_PROFILER_ALREADY_STOPPED, "CUDA 5.0"},
    {CUDA_ERROR_JIT_COMPILER_NOT_FOUND, "tests of linking"},
    {CUDA_ERROR_INVALID_ADDRESS_SPACE, "generic addresses reach all spaces"},
    {CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, "tests of cooperative launches"},
    {CUDA_ERROR_CONTEXT_ALREADY_CURRENT, "not since CUDA 3.2"},
    {CUDA_ERROR_MAP_FAILED, "needs a host without memory: mappings of other processes"},
    {CUDA_ERROR_UNMAP_FAILED, "needs OpenGL, as do the next six"},
    {CUDA_ERROR_ARRAY_IS_MAPPED, "OpenGL"},
    {CUDA_ERROR_ALREADY_MAPPED, "OpenGL"},
    {CUDA_ERROR_ALREADY_ACQUIRED, "OpenGL"},
    {CUDA_ERROR_NOT_MAPPED, "OpenGL"},
    {CUDA_ERROR_NOT_MAPPED_AS_ARRAY, "OpenGL"},
    {CUDA_ERROR_NOT_MAPPED_AS_POINTER, "OpenGL"},
    {CUDA_ERROR_ECC_UNCORRECTABLE, "memory does not fail"},
    {CUDA_ERROR_CONTEXT_ALREADY_IN_USE, "compute mode is always the default"},
    {CUDA_ERROR_INVALID_SOURCE, "there is no compiler of sources"},
    {CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND, "modules are linked to nothing"},
    {CUDA_ERROR_SHARED_OBJECT_INIT_FAILED, "the same"},
    {CUDA_ERROR_OPERATING_SYSTEM, "nothing is asked of the system that a program could cause to fail"},
    {CUDA_ERROR_NOT_READY, "tests of host functions"},
    {CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING, "textures have one mode"},
    {CUDA_ERROR_NOT_PERMITTED, "no function that is there returns it"},
    {CUDA_ERROR_ILLEGAL_STATE, "tests of captures and graphs"},
    {CUDA_ERROR_LOSSY_QUERY, "tests of captures and graphs"},
    {CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, "tests of captures and graphs"},
    {CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, "tests of captures and graphs"},
    {CUDA_ERROR_STREAM_CAPTURE_MERGE, "tests of captures and graphs"},
    {CUDA_ERROR_STREAM_CAPTURE_UNMATCHED, "tests of captures and graphs"},
    {CUDA_ERROR_STREAM_CAPTURE_UNJOINED, "tests of captures and graphs"},
    {CUDA_ERROR_STREAM_CAPTURE_ISOLATION, "tests of captures and graphs"},
    {CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, "tests of captures and graphs"},
    {CUDA_ERROR_CAPTURED_EVENT, "tests of captures and graphs"},
    {CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD, "tests of captures and graphs"},
    {CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, "tests of captures and graphs"},
    {CUDA_ERROR_UNKNOWN, "what goes wrong is known"},
};

static CUcontext context;

/* In a process of its own, whose chip there is not. */
static void no_device(void **state)
{
    int status;
    const pid_t child = fork();

    (void)state;
    if (child == 0) {
        setenv("HALFWARP_CHIP", "g81", 1);
        _exit((int)cuInit(0));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_error(WEXITSTATUS(status), CUDA_ERROR_NO_DEVICE);
}

static void the_beginning(void **state)
{
    CUdevice device;

    (void)state;
    assert_error(cuDeviceGet(&device, 0), CUDA_ERROR_NOT_INITIALIZED);
    assert_error(cuInit(1), CUDA_ERROR_INVALID_VALUE);
    assert_error(cuInit(0), CUDA_SUCCESS);
    assert_error(cuDeviceGet(&device, 99), CUDA_ERROR_INVALID_DEVICE);
    assert_error(cuCtxSynchronize(), CUDA_ERROR_INVALID_CONTEXT);
    assert_cu(cuCtxCreate_v2(&context, 0, 0));
}

static void contexts(void **state)
{
    CUcontext peer, old;

    (void)state;
    assert_cu(cuCtxCreate_v2(&old, 0, 2));
    assert_error(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 1024), CUDA_ERROR_UNSUPPORTED_LIMIT);
    assert_cu(cuCtxPushCurrent_v2(context));
    assert_cu(cuCtxDestroy_v2(old));
    assert_cu(cuCtxPopCurrent_v2(NULL));
    assert_error(cuCtxSynchronize(), CUDA_ERROR_CONTEXT_IS_DESTROYED);
    assert_cu(cuCtxPopCurrent_v2(NULL));
    assert_cu(cuCtxCreate_v2(&peer, 0, 1));
    assert_cu(cuCtxPopCurrent_v2(NULL));
    assert_error(cuCtxDisablePeerAccess(peer), CUDA_ERROR_PEER_ACCESS_NOT_ENABLED);
    assert_cu(cuCtxEnablePeerAccess(peer, 0));
    assert_error(cuCtxEnablePeerAccess(peer, 0), CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED);
    assert_cu(cuCtxDestroy_v2(peer));
}

static void too_many_peers(void **state)
{
    CUcontext peers[9];
    CUresult result = CUDA_SUCCESS;

    (void)state;
    for (int i = 0; i < 9; i++) {
        assert_cu(cuCtxCreate_v2(&peers[i], 0, 1));
        assert_cu(cuCtxPopCurrent_v2(NULL));
        if (result == CUDA_SUCCESS)
            result = cuCtxEnablePeerAccess(peers[i], 0);
    }
    assert_error(result, CUDA_ERROR_TOO_MANY_PEERS);
    for (int i = 0; i < 9; i++)
        assert_cu(cuCtxDestroy_v2(peers[i]));
}

static void an_active_primary_context(void **state)
{
    CUcontext primary;
    CUdeviceptr address;

    (void)state;
    assert_cu(cuDevicePrimaryCtxRetain(&primary, 0));
    assert_cu(cuCtxPushCurrent_v2(primary));
    assert_cu(cuMemAlloc_v2(&address, 4));
    assert_error(cuDevicePrimaryCtxSetFlags(0, CU_CTX_MAP_HOST), CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE);
    assert_cu(cuCtxPopCurrent_v2(NULL));
    assert_cu(cuDevicePrimaryCtxRelease(0));
}

static void memory(void **state)
{
    CUipcMemHandle handle;
    CUdeviceptr address;
    char *own = aligned_alloc(4096, 4096);

    (void)state;
    assert_non_null(own);
    assert_error(cuMemAlloc_v2(&address, (size_t)1 << 50), CUDA_ERROR_OUT_OF_MEMORY);
    assert_error(cuMemGetAddressRange_v2(NULL, NULL, 16), CUDA_ERROR_NOT_FOUND);
    assert_cu(cuMemAlloc_v2(&address, 4));
    assert_error(cuIpcGetMemHandle(&handle, 16), CUDA_ERROR_INVALID_VALUE);
    assert_error(cuMemAllocManaged(&address, 4, 1), CUDA_ERROR_NOT_SUPPORTED);
    assert_error(cuMemHostUnregister(own), CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
    assert_cu(cuMemHostRegister(own, 4096, 0));
    assert_error(cuMemHostRegister(own, 4096, 0), CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
    assert_cu(cuMemHostUnregister(own));
    free(own);
}

static void modules(void **state)
{
    struct fatbin newer;
    CUmodule module;

    (void)state;
    fatbin_make(&newer, "service", (const char *const[]){"sm_35", NULL});
    assert_error(cuModuleLoad(&module, "/nowhere/at/all"), CUDA_ERROR_FILE_NOT_FOUND);
    assert_error(cuModuleLoadData(&module, "no image"), CUDA_ERROR_INVALID_IMAGE);
    assert_error(cuModuleLoadData(&module, ".version 1.4\n.target sm_10\nnothing\n"), CUDA_ERROR_INVALID_PTX);
    assert_error(cuModuleLoadFatBinary(&module, newer.bytes), CUDA_ERROR_NO_BINARY_FOR_GPU);
    fatbin_free(&newer);
    assert_error(cuModuleUnload(NULL), CUDA_ERROR_INVALID_HANDLE);
}

/* Launches a kernel in a context of its own; what synchronizing returns. */
static CUresult after(const struct fatbin *fatbin, const char *name, void **values)
{
    CUcontext own;
    CUmodule module;
    CUfunction function;

    assert_cu(cuCtxCreate_v2(&own, 0, 0));
    assert_cu(cuModuleLoadFatBinary(&module, fatbin->bytes));
    assert_cu(cuModuleGetFunction(&function, module, name));
    assert_error(cuLaunchKernel(function, 1, 1, 1, 8, 1, 1, 1 << 20, NULL, values, NULL),
                 CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
    assert_cu(cuLaunchKernel(function, 1, 1, 1, 8, 1, 1, 0, NULL, values, NULL));
    const CUresult result = cuCtxSynchronize();
    assert_cu(cuCtxDestroy_v2(own));
    return result;
}

/* A kernel for each of some faults. */
static const char wrong_listing[] =
    ".target sm_20\n.container elf64\n"
    ".kernel odd\n.registers 4\n.shared 16\n.param_base 32\n.param_bytes 0\n.code\n"
    "        STS [0x2], RZ\n        EXIT\n.end\n"
    ".kernel away\n.registers 4\n.param_base 32\n.param_bytes 0\n.code\n"
    "        MOV32I R0, 0x7004\n        BRX R0\n        EXIT\n.end\n"
    ".kernel unknown\n.registers 4\n.param_base 32\n.param_bytes 0\n.code\n"
    "        .word 0x123456789abcdeff\n        EXIT\n.end\n"
    ".kernel deep\n.registers 4\n.param_base 32\n.param_bytes 0\n.code\n"
    "again:  PBK end\n        BRA again\nend:    EXIT\n.end\n";

static void faults(void **state)
{
    struct fatbin service, waiting, wrong;
    CUdeviceptr out, nowhere = 0;
    uint32_t limit = 3;

    (void)state;
    fatbin_make(&service, "service", (const char *const[]){"sm_20", NULL});
    fatbin_make_text(&waiting, stuck_listing);
    fatbin_make_text(&wrong, wrong_listing);
    assert_cu(cuMemAlloc_v2(&out, 128));
    assert_error(after(&service, "service_assert", (void *[]){&out, &limit}), CUDA_ERROR_ASSERT);
    assert_error(after(&service, "service_null", (void *[]){&nowhere, &nowhere}), CUDA_ERROR_ILLEGAL_ADDRESS);
    assert_error(after(&service, "service_trap", (void *[]){&out, &limit}), CUDA_ERROR_LAUNCH_FAILED);
    assert_error(after(&service, "service_breakpoint", (void *[]){&out}), CUDA_ERROR_LAUNCH_FAILED);
    assert_error(after(&wrong, "odd", NULL), CUDA_ERROR_MISALIGNED_ADDRESS);
    assert_error(after(&wrong, "away", NULL), CUDA_ERROR_INVALID_PC);
    assert_error(after(&wrong, "unknown", NULL), CUDA_ERROR_ILLEGAL_INSTRUCTION);
    assert_error(after(&wrong, "deep", NULL), CUDA_ERROR_HARDWARE_STACK_ERROR);
    assert_error(after(&waiting, "stuck", NULL), CUDA_ERROR_LAUNCH_TIMEOUT);
    fatbin_free(&service);
    fatbin_free(&waiting);
    fatbin_free(&wrong);
    assert_cu(cuCtxDestroy_v2(context));
}

/* --- all of them --- */

static const CUresult all[] = {
#define HW_CU_ROW(number, name, text, runtime) name,
    HW_CU_ERRORS(HW_CU_ROW)
#undef HW_CU_ROW
};
#define ALL (sizeof all / sizeof *all)

static void names(void **state)
{
    const char *name, *text;

    (void)state;
    for (size_t i = 0; i < ALL; i++) {
        assert_cu(cuGetErrorName(all[i], &name));
        assert_cu(cuGetErrorString(all[i], &text));
        assert_true(strncmp(name, "CUDA_", 5) == 0 && *text);
    }
    assert_cu(cuGetErrorName(CUDA_ERROR_NO_BINARY_FOR_GPU, &name));
    assert_string_equal(name, "CUDA_ERROR_NO_BINARY_FOR_GPU");
    assert_int_equal(cuGetErrorName(12345, &name), CUDA_ERROR_INVALID_VALUE);
    assert_null(name);
    assert_int_equal(cuGetErrorString(12345, &text), CUDA_ERROR_INVALID_VALUE);
    assert_null(text);
    assert_int_equal(cuGetErrorName(CUDA_SUCCESS, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGetErrorString(CUDA_SUCCESS, NULL), CUDA_ERROR_INVALID_VALUE);
}

static void every_error_was_seen_or_cannot_be(void **state)
{
    (void)state;
    for (size_t i = 0; i < ALL; i++)
        assert_seen_or_never((int)all[i], never, sizeof never / sizeof *never);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_device),
        cmocka_unit_test(the_beginning),
        cmocka_unit_test(contexts),
        cmocka_unit_test(too_many_peers),
        cmocka_unit_test(an_active_primary_context),
        cmocka_unit_test(memory),
        cmocka_unit_test(modules),
        cmocka_unit_test(faults),
        cmocka_unit_test(names),
        cmocka_unit_test(every_error_was_seen_or_cannot_be),
    };

    setenv("HALFWARP_CHIP", "gf100,gf100,g200", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
