/* SPDX-License-Identifier: MIT */
/* Both interfaces: pools of memory that two processes use.  The other process begins before this one uses a
 * device, has a pool that it lends, and does what it is told by single letters. */
#include "cuda/driver/driver.h"
#include "cuda/runtime/runtime.h"
#include "unit/cuda/other_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define SMALL     ((size_t)40)
#define LARGE     ((size_t)300000)
#define FILES     HW_SHARE_FILE
#define DATA      64 /* bytes that stand for a pointer */
#define DEVICE    1  /* of the pool; this process sees the devices the other way round */
#define THIS_SEES 0

static const struct hw_pool_properties lendable = {
    .allocation_type = HW_ALLOCATION_PINNED, .handle_types = FILES, .location = {HW_LOCATION_DEVICE, DEVICE}};

/* --- a descriptor on its way --- */

struct parcel {
    char letter;
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int))];
    struct iovec part;
    struct msghdr message;
};

static void wrap(struct parcel *parcel)
{
    memset(parcel, 0, sizeof *parcel);
    parcel->part = (struct iovec){&parcel->letter, 1};
    parcel->message = (struct msghdr){.msg_iov = &parcel->part,
                                      .msg_iovlen = 1,
                                      .msg_control = parcel->control,
                                      .msg_controllen = sizeof parcel->control};
}

static void send_file(int file)
{
    struct parcel parcel;

    wrap(&parcel);
    struct cmsghdr *head = CMSG_FIRSTHDR(&parcel.message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof file);
    memcpy(CMSG_DATA(head), &file, sizeof file);
    if (sendmsg(line, &parcel.message, 0) != 1)
        _exit(5);
    close(file);
}

static int take_file(void)
{
    struct parcel parcel;
    int file = -1;

    wrap(&parcel);
    if (recvmsg(line, &parcel.message, 0) != 1 || !CMSG_FIRSTHDR(&parcel.message))
        _exit(6);
    memcpy(&file, CMSG_DATA(CMSG_FIRSTHDR(&parcel.message)), sizeof file);
    return file;
}

/* --- the other process --- */

static void give_memory(cudaMemPool_t pool, void **block, size_t bytes, int value)
{
    uint8_t data[DATA];

    if (cudaMallocFromPoolAsync(block, bytes, pool, NULL) != cudaSuccess ||
        cudaMemsetAsync(*block, value, bytes, NULL) != cudaSuccess ||
        cudaStreamSynchronize(NULL) != cudaSuccess || cudaMemPoolExportPointer(data, *block) != cudaSuccess)
        _exit(7);
    send_bytes(data, sizeof data);
}

static void give_bytes(const void *block)
{
    uint8_t bytes[SMALL];

    if (cudaMemcpy(bytes, block, SMALL, D2H) != cudaSuccess)
        _exit(8);
    send_bytes(bytes, SMALL);
}

static void give_pool(cudaMemPool_t pool)
{
    int file = -1;

    if (cudaMemPoolExportToShareableHandle(&file, pool, FILES, 0) != cudaSuccess)
        _exit(9);
    send_file(file);
}

static void answer_status(cudaError_t error)
{
    send_bytes(&error, sizeof error);
}

static void serve(void)
{
    void *small = NULL, *large = NULL;
    cudaMemPool_t pool, second;
    char what;

    if (cudaSetDevice(DEVICE) != cudaSuccess || cudaMemPoolCreate(&pool, &lendable) != cudaSuccess ||
        cudaMemPoolCreate(&second, &lendable) != cudaSuccess)
        _exit(10);
    for (;;) {
        take_bytes(&what, 1);
        switch (what) {
        case 'p': give_pool(pool); break;
        case 'P': give_pool(second); break;
        case 's': give_memory(pool, &small, SMALL, 1); break;
        case 'l': give_memory(pool, &large, LARGE, 2); break;
        case 'S': give_bytes(small); break;
        case 'f': answer_status(cudaFreeAsync(small, NULL)); break;
        case 'F': answer_status(cudaFree(large)); break;
        default: _exit(11);
        }
    }
}

