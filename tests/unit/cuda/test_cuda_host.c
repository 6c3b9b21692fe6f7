/* SPDX-License-Identifier: MIT */
/* Memory of the host that kernels use: page-locked, and registered; each used right and wrong. */
#include "cuda_program.h"
#include "sanitized.h"

#include <pthread.h>
#include <sys/mman.h>

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

#define PAGE 4096

static const char *const targets[] = {"sm_20", NULL};
static char written_stub;

static int register_code(void **state)
{
    (void)state;
    register_program("variables", targets);
    add_kernel(program_handle, &written_stub, "variable_written");
    return 0;
}

static void *device_pointer(void *host)
{
    void *address = NULL;

    assert_cuda(cudaHostGetDevicePointer(&address, host, 0));
    return address;
}

/* A kernel writes 0, 1, 2, ... 31; `in` holds four numbers. */
static void write_numbers(const void *in, void *out)
{
    const struct {
        const void *in;
        void *out;
        uint32_t n;
    } parameters = {in, out, 0};

    assert_cuda(launch(&written_stub, (dim3){32, 1, 1}, &parameters, 20));
    assert_cuda(cudaDeviceSynchronize());
}

static void assert_numbers(const uint32_t *words)
{
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(words[i], i);
}

static void kernels_write_page_locked_memory(void **state)
{
    void *in, *out;

    (void)state;
    assert_cuda(cudaHostAlloc(&in, 16, cudaHostAllocMapped));
    assert_cuda(cudaHostAlloc(&out, 3 * PAGE + 5, cudaHostAllocMapped));
    memset(in, 0, 16);
    memset(out, 0xff, 3 * PAGE + 5);
    write_numbers(device_pointer(in), device_pointer((char *)out + PAGE));
    assert_numbers((uint32_t *)((char *)out + PAGE));
    if (!SANITIZED) {
        assert_ptr_equal(device_pointer(in), in); /* one address space */
        write_numbers(in, out);
        assert_numbers(out);
    }
    assert_cuda(cudaFreeHost(in));
    assert_cuda(cudaFreeHost(out));
    assert_error(cudaFreeHost(out), cudaErrorInvalidValue);
}

static void kernels_write_registered_memory(void **state)
{
    char *own = malloc(5 * PAGE);
    uint32_t *out = (uint32_t *)(own + 1000); /* not at the beginning of a page, and shorter than its pages */

    (void)state;
    memset(own, 'x', 5 * PAGE);
    memset(out, 0, 16);
    assert_cuda(cudaHostRegister(out, 3 * PAGE, 2));
    assert_true(own[999] == 'x' && own[4 * PAGE] == 'x' && out[3] == 0 && own[1016] == 'x');
    write_numbers(device_pointer(out), device_pointer(out));
    assert_numbers(out);
    out[5] = 55; /* the device sees what the host writes */
    assert_cuda(cudaMemcpy(out + 200, device_pointer(out + 5), 4, D2H));
    assert_int_equal(out[200], 55);
    assert_cuda(cudaHostUnregister(out));
    assert_true(out[5] == 55 && out[31] == 31 && own[999] == 'x' && own[5 * PAGE - 1] == 'x');
    free(own);
}

/* Calls put down more of the stack than there was. */
static uint32_t go_deep(uint32_t depth)
{
    volatile char deep[PAGE];

    deep[0] = deep[PAGE - 1] = (char)depth;
    return depth == 0 ? 0 : go_deep(depth - 1) + ((unsigned char)deep[PAGE - 1] == (unsigned char)depth);
}

/* cub's test of its allocator holds kernels back by such variables. */
static void *register_stack(void *unused)
{
    volatile uint32_t before = 0x1234;
    uint32_t here[64] = {0};
    volatile uint32_t after = 0x5678;

    for (uint32_t round = 1; round < 4; round++) {
        assert_cuda(cudaHostRegister(here, sizeof here, 2));
        write_numbers(device_pointer(here + 40), device_pointer(here));
        assert_numbers(here);
        here[5] = 55; /* the device sees what the host writes */
        assert_cuda(cudaMemcpy(here + 60, device_pointer(here + 5), 4, D2H));
        assert_int_equal(here[60], 55);
        assert_int_equal(go_deep(100 * round), 100 * round);
        assert_cuda(cudaHostUnregister(here));
        assert_true(here[5] == 55 && here[31] == 31 && before == 0x1234 && after == 0x5678);
        here[60] = 0;
    }
    return unused;
}

