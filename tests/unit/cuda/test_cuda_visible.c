/* SPDX-License-Identifier: MIT */
/* Which devices a program sees, and how much memory they have: CUDA_VISIBLE_DEVICES and HALFWARP_MEMORY,
 * which count once a process, so each case is a child. */
#include "cuda/driver/driver.h"
#include "cuda_test.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#define MIB ((size_t)1 << 20)
#define GIB ((size_t)1 << 30)

/* gf100, gk104, gm107 by the digits of their numbers, in the order that the program sees; "": none. */
static const struct seen {
    const char *visible, *devices;
} seen[] = {
    {NULL, "012"},
    {"", ""},
    {"0", "0"},
    {"2,0", "20"},
    {"1,7,0", "1"}, /* the list ends where there is no such device */
    {"1,-1,0", "1"},
    {"-1", ""},
    {"NoDevFiles", ""},
    {"2nd,1st", "21"}, /* as strtol reads them */
    {" 1, 2", "12"},
    {"1,0,1", ""}, /* named twice */
    {"1,", "1"},
    {"99999999999999999999", ""},
    {"GPU-68616c66-7761-7270-2d32-000000000000", "2"},
    {"GPU-68616c66-7761-7270-2d32,GPU-68616c66-7761-7270-2d30,GPU-0,0", "20"},
    {"GPU-6861", ""}, /* fits all */
    {"GPU-68616c66-7761-7270-2d32-0000000000001", ""},
};

static bool sees(const char *devices)
{
    static const char *const names[] = {"gf100 (halfwarp)", "gk104 (halfwarp)", "gm107 (halfwarp)"};
    struct cudaDeviceProp has;
    CUuuid id;
    int count = -1;
    const cudaError_t error = cudaGetDeviceCount(&count);

    if (error != (*devices ? cudaSuccess : cudaErrorNoDevice) || count != (int)strlen(devices))
        return false;
    if (cuInit(0) != (*devices ? CUDA_SUCCESS : CUDA_ERROR_NO_DEVICE))
        return false;
    for (int i = 0; i < count; i++) {
        const int number = devices[i] - '0';
        if (cudaGetDeviceProperties(&has, i) || strcmp(has.name, names[number]) != 0 ||
            has.pciBusID != number + 1)
            return false;
        if (cuDeviceGetUuid(&id, i) || memcmp(id.bytes, "halfwarp-", 9) != 0 || id.bytes[9] != devices[i])
            return false;
    }
    return cudaSetDevice(count) == cudaErrorInvalidDevice &&
           cuDeviceGetUuid(&id, count) == (count ? CUDA_ERROR_INVALID_DEVICE : CUDA_ERROR_NOT_INITIALIZED);
}

/* A child in which a function is true. */
static void in_child(bool (*holds)(const void *data), const void *data, const char *what)
{
    int status = -1;
    const pid_t child = fork();

    if (child == 0)
        _exit(holds(data) ? 0 : 1);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (status != 0)
        fail_msg("%s", what ? what : "(unset)");
}

static bool sees_case(const void *data)
{
    const struct seen *one = data;

    if (one->visible)
        setenv("CUDA_VISIBLE_DEVICES", one->visible, 1);
    return sees(one->devices);
}

static void visible_devices(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof seen / sizeof *seen; i++)
        in_child(sees_case, &seen[i], seen[i].visible);
}

static const struct memory {
    const char *text;
    size_t bytes[3]; /* 0: there is no device */
} memories[] = {
    {NULL, {1536 * MIB, 2 * GIB, 2 * GIB}}, /* as a GTX 480, a GTX 680 and a GTX 750 Ti have */
    {"", {1536 * MIB, 2 * GIB, 2 * GIB}},
    {"8G", {8 * GIB, 8 * GIB, 8 * GIB}},
    {"512", {512 * MIB, 512 * MIB, 512 * MIB}},
    {"2048K,3GiB", {2 * MIB, 3 * GIB, 3 * GIB}},
    {"1M,2MB,256G", {MIB, 2 * MIB, 256 * GIB}},
    {"0", {0}},
    {"-1G", {0}},
    {"8 G", {0}},
    {"8GG", {0}},
    {"1023K", {0}},
    {"257G", {0}},
    {"much", {0}},
    {"1G,", {0}},
    {",1G", {0}},
    {"1B", {0}},
    {"99999999999999999999", {0}},
    {"1T", {0}},
};

static bool has_memory(const void *data)
{
    const struct memory *one = data;
    struct cudaDeviceProp has;
    size_t free_bytes, total;
    int count = 0;
    void *block;

    if (!freopen("/dev/null", "w", stderr))
        return false;
    if (one->text)
        setenv("HALFWARP_MEMORY", one->text, 1);
    if (one->bytes[0] == 0)
        return cudaGetDeviceCount(&count) == cudaErrorNoDevice && count == 0;
    for (int i = 0; i < 3; i++)
        if (cudaSetDevice(i) || cudaGetDeviceProperties(&has, i) || has.totalGlobalMem != one->bytes[i] ||
            cudaMemGetInfo(&free_bytes, &total) || total != one->bytes[i] || free_bytes != total ||
            cuDeviceTotalMem_v2(&total, i) || total != one->bytes[i] ||
            cudaMalloc(&block, total + 1) != cudaErrorMemoryAllocation)
            return false;
    return true;
}

static void memory_of_devices(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof memories / sizeof *memories; i++)
        in_child(has_memory, &memories[i], memories[i].text);
}

/* More than a GiB at once, of which only what is written costs the host memory. */
static bool has_large_block(const void *data)
{
    uint8_t *block, last = 0;

    (void)data;
    setenv("HALFWARP_MEMORY", "8G", 1);
    return cudaMalloc((void **)&block, 6 * GIB) == cudaSuccess &&
           cudaMemset(block + 6 * GIB - 1, 7, 1) == cudaSuccess &&
           cudaMemcpy(&last, block + 6 * GIB - 1, 1, D2H) == cudaSuccess && last == 7 &&
           cudaMalloc((void **)&block, 3 * GIB) == cudaErrorMemoryAllocation;
}

static void large_block(void **state)
{
    (void)state;
    in_child(has_large_block, NULL, "6 GiB");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(visible_devices),
        cmocka_unit_test(memory_of_devices),
        cmocka_unit_test(large_block),
    };
    setenv("HALFWARP_CHIP", "gf100,gk104,gm107", 1);
    unsetenv("CUDA_VISIBLE_DEVICES");
    unsetenv("HALFWARP_MEMORY");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