/* --- this process --- */

static void *as_handle(int file)
{
    return (void *)(intptr_t)file;
}

static int ask_file(char what)
{
    send_bytes(&what, 1);
    return take_file();
}

static cudaMemPool_t pool_of_other(char which)
{
    const int file = ask_file(which);
    cudaMemPool_t pool;

    assert_cuda(cudaMemPoolImportFromShareableHandle(&pool, as_handle(file), FILES, 0));
    assert_int_equal(close(file), 0); /* it is not needed any more */
    return pool;
}

static size_t free_bytes(void)
{
    size_t left = 0, all = 0;

    assert_cuda(cudaMemGetInfo(&left, &all));
    return left;
}

static void both_write(void **state)
{
    const size_t before = free_bytes();
    cudaMemPool_t pool = pool_of_other('p');
    struct cudaPointerAttributes about;
    uint8_t data[DATA], bytes[SMALL];
    void *block = NULL, *again = NULL;
    CUmemoryPool its_pool = NULL;
    cudaStream_t stream;

    (void)state;
    ask('s', data, sizeof data);
    assert_cuda(cudaMemPoolImportPointer(&block, pool, data));
    assert_filled(block, SMALL, 1);
    assert_cuda(cudaPointerGetAttributes(&about, block));
    assert_int_equal(about.device, THIS_SEES);
    assert_int_equal(cuPointerGetAttribute(&its_pool, CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, (uintptr_t)block),
                     CUDA_SUCCESS);
    assert_ptr_equal(its_pool, pool);
    assert_cuda(cudaStreamCreate(&stream));
    assert_cuda(cudaMemsetAsync(block, 3, SMALL, stream));
    assert_cuda(cudaStreamSynchronize(stream));
    ask('S', bytes, SMALL);
    assert_int_equal(bytes[0] + bytes[SMALL - 1], 6);
    assert_cuda(cudaMemPoolImportPointer(&again, pool, data));
    assert_ptr_equal(again, block);
    assert_cuda(cudaFreeAsync(again, stream));
    assert_cuda(cudaStreamSynchronize(stream));
    assert_filled(block, SMALL, 3);
    assert_error(cudaIpcCloseMemHandle(block), cudaErrorInvalidValue);
    assert_cuda(cudaFreeAsync(block, stream));
    assert_error(cudaFreeAsync(block, stream), cudaErrorInvalidDevicePointer);
    assert_cuda(cudaStreamSynchronize(stream));
    assert_error(cudaFree(block), cudaErrorInvalidDevicePointer);
    assert_error(cudaMemset(block, 3, SMALL), cudaErrorInvalidValue);
    ask_done('f');
    assert_cuda(cudaMemPoolDestroy(pool));
    assert_int_equal(free_bytes(), before); /* the other process pays */
}

static void a_free_comes_in_its_turn(void **state)
{
    cudaMemPool_t pool = pool_of_other('p');
    cudaStream_t stream;
    uint8_t data[DATA], *copy;
    void *block;

    (void)state;
    ask('l', data, sizeof data);
    assert_cuda(cudaMemPoolImportPointer(&block, pool, data));
    assert_cuda(cudaStreamCreate(&stream));
    assert_cuda(cudaHostAlloc((void **)&copy, LARGE, 0));
    assert_cuda(cudaMemcpyAsync(copy, block, LARGE, D2H, stream));
    assert_cuda(cudaFreeAsync(block, stream));
    assert_cuda(cudaMemPoolDestroy(pool)); /* it goes with its last memory */
    assert_cuda(cudaStreamSynchronize(stream));
    assert_int_equal(copy[0] + copy[LARGE - 1], 4);
    ask_done('F');
    assert_cuda(cudaFreeHost(copy));
}