static void the_stack_in_use_can_be_registered(void **state)
{
    pthread_t thread;

    (void)state;
    register_stack(NULL);
    assert_int_equal(pthread_create(&thread, NULL, register_stack, NULL), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
}

static void registration_can_be_repeated(void **state)
{
    uint32_t *own = malloc(4 * PAGE);

    (void)state;
    for (uint32_t i = 0; i < PAGE; i++)
        own[i] = i * 3;
    for (size_t round = 0; round < 50; round++) {
        assert_cuda(cudaHostRegister(own + round, PAGE + round * 8, 0));
        own[round] = (uint32_t)round;
        assert_cuda(cudaHostUnregister(own + round));
    }
    for (uint32_t i = 0; i < PAGE; i++)
        assert_int_equal(own[i], i < 50 ? i : i * 3);
    free(own);
}

static void bytes_are_registered_once(void **state)
{
    char *own = malloc(8 * PAGE), *whole = (char *)(((uintptr_t)own + PAGE - 1) / PAGE * PAGE);
    void *locked;

    (void)state;
    memset(own, 1, 8 * PAGE);
    assert_cuda(cudaHostRegister(whole, PAGE + 10, 0));
    assert_error(cudaHostRegister(whole, 1, 0), cudaErrorHostMemoryAlreadyRegistered);
    assert_error(cudaHostRegister(whole + PAGE + 9, 10, 0), cudaErrorHostMemoryAlreadyRegistered);
    assert_error(cudaHostRegister(whole - 5, 6, 0), cudaErrorHostMemoryAlreadyRegistered);
    assert_cuda(cudaHostRegister(whole + 2 * PAGE, PAGE, 0));
    assert_error(cudaHostUnregister(whole + 1), cudaErrorHostMemoryNotRegistered);
    assert_error(cudaFreeHost(whole), cudaErrorInvalidValue);
    assert_cuda(cudaHostAlloc(&locked, PAGE, 0));
    assert_error(cudaHostRegister(locked, PAGE, 0), cudaErrorHostMemoryAlreadyRegistered);
    assert_error(cudaHostUnregister(locked), cudaErrorHostMemoryNotRegistered);
    assert_cuda(cudaHostUnregister(whole + 2 * PAGE));
    assert_cuda(cudaHostUnregister(whole));
    assert_error(cudaHostUnregister(whole), cudaErrorHostMemoryNotRegistered);
    free(own);
}

/* Ranges side by side, as in a heap: on one page, and over pages that others have in part, in any order. */
static void ranges_share_pages(void **state)
{
    static const struct {
        size_t first, words;
    } ranges[] = {{1000, 64}, {1064, 40}, {2500, 1200}, {200, 700}, {1104, 1396}};
    const size_t count = sizeof ranges / sizeof ranges[0];
    uint32_t *own = malloc(5 * PAGE), *const words = (uint32_t *)(((uintptr_t)own + PAGE - 1) / PAGE * PAGE);

    (void)state;
    for (size_t round = 0; round < count; round++) {
        memset(words, 0, 4 * PAGE);
        words[150] = 7; /* beside them, on a page of theirs */
        for (size_t i = 0; i < count; i++)
            assert_cuda(cudaHostRegister(words + ranges[i].first, 4 * ranges[i].words, 2));
        for (size_t i = 0; i < count; i++) {
            uint32_t *const range = words + ranges[(i + round) % count].first;
            write_numbers(device_pointer(range + 36), device_pointer(range));
            assert_numbers(range);
            range[3] = 77;
            assert_cuda(cudaMemcpy(range + 4, device_pointer(range + 3), 4, D2H));
            assert_cuda(cudaHostUnregister(range));
            assert_true(range[3] == 77 && range[4] == 77 && range[31] == 31 && words[150] == 7);
            words[150] = 7;
        }
    }
    free(own);
}

/* What a program unmaps, or maps anew, while it is registered is not touched when it is unregistered. */
static void memory_given_up_stays_so(void **state)
{
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS;
    char *own = mmap(NULL, 5 * PAGE, PROT_READ | PROT_WRITE, flags, -1, 0);

    (void)state;
    memset(own, 1, 5 * PAGE);
    assert_cuda(cudaHostRegister(own, 5 * PAGE, 0));
    munmap(own + PAGE, 2 * PAGE);
    assert_ptr_equal(mmap(own + 2 * PAGE, PAGE, PROT_READ | PROT_WRITE, flags | MAP_FIXED_NOREPLACE, -1, 0),
                     own + 2 * PAGE);
    own[2 * PAGE] = 9;
    own[4 * PAGE] = 5;
    assert_cuda(cudaHostUnregister(own));
    assert_true(own[0] == 1 && own[2 * PAGE] == 9 && own[3 * PAGE] == 1 && own[4 * PAGE] == 5);
    assert_int_equal(msync(own + PAGE, PAGE, MS_ASYNC), -1);
    assert_cuda(cudaHostRegister(own + 2 * PAGE, 3 * PAGE, 0)); /* that it can be done again */
    munmap(own, 5 * PAGE);
    assert_cuda(cudaHostUnregister(own + 2 * PAGE));
}

static void what_cannot_be_registered(void **state)
{
    static const char constant[PAGE] = "read only";
    char *gap = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    (void)state;
    munmap(gap + PAGE, PAGE);
    assert_error(cudaHostRegister(gap, 3 * PAGE, 0), cudaErrorInvalidValue);
    assert_error(cudaHostRegister(gap + PAGE, PAGE, 0), cudaErrorInvalidValue);
    assert_error(cudaHostRegister((void *)(uintptr_t)constant, 8, 0), cudaErrorInvalidValue);
    assert_error(cudaHostRegister(gap, SIZE_MAX - 1, 0), cudaErrorInvalidValue);
    assert_error(cudaHostRegister((void *)16, 64, 0), cudaErrorInvalidValue);
    assert_cuda(cudaHostRegister(gap, PAGE, 0));
    munmap(gap, 3 * PAGE); /* a program that forgets to unregister */
    assert_cuda(cudaDeviceReset());
}

static void reset_gives_registered_memory_back(void **state)
{
    uint32_t *own = calloc(PAGE, 4);

    (void)state;
    assert_cuda(cudaHostRegister(own, 2 * PAGE, 2));
    write_numbers(device_pointer(own), device_pointer(own));
    assert_cuda(cudaDeviceReset());
    assert_numbers(own);
    assert_error(cudaHostUnregister(own), cudaErrorHostMemoryNotRegistered);
    assert_cuda(cudaHostRegister(own, 2 * PAGE, 2));
    assert_cuda(cudaHostUnregister(own));
    free(own);
}

/* cudaMemcpyDefault finds out by the addresses. */
static void copies_by_address(void **state)
{
    uint32_t words[32] = {7}, got[32] = {0};
    void *device, *locked;

    (void)state;
    assert_cuda(cudaMalloc(&device, sizeof words));
    assert_cuda(cudaHostAlloc(&locked, sizeof words, 0));
    assert_cuda(cudaMemcpy(device, words, sizeof words, cudaMemcpyDefault));
    assert_cuda(cudaMemcpy(locked, device, sizeof words, cudaMemcpyDefault));
    assert_cuda(cudaMemcpy(got, locked, sizeof words, cudaMemcpyDefault));
    assert_int_equal(got[0], 7);
    got[0] = 8;
    assert_cuda(cudaMemcpy(words, got, sizeof words, cudaMemcpyDefault));
    assert_int_equal(words[0], 8);
    assert_error(cudaMemcpy(device, words, sizeof words + 1, cudaMemcpyDefault), cudaErrorInvalidValue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(kernels_write_page_locked_memory, fresh_device),
        cmocka_unit_test_setup(kernels_write_registered_memory, fresh_device),
        cmocka_unit_test_setup(the_stack_in_use_can_be_registered, fresh_device),
        cmocka_unit_test_setup(registration_can_be_repeated, fresh_device),
        cmocka_unit_test_setup(bytes_are_registered_once, fresh_device),
        cmocka_unit_test_setup(ranges_share_pages, fresh_device),
        cmocka_unit_test_setup(memory_given_up_stays_so, fresh_device),
        cmocka_unit_test_setup(what_cannot_be_registered, fresh_device),
        cmocka_unit_test_setup(reset_gives_registered_memory_back, fresh_device),
        cmocka_unit_test_setup(copies_by_address, fresh_device),
    };

    setenv("HALFWARP_CHIP", "gf100", 1);
    return cmocka_run_group_tests(tests, register_code, unregister_program);
}
