/* SPDX-License-Identifier: MIT */
/* Every error number of CUDA 4.2's runtime, each brought about once; and those that nothing brings about,
 * with the reason.
 *
 * What needs another beginning (a chip that there is not, ten devices, a use before fork) happens in a child
 * process, and what needs a driver context is in test_cuda_driver_*. */
#include "cuda_test.h"
#include "cuda/driver/driver.h"
#include "cuda_errors.h"
#include "made_fatbin.h"
#include "made_fatbin_old.h"

#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct never never[] = {
    {cudaErrorPriorLaunchFailure, "not since CUDA 3.1"},
    {cudaErrorUnmapBufferObjectFailed, "needs OpenGL: test_cuda_gl.c"},
    {cudaErrorMapBufferObjectFailed, "needs a host without memory: mappings of other processes"},
    {cudaErrorInvalidHostPointer, "no function of 4.2 is said to return it"},
    {cudaErrorAddressOfConstant, "not since CUDA 3.1: constants have addresses"},
    {cudaErrorTextureFetchFailed, "device emulation, gone since 3.1"},
    {cudaErrorTextureNotBound, "device emulation"},
    {cudaErrorSynchronizationError, "device emulation"},
    {cudaErrorMixedDeviceExecution, "device emulation"},
    {cudaErrorCudartUnloading, "the library works as long as the process"},
    {cudaErrorNotYetImplemented, "not since CUDA 4.1"},
    {cudaErrorMemoryValueTooLarge, "not since CUDA 3.1"},
    {cudaErrorNotReady, "needs a host function: test_cuda_host_functions.c"},
    {cudaErrorInsufficientDriver, "runtime and driver come together"},
    {cudaErrorECCUncorrectable, "memory does not fail"},
    {cudaErrorSharedObjectSymbolNotFound, "no shared objects are looked for"},
    {cudaErrorSharedObjectInitFailed, "the same"},
    {cudaErrorDevicesUnavailable, "a device is never somebody else's"},
    {cudaErrorDeviceAlreadyInUse, "compute mode is always the default"},
    {cudaErrorStartupFailure, "the runtime starts with nothing that could fail"},
};

static const char *const targets[] = {"sm_20", NULL}, *const newer_targets[] = {"sm_35", NULL};
static char written_stub, assert_stub, null_stub, stuck_stub, broken_stub, compiled_stub, newer_stub,
    counters;
static struct textureReference plane = {.addressMode = {1, 1, 1},
                                        .channelDesc = {32, 0, 0, 0, cudaChannelFormatKindFloat}};
static struct textureReference line = {.addressMode = {1, 1, 1},
                                       .channelDesc = {32, 0, 0, 0, cudaChannelFormatKindSigned}};
static struct surfaceReference image;

enum { VARIABLES, AGAIN, REFERENCES, REFERENCES_AGAIN, SERVICE, STUCK, BROKEN, NEWER, FATBINS };
static struct fatbin fatbins[FATBINS];
static struct fatbin_old ptx;
static void **handles[FATBINS + 1];

static void make_fatbins(void)
{
    fatbin_make(&fatbins[VARIABLES], "variables", targets);
    fatbin_make(&fatbins[AGAIN], "variables", targets);
    fatbin_make(&fatbins[REFERENCES], "references", targets);
    fatbin_make(&fatbins[REFERENCES_AGAIN], "references", targets);
    fatbin_make(&fatbins[SERVICE], "service", targets);
    fatbin_make_text(&fatbins[STUCK], stuck_listing);
    fatbin_make(&fatbins[BROKEN], "variables", targets);
    memset(fatbins[BROKEN].bytes + 16 + 64 + 0x28, 0xff, 8); /* where the ELF file's sections are */
    fatbin_make(&fatbins[NEWER], "variables", newer_targets);
    fatbin_old_make_ptx(&ptx, ".version 3.1\n.target sm_35\n.entry compiled () { exit; }\n", "compute_35");
}