static void by_the_driver(void **state)
{
    const int file = ask_file('p');
    uint8_t data[DATA];
    CUmemoryPool pool;
    CUdeviceptr block = 0;
    size_t bytes = 0;

    (void)state;
    assert_int_equal(cuMemPoolImportFromShareableHandle(&pool, as_handle(file), FILES, 0), CUDA_SUCCESS);
    close(file);
    ask('l', data, sizeof data);
    assert_int_equal(cuMemPoolImportPointer(&block, pool, data), CUDA_SUCCESS);
    assert_int_equal(cuMemGetAddressRange_v2(NULL, &bytes, block), CUDA_SUCCESS);
    assert_int_equal(bytes, LARGE);
    assert_filled((void *)(uintptr_t)block, LARGE, 2);
    assert_int_equal(cuMemFree_v2(block), CUDA_SUCCESS);
    assert_int_equal(cuMemFree_v2(block), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemPoolDestroy(pool), CUDA_SUCCESS);
    ask_done('F');
}

static uint64_t of(cudaMemPool_t pool, int attribute)
{
    uint64_t value = 77;

    assert_cuda(cudaMemPoolGetAttribute(pool, attribute, &value));
    return value;
}

/* A pool tells what was imported from it; this process's device has none the less. */
static void what_is_imported_counts(void **state)
{
    const size_t before = free_bytes();
    cudaMemPool_t pool = pool_of_other('p');
    uint8_t small[DATA], large[DATA];
    void *block, *same, *second;

    (void)state;
    assert_int_equal(of(pool, HW_POOL_USED) + of(pool, HW_POOL_RESERVED), 0);
    ask('s', small, sizeof small);
    ask('l', large, sizeof large);
    assert_cuda(cudaMemPoolImportPointer(&block, pool, small));
    assert_cuda(cudaMemPoolImportPointer(&same, pool, small));
    assert_int_equal(of(pool, HW_POOL_USED), 512);
    assert_cuda(cudaMemPoolImportPointer(&second, pool, large));
    assert_int_equal(of(pool, HW_POOL_USED), 512 + 300032);
    assert_int_equal(of(pool, HW_POOL_RESERVED), 2 << 20);
    assert_int_equal(free_bytes(), before);
    assert_cuda(cudaFree(second));
    assert_cuda(cudaFree(block));
    assert_int_equal(of(pool, HW_POOL_USED), 512);
    assert_cuda(cudaFreeAsync(same, NULL));
    assert_cuda(cudaDeviceSynchronize());
    assert_int_equal(of(pool, HW_POOL_USED) + of(pool, HW_POOL_RESERVED), 0);
    assert_int_equal(of(pool, HW_POOL_USED_HIGH), 512 + 300032);
    assert_int_equal(free_bytes(), before);
    assert_cuda(cudaMemPoolDestroy(pool));
    ask_done('f');
    ask_done('F');
}

/* Each context has what it imported, and takes only that with it. */
static void contexts_import_for_themselves(void **state)
{
    const int file = ask_file('p');
    CUcontext first, second;
    CUdeviceptr block, other_block;
    uint8_t data[DATA];
    CUmemoryPool pool;

    (void)state;
    assert_int_equal(cuMemPoolImportFromShareableHandle(&pool, as_handle(file), FILES, 0), CUDA_SUCCESS);
    close(file);
    ask('l', data, sizeof data);
    assert_int_equal(cuCtxCreate_v2(&first, 0, THIS_SEES), CUDA_SUCCESS);
    assert_int_equal(cuMemPoolImportPointer(&block, pool, data), CUDA_SUCCESS);
    assert_int_equal(cuCtxPopCurrent_v2(&first), CUDA_SUCCESS);
    assert_int_equal(cuCtxCreate_v2(&second, 0, THIS_SEES), CUDA_SUCCESS);
    assert_int_equal(cuMemPoolImportPointer(&other_block, pool, data), CUDA_SUCCESS);
    assert_int_equal(cuCtxDestroy_v2(first), CUDA_SUCCESS);
    assert_filled((void *)(uintptr_t)other_block, LARGE, 2);
    assert_int_equal(cuMemFree_v2(other_block), CUDA_SUCCESS);
    assert_int_equal(cuMemFree_v2(block), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemPoolDestroy(pool), CUDA_SUCCESS);
    assert_int_equal(cuCtxDestroy_v2(second), CUDA_SUCCESS);
    ask_done('F');
}

