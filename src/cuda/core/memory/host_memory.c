/* SPDX-License-Identifier: MIT */
/* See host_memory.h.
 *
 * Device memory is reserved, and costs the host what a program writes: so a device has as much as its card,
 * on any host.  A program that writes more than the host has would be killed by the system, so allocations
 * beyond what the host has left are out of memory.  Two are not held to that: half of the device and more,
 * which is a pool of a framework (TensorFlow, JAX) that will use a little of it; and any where
 * HALFWARP_MEMORY says how much there is. */
#include "cuda/core/memory/host_memory.h"

#include "cuda/core/devices/device.h"
#include "environment.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#define WITHOUT_CARD ((uint64_t)1 << 30)
#define CHECKED_FROM ((uint64_t)16 << 20) /* the host is asked once in so many bytes */

const struct hw_card *hw_cuda_memory_card(const struct hw_chip_info *chip, const struct hw_card *card)
{
    return card ? card : chip->card_count ? &chip->cards[0] : NULL;
}

uint64_t hw_cuda_usual_memory(const struct hw_chip_info *chip, const struct hw_card *card)
{
    struct rlimit addresses;

    card = hw_cuda_memory_card(chip, card);
    const uint64_t bytes = card && card->memory_mib ? (uint64_t)card->memory_mib << 20 : WITHOUT_CARD;
    if (getrlimit(RLIMIT_AS, &addresses) == 0 && addresses.rlim_cur != RLIM_INFINITY &&
        addresses.rlim_cur / 4 < bytes)
        return addresses.rlim_cur / 4;
    return bytes;
}

/* The number behind a key that begins a line of a file; false: there is none. */
static bool read_number(const char *path, const char *key, uint64_t *number)
{
    FILE *file = fopen(path, "re");
    char line[256];
    bool found = false;

    while (file && !found && fgets(line, sizeof line, file))
        found = strncmp(line, key, strlen(key)) == 0 && sscanf(line + strlen(key), "%" SCNu64, number) == 1;
    if (file)
        fclose(file);
    return found;
}

/* What the group of processes has left (cgroup-v2.rst: memory.max, memory.current; file pages that are not in
 * use are given up first). */
static uint64_t group_left(void)
{
    FILE *file = fopen("/proc/self/cgroup", "re");
    char group[PATH_MAX], path[PATH_MAX + 64];
    uint64_t most, used, files = 0;
    const bool found = file && fscanf(file, "0::%4095s", group) == 1;

    if (file)
        fclose(file);
    if (!found)
        return UINT64_MAX;
    snprintf(path, sizeof path, "/sys/fs/cgroup%s/memory.max", group);
    if (!read_number(path, "", &most))
        return UINT64_MAX;
    snprintf(path, sizeof path, "/sys/fs/cgroup%s/memory.current", group);
    if (!read_number(path, "", &used))
        return UINT64_MAX;
    snprintf(path, sizeof path, "/sys/fs/cgroup%s/memory.stat", group);
    read_number(path, "inactive_file ", &files);
    used = used > files ? used - files : 0;
    return most > used ? most - used : 0;
}

static uint64_t host_left(void)
{
    uint64_t available, swap = 0;

    if (!read_number("/proc/meminfo", "MemAvailable:", &available))
        return UINT64_MAX;
    read_number("/proc/meminfo", "SwapFree:", &swap);
    return (available + swap) << 10;
}

static uint64_t left_now(void)
{
    const uint64_t host = host_left(), group = group_left();

    return host < group ? host : group;
}

bool hw_cuda_host_has(uint64_t bytes, uint64_t beside, uint64_t *left)
{
    if (bytes < CHECKED_FROM)
        return true;
    *left = left_now();
    return bytes <= beside || bytes - beside <= *left;
}

bool hw_cuda_host_backs(const struct hw_cuda_device *device, uint64_t bytes, uint64_t *left)
{
    static uint64_t unchecked;

    unchecked += bytes;
    if (unchecked < CHECKED_FROM || bytes >= device->memory_bytes / 2 ||
        hw_environment(HW_ENVIRONMENT_MEMORY))
        return true;
    unchecked = 0;
    *left = left_now();
    return bytes <= *left;
}
