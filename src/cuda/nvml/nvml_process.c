/* SPDX-License-Identifier: MIT */
/* Processes that run on devices: all of the user's that have our library among their mappings.
 *
 * Each process has devices of its own, so each other one is said to run on every one, and to have none of
 * this one's memory: what is used of that (nvmlDeviceGetMemoryInfo) is this process's.  Of it it is known on
 * which devices it has a context. */
#include "cuda/nvml/nvml_call.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LIBRARY     "/libhalfwarp-cuda.so"
#define NO_INSTANCE (~0u) /* of devices that cannot be divided */

static bool has_library(unsigned process)
{
    char path[64], line[4096];
    bool found = false;

    snprintf(path, sizeof path, "/proc/%u/maps", process);
    FILE *maps = fopen(path, "re");
    while (maps && !found && fgets(line, sizeof line, maps))
        found = strstr(line, LIBRARY) != NULL;
    if (maps)
        fclose(maps);
    return found;
}

/* How much of a device's memory a process has: a number also of others, since PyTorch prints what says that
 * it is not known (NVML_VALUE_NOT_AVAILABLE) as 17179869184 GiB. */
static unsigned long long memory_of(unsigned process, int device)
{
    struct hw_cuda_installed about;

    return process == (unsigned)getpid() && hw_cuda_installed(device, &about) == cudaSuccess ? about.used : 0;
}

typedef void take_fn(void *to, unsigned at, unsigned process, unsigned long long memory);

/* Call `take` for each process; the number of them. */
static unsigned each_process(int device, take_fn *take, void *to, unsigned room)
{
    DIR *folder = opendir("/proc");
    const struct dirent *entry;
    unsigned count = 0;

    while (folder && (entry = readdir(folder)) != NULL) {
        const unsigned process = (unsigned)strtoul(entry->d_name, NULL, 10);
        const bool runs = process == (unsigned)getpid() ? hw_cuda_installed_in_use(device)
                                                        : process && has_library(process);
        if (!runs)
            continue;
        if (count < room)
            take(to, count, process, memory_of(process, device));
        count++;
    }
    if (folder)
        closedir(folder);
    return count;
}

static void take_early(void *to, unsigned at, unsigned process, unsigned long long memory)
{
    ((nvmlProcessInfo_v1_t *)to)[at] = (nvmlProcessInfo_v1_t){process, memory};
}

static void take_later(void *to, unsigned at, unsigned process, unsigned long long memory)
{
    ((nvmlProcessInfo_t *)to)[at] = (nvmlProcessInfo_t){process, memory, NO_INSTANCE, NO_INSTANCE};
}

/* `*count` is the room, and then how many there are. */
static nvmlReturn_t list(nvmlDevice_t device, unsigned *count, void *processes, take_fn *take)
{
    if (hw_nvml_index(device) < 0 || !count || (*count && !processes))
        return NVML_ERROR_INVALID_ARGUMENT;
    const unsigned room = *count;
    *count = each_process(hw_nvml_index(device), take, processes, room);
    return *count > room ? NVML_ERROR_INSUFFICIENT_SIZE : NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetComputeRunningProcesses(nvmlDevice_t device, unsigned *count,
                                                  nvmlProcessInfo_v1_t *processes)
{
    HW_NVML_CALL(list(device, count, processes, take_early));
}

nvmlReturn_t nvmlDeviceGetComputeRunningProcesses_v2(nvmlDevice_t device, unsigned *count,
                                                     nvmlProcessInfo_t *processes)
{
    HW_NVML_CALL(list(device, count, processes, take_later));
}

/* Graphics runs on no device of ours. */
nvmlReturn_t hw_nvml_list_no_processes(nvmlDevice_t device, unsigned *count)
{
    return hw_nvml_give(device, (int *)count, 0);
}

nvmlReturn_t hw_nvml_system_get_process_name(unsigned process, char *name, unsigned length)
{
    char path[64], text[4096];

    if (!name || !length)
        return NVML_ERROR_INVALID_ARGUMENT;
    snprintf(path, sizeof path, "/proc/%u/exe", process);
    const ssize_t bytes = readlink(path, text, sizeof text - 1);
    if (bytes <= 0)
        return NVML_ERROR_NOT_FOUND;
    text[bytes] = '\0';
    snprintf(name, length, "%s", text); /* as much as there is room for */
    return NVML_SUCCESS;
}