/* A capture takes no pools that cannot be allocated from, and no memory that is not a graph's. */
static void captures_refuse(void **state)
{
    cudaMemPool_t pool = pool_of_other('p');
    uint8_t data[DATA];
    cudaStream_t stream;
    hw_graph graph;
    void *block, *own;

    (void)state;
    ask('s', data, sizeof data);
    assert_cuda(cudaMemPoolImportPointer(&block, pool, data));
    assert_cuda(cudaStreamCreate(&stream));
    assert_cuda(cudaStreamBeginCapture(stream, HW_CAPTURE_RELAXED));
    assert_error(cudaMallocFromPoolAsync(&own, SMALL, pool, stream), cudaErrorInvalidValue);
    assert_error(cudaMallocFromPoolAsync(&own, SMALL, (cudaMemPool_t)(void *)&graph, stream),
                 cudaErrorInvalidValue);
    assert_error(cudaFreeAsync(block, stream), cudaErrorInvalidValue);
    assert_cuda(cudaStreamEndCapture(stream, &graph));
    assert_cuda(cudaGraphDestroy(graph));
    assert_filled(block, SMALL, 1);
    assert_cuda(cudaFree(block));
    assert_cuda(cudaMemPoolDestroy(pool));
    ask_done('f');
}

/* Memory of this process's own pool has two addresses. */
static void its_own(void **state)
{
    struct hw_pool_properties here = lendable;
    cudaMemPool_t pool, imported;
    void *block, *same;
    uint8_t data[DATA];
    int file = -1;

    (void)state;
    here.location.id = THIS_SEES;
    assert_cuda(cudaMemPoolCreate(&pool, &here));
    assert_cuda(cudaMallocFromPoolAsync(&block, LARGE, pool, NULL));
    assert_cuda(cudaMemset(block, 5, LARGE));
    assert_cuda(cudaMemPoolExportToShareableHandle(&file, pool, FILES, 0));
    assert_cuda(cudaMemPoolImportFromShareableHandle(&imported, as_handle(file), FILES, 0));
    close(file);
    assert_cuda(cudaMemPoolExportPointer(data, block));
    assert_error(cudaMemPoolImportPointer(&same, pool, data), cudaErrorInvalidValue);
    assert_cuda(cudaMemPoolImportPointer(&same, imported, data));
    assert_ptr_not_equal(same, block);
    assert_filled(same, LARGE, 5);
    assert_cuda(cudaMemset(same, 6, LARGE));
    assert_filled(block, LARGE, 6);
    assert_cuda(cudaFree(same));
    assert_filled(block, LARGE, 6);
    assert_cuda(cudaFree(block));
    assert_error(cudaMemPoolImportPointer(&same, imported, data), cudaErrorInvalidResourceHandle);
    assert_cuda(cudaMemPoolDestroy(pool));
    assert_cuda(cudaMemPoolDestroy(imported));
}

/* Where vm.memfd_noexec is set, the system adds a seal to each file. */
static void a_further_seal(void **state)
{
    const int file = ask_file('p'), same = memfd_create("sealed", MFD_ALLOW_SEALING);
    uint8_t record[256];
    const ssize_t bytes = pread(file, record, sizeof record, 0);
    cudaMemPool_t pool;

    (void)state;
    assert_true(bytes > 0 && write(same, record, (size_t)bytes) == bytes);
    assert_int_equal(fcntl(same, F_ADD_SEALS, fcntl(file, F_GET_SEALS) | F_SEAL_FUTURE_WRITE), 0);
    assert_cuda(cudaMemPoolImportFromShareableHandle(&pool, as_handle(same), FILES, 0));
    assert_cuda(cudaMemPoolDestroy(pool));
    close(file);
    close(same);
}