static int register_code(void **state)
{
    (void)state;
    make_fatbins();
    for (int i = 0; i < FATBINS; i++)
        handles[i] = __cudaRegisterFatBinary(&fatbins[i].wrapper);
    handles[FATBINS] = __cudaRegisterFatBinary(&ptx.registered);
    add_kernel(handles[VARIABLES], &written_stub, "variable_written");
    add_kernel(handles[SERVICE], &assert_stub, "service_assert");
    add_kernel(handles[SERVICE], &null_stub, "service_null");
    add_kernel(handles[STUCK], &stuck_stub, "stuck");
    add_kernel(handles[BROKEN], &broken_stub, "variable_written");
    add_kernel(handles[NEWER], &newer_stub, "variable_written");
    add_kernel(handles[FATBINS], &compiled_stub, "compiled");
    for (int i = VARIABLES; i <= AGAIN; i++)
        __cudaRegisterVar(handles[i], &counters + i, NULL, "counters", 0, 16, 0, 0);
    for (int i = REFERENCES; i <= REFERENCES_AGAIN; i++) {
        __cudaRegisterTexture(handles[i], &plane, NULL, "plane", 2, 0, 0);
        __cudaRegisterTexture(handles[i], &line, NULL, "line", 1, 1, 0); /* integers read as fractions of 1 */
        __cudaRegisterSurface(handles[i], &image, NULL, "image", 2, 0);
    }
    return 0;
}

static int unregister_code(void **state)
{
    (void)state;
    cudaDeviceReset();
    for (int i = 0; i <= FATBINS; i++)
        __cudaUnregisterFatBinary(handles[i]);
    for (int i = 0; i < FATBINS; i++)
        fatbin_free(&fatbins[i]);
    fatbin_old_free(&ptx);
    return 0;
}

/* --- by topic --- */

static cudaError_t launch_nothing(const char *stub, dim3 block)
{
    const cudaError_t error = cudaConfigureCall((dim3){1, 1, 1}, block, 0, NULL);

    return error == cudaSuccess ? cudaLaunch(stub) : error;
}

static void launches(void **state)
{
    const dim3 warp = {32, 1, 1};
    static const uint8_t arguments[20];

    (void)state;
    assert_error(cudaLaunch(&written_stub), cudaErrorMissingConfiguration);
    assert_error(launch_nothing("nothing", warp), cudaErrorInvalidDeviceFunction);
    assert_error(launch_nothing(&newer_stub, warp), cudaErrorInvalidDeviceFunction);
    assert_error(launch_nothing(&compiled_stub, warp), cudaErrorNoKernelImageForDevice);
    assert_error(launch_nothing(&broken_stub, warp), cudaErrorInvalidKernelImage);
    assert_error(launch_nothing(&written_stub, (dim3){0, 1, 1}), cudaErrorInvalidConfiguration);
    assert_cuda(cudaConfigureCall((dim3){1, 1, 1}, warp, 1 << 20, NULL));
    assert_cuda(cudaSetupArgument(arguments, sizeof arguments, 0));
    assert_error(cudaLaunch(&written_stub), cudaErrorLaunchOutOfResources);
}

static cudaError_t after(const char *stub, const void *parameters, size_t bytes)
{
    assert_cuda(cudaConfigureCall((dim3){1, 1, 1}, (dim3){8, 1, 1}, 0, NULL));
    if (bytes)
        assert_cuda(cudaSetupArgument(parameters, bytes, 0));
    assert_cuda(cudaLaunch(stub));
    const cudaError_t error = cudaDeviceSynchronize();
    assert_cuda(cudaDeviceReset());
    return error;
}

static void faults(void **state)
{
    struct {
        void *out;
        uint32_t limit;
    } limited = {NULL, 3};
    void *nowhere[2] = {NULL, NULL};

    (void)state;
    assert_cuda(cudaMalloc(&limited.out, 128));
    assert_error(after(&assert_stub, &limited, 12), cudaErrorAssert);
    assert_error(after(&null_stub, nowhere, 16), cudaErrorLaunchFailure);
    assert_error(after(&stuck_stub, nowhere, 0), cudaErrorLaunchTimeout);
}