static void wrong_use_of_pools(void **state)
{
    struct hw_pool_properties here = lendable;
    cudaMemPool_t pool = pool_of_other('p'), own, usual;
    int file = -1, value = 0;
    void *block;

    (void)state;
    assert_cuda(cudaDeviceGetAttribute(&value, 119, 0));
    assert_int_equal(value, FILES);
    assert_error(cudaMallocFromPoolAsync(&block, SMALL, pool, NULL), cudaErrorInvalidValue);
    assert_error(cudaDeviceSetMemPool(THIS_SEES, pool), cudaErrorInvalidValue);
    assert_error(cudaMemPoolExportToShareableHandle(&file, pool, FILES, 0), cudaErrorInvalidValue);
    here.location.id = THIS_SEES;
    assert_cuda(cudaMemPoolCreate(&own, &here));
    assert_cuda(cudaDeviceGetDefaultMemPool(&usual, THIS_SEES));
    assert_error(cudaMemPoolExportToShareableHandle(&file, usual, FILES, 0), cudaErrorInvalidValue);
    assert_error(cudaMemPoolExportToShareableHandle(NULL, own, FILES, 0), cudaErrorInvalidValue);
    assert_error(cudaMemPoolExportToShareableHandle(&file, NULL, FILES, 0), cudaErrorInvalidValue);
    assert_error(cudaMemPoolExportToShareableHandle(&file, own, 2, 0), cudaErrorInvalidValue);
    assert_error(cudaMemPoolExportToShareableHandle(&file, own, FILES, 1), cudaErrorInvalidValue);
    here.handle_types = 2;
    assert_error(cudaMemPoolCreate(&own, &here), cudaErrorNotSupported);
    assert_error(cudaMemPoolImportFromShareableHandle(&own, as_handle(-1), FILES, 0), cudaErrorInvalidValue);
    assert_error(cudaMemPoolImportFromShareableHandle(&own, as_handle(line), FILES, 0),
                 cudaErrorInvalidValue);
    assert_int_equal(file, -1);
    file = ask_file('p');
    assert_error(cudaMemPoolImportFromShareableHandle(NULL, as_handle(file), FILES, 0),
                 cudaErrorInvalidValue);
    assert_error(cudaMemPoolImportFromShareableHandle(&own, as_handle(file), 2, 0), cudaErrorInvalidValue);
    assert_error(cudaMemPoolImportFromShareableHandle(&own, as_handle(file), FILES, 1),
                 cudaErrorInvalidValue);
    close(file);
    file = memfd_create("halfwarp pool", 0); /* empty, and not sealed */
    assert_error(cudaMemPoolImportFromShareableHandle(&own, as_handle(file), FILES, 0),
                 cudaErrorInvalidValue);
    close(file);
    assert_cuda(cudaMemPoolDestroy(pool));
    assert_error(cudaMemPoolDestroy(pool), cudaErrorInvalidValue);
}