static void memory(void **state)
{
    char *words = malloc(8192);
    cudaIpcMemHandle_t handle = {{0}};
    void *block;

    (void)state;
    assert_error(cudaMalloc(&block, (size_t)1 << 50), cudaErrorMemoryAllocation);
    assert_error(cudaMalloc(NULL, 1), cudaErrorInvalidValue);
    assert_error(cudaFree(words), cudaErrorInvalidDevicePointer);
    assert_error(cudaMemcpy2D(words, 4, words, 4, 8, 2, H2H), cudaErrorInvalidPitchValue);
    assert_error(cudaMemcpy(words, words, 4, 9), cudaErrorInvalidMemcpyDirection);
    assert_error(cudaIpcOpenMemHandle(&block, handle, 1), cudaErrorInvalidResourceHandle);
    assert_error(cudaHostUnregister(words), cudaErrorHostMemoryNotRegistered);
    assert_cuda(cudaHostRegister(words, 8192, 0));
    assert_error(cudaHostRegister(words, 8192, 0), cudaErrorHostMemoryAlreadyRegistered);
    assert_cuda(cudaHostUnregister(words));
    free(words);
}

static void names(void **state)
{
    const struct textureReference *texture;
    const struct surfaceReference *surface;
    size_t bytes;

    (void)state;
    assert_error(cudaGetSymbolSize(&bytes, "nothing"), cudaErrorInvalidSymbol);
    assert_error(cudaGetSymbolSize(&bytes, "counters"), cudaErrorDuplicateVariableName);
    assert_cuda(cudaGetSymbolSize(&bytes, &counters)); /* an address says which */
    assert_error(cudaGetTextureReference(&texture, "nothing"), cudaErrorInvalidTexture);
    assert_error(cudaGetTextureReference(&texture, "plane"), cudaErrorDuplicateTextureName);
    assert_error(cudaGetSurfaceReference(&surface, "nothing"), cudaErrorInvalidSurface);
    assert_error(cudaGetSurfaceReference(&surface, "image"), cudaErrorDuplicateSurfaceName);
}

static void textures(void **state)
{
    const struct cudaChannelFormatDesc three = {8, 8, 8, 0, cudaChannelFormatKindUnsigned};
    const struct cudaChannelFormatDesc bytes = {8, 0, 0, 0, cudaChannelFormatKindUnsigned};
    struct cudaArray *array;
    size_t offset;
    void *block;

    (void)state;
    assert_error(cudaGetTextureAlignmentOffset(&offset, &plane), cudaErrorInvalidTextureBinding);
    assert_error(cudaMallocArray(&array, &three, 8, 4, 0), cudaErrorInvalidChannelDescriptor);
    assert_cuda(cudaMallocArray(&array, &bytes, 8, 4, 0));
    plane.filterMode = 1;
    assert_error(cudaBindTextureToArray(&plane, array, &bytes), cudaErrorInvalidFilterSetting);
    plane.filterMode = 0;
    assert_cuda(cudaMalloc(&block, 64));
    assert_error(cudaBindTexture(&offset, &line, block, &line.channelDesc, 64), cudaErrorInvalidNormSetting);
}

static void devices(void **state)
{
    const void *table;

    (void)state;
    assert_error(cudaSetDevice(9), cudaErrorInvalidDevice);
    assert_cuda(cudaFree(NULL));
    assert_error(cudaSetDeviceFlags(8), cudaErrorSetOnActiveProcess);
    assert_error(cudaStreamQuery((cudaStream_t)(void *)&counters), cudaErrorInvalidResourceHandle);
    assert_error(cudaGetExportTable(&table, &(cudaUUID_t){{0}}), cudaErrorUnknown);
    assert_error(cudaProfilerStart(), cudaErrorProfilerNotInitialized);
    setenv("COMPUTE_PROFILE", "1", 1);
    assert_error(cudaProfilerInitialize("", "", 0), cudaErrorProfilerDisabled);
    unsetenv("COMPUTE_PROFILE");
    assert_cuda(cudaProfilerInitialize("", "", 0));
    assert_error(cudaProfilerStop(), cudaErrorProfilerAlreadyStopped);
    assert_cuda(cudaProfilerStart());
    assert_error(cudaProfilerStart(), cudaErrorProfilerAlreadyStarted);
}

/* --- in a child process --- */

static cudaError_t no_device(void)
{
    void *block;

    return cudaMalloc(&block, 4);
}

static cudaError_t no_limits(void)
{
    size_t value;

    return cudaDeviceGetLimit(&value, cudaLimitStackSize);
}

static cudaError_t peer_again(void)
{
    const cudaError_t error = cudaDeviceEnablePeerAccess(1, 0);

    return error == cudaSuccess ? cudaDeviceEnablePeerAccess(1, 0) : cudaErrorUnknown;
}

static cudaError_t peer_never(void)
{
    return cudaDeviceDisablePeerAccess(1);
}

static cudaError_t peers_too_many(void)
{
    for (int peer = 1; peer < 9; peer++)
        if (cudaDeviceEnablePeerAccess(peer, 0) != cudaSuccess)
            return cudaErrorUnknown;
    return cudaDeviceEnablePeerAccess(9, 0);
}

/* What a call returns in a process that begins with these chips; NULL: in one that uses a device already. */
static cudaError_t in_child(const char *chips, cudaError_t (*call)(void))
{
    int status = 0;

    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        if (chips)
            setenv("HALFWARP_CHIP", chips, 1);
        _exit((int)call());
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return (cudaError_t)WEXITSTATUS(status);
}

/* A driver context that another thread destroys is still this one's. */
static void *destroy(void *context)
{
    cuCtxDestroy_v2(context);
    return NULL;
}

static cudaError_t context_gone(void)
{
    pthread_t thread;
    CUcontext context;
    void *block;

    if (cuInit(0) || cuCtxCreate_v2(&context, 0, 0) || cudaMalloc(&block, 4) != cudaSuccess ||
        pthread_create(&thread, NULL, destroy, context) != 0)
        return cudaErrorUnknown;
    pthread_join(thread, NULL);
    return cudaMalloc(&block, 4);
}

#define TEN "sm_20,sm_20,sm_20,sm_20,sm_20,sm_20,sm_20,sm_20,sm_20,sm_20"

static void other_beginnings(void **state)
{
    (void)state;
    assert_error(in_child("nonsense", no_device), cudaErrorNoDevice);
    assert_error(in_child("g80", no_limits), cudaErrorUnsupportedLimit);
    assert_error(in_child(TEN, peer_again), cudaErrorPeerAccessAlreadyEnabled);
    assert_error(in_child(TEN, peer_never), cudaErrorPeerAccessNotEnabled);
    assert_error(in_child(TEN, peers_too_many), cudaErrorTooManyPeers);
    assert_error(in_child("gf100", context_gone), cudaErrorIncompatibleDriverContext);
}

static void used_before_fork(void **state)
{
    (void)state;
    assert_cuda(cudaFree(NULL));
    assert_error(in_child(NULL, no_device), cudaErrorInitializationError);
}

/* --- all of them --- */

static void none_is_left_out(void **state)
{
    static const cudaError_t all[] = {
#define NUMBER(number, name, text) name,
        HW_CUDA_ERRORS(NUMBER)
#undef NUMBER
    };

    (void)state;
    for (size_t i = 1; i < sizeof all / sizeof *all; i++)
        if (all[i] <= cudaErrorHostMemoryNotRegistered || all[i] == cudaErrorStartupFailure)
            assert_seen_or_never((int)all[i], never, sizeof never / sizeof *never);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_beginnings), /* before this process begins itself */
        cmocka_unit_test_setup(launches, fresh_device),
        cmocka_unit_test_setup(faults, fresh_device),
        cmocka_unit_test_setup(memory, fresh_device),
        cmocka_unit_test_setup(names, fresh_device),
        cmocka_unit_test_setup(textures, fresh_device),
        cmocka_unit_test_setup(devices, fresh_device),
        cmocka_unit_test_setup(used_before_fork, fresh_device),
        cmocka_unit_test(none_is_left_out),
    };
    setenv("HALFWARP_CHIP", "gf100", 1);
    return cmocka_run_group_tests(tests, register_code, unregister_code);
}