static void wrong_use_of_memory(void **state)
{
    cudaMemPool_t pool = pool_of_other('p'), second = pool_of_other('P'), usual;
    uint8_t data[DATA], forged[DATA];
    cudaIpcMemHandle_t handle;
    void *block, *own;

    (void)state;
    ask('s', data, sizeof data);
    assert_error(cudaMemPoolImportPointer(NULL, pool, data), cudaErrorInvalidValue);
    assert_error(cudaMemPoolImportPointer(&block, pool, NULL), cudaErrorInvalidValue);
    assert_error(cudaMemPoolImportPointer(&block, NULL, data), cudaErrorInvalidValue);
    assert_error(cudaMemPoolImportPointer(&block, second, data), cudaErrorInvalidValue);
    for (size_t i = 0; i < sizeof data; i++) {
        memcpy(forged, data, sizeof forged);
        forged[i] ^= 0x40;
        assert_int_not_equal(cudaMemPoolImportPointer(&block, pool, forged), cudaSuccess);
    }
    memcpy(&handle, data, sizeof handle);
    assert_error(cudaIpcOpenMemHandle(&block, handle, 1), cudaErrorInvalidResourceHandle);
    assert_cuda(cudaMemPoolImportPointer(&block, pool, data));
    assert_error(cudaMemPoolExportPointer(data, block), cudaErrorInvalidValue);
    assert_error(cudaIpcGetMemHandle(&handle, block), cudaErrorInvalidValue);
    assert_cuda(cudaMalloc(&own, SMALL));
    assert_error(cudaMemPoolExportPointer(data, own), cudaErrorInvalidValue);
    assert_error(cudaMemPoolExportPointer(NULL, own), cudaErrorInvalidValue);
    assert_error(cudaMemPoolExportPointer(data, data), cudaErrorInvalidValue);
    assert_cuda(cudaFree(own));
    assert_cuda(cudaDeviceGetDefaultMemPool(&usual, THIS_SEES));
    assert_cuda(cudaMallocFromPoolAsync(&own, SMALL, usual, NULL));
    assert_error(cudaMemPoolExportPointer(data, own), cudaErrorInvalidValue);
    assert_error(cudaIpcGetMemHandle(&handle, own), cudaErrorInvalidValue);
    assert_cuda(cudaFree(own));
    assert_cuda(cudaFree(block));
    ask_done('f');
    assert_error(cudaMemPoolImportPointer(&block, pool, data), cudaErrorInvalidResourceHandle);
    assert_cuda(cudaMemPoolDestroy(pool));
    assert_cuda(cudaMemPoolDestroy(second));
}

/* All that came with the device's context is gone with it. */
static void a_reset(void **state)
{
    cudaMemPool_t pool = pool_of_other('p');
    uint8_t data[DATA];
    void *block;

    (void)state;
    ask('s', data, sizeof data);
    assert_cuda(cudaMemPoolImportPointer(&block, pool, data));
    assert_cuda(cudaDeviceReset());
    assert_error(cudaFree(block), cudaErrorInvalidDevicePointer);
    assert_error(cudaMemPoolImportPointer(&block, pool, data), cudaErrorInvalidValue);
    pool = pool_of_other('p');
    assert_cuda(cudaMemPoolImportPointer(&block, pool, data));
    assert_filled(block, SMALL, 1);
    ask_done('f');
    assert_cuda(cudaFree(block));
    assert_cuda(cudaMemPoolDestroy(pool));
}

static void the_other_process_ends(void **state)
{
    cudaMemPool_t pool = pool_of_other('p');
    uint8_t data[DATA], late[DATA];
    void *block;

    (void)state;
    ask('s', data, sizeof data);
    ask('l', late, sizeof late);
    assert_cuda(cudaMemPoolImportPointer(&block, pool, data));
    kill(other, SIGKILL);
    waitpid(other, NULL, 0);
    assert_filled(block, SMALL, 1);
    assert_cuda(cudaFree(block));
    assert_error(cudaMemPoolImportPointer(&block, pool, late), cudaErrorInvalidResourceHandle);
    assert_cuda(cudaMemPoolDestroy(pool));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(both_write, fresh_device),
        cmocka_unit_test_setup(a_free_comes_in_its_turn, fresh_device),
        cmocka_unit_test_setup(by_the_driver, fresh_device),
        cmocka_unit_test_setup(what_is_imported_counts, fresh_device),
        cmocka_unit_test_setup(contexts_import_for_themselves, fresh_device),
        cmocka_unit_test_setup(captures_refuse, fresh_device),
        cmocka_unit_test_setup(its_own, fresh_device),
        cmocka_unit_test_setup(a_further_seal, fresh_device),
        cmocka_unit_test_setup(wrong_use_of_pools, fresh_device),
        cmocka_unit_test_setup(wrong_use_of_memory, fresh_device),
        cmocka_unit_test_setup(a_reset, fresh_device),
        cmocka_unit_test(the_other_process_ends), /* the last */
    };

    setenv("HALFWARP_CHIP", "gk104,gm107", 1);
    if (!start_other(serve))
        return 1;
    setenv("CUDA_VISIBLE_DEVICES", "1,0", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
