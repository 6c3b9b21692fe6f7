/* SPDX-License-Identifier: MIT */
/* This table has the fields of a device that smi can query, under nvidia-smi's names. */
#include "cli/smi.h"

#include <stdio.h>
#include <string.h>

#define MIB (1024ull * 1024)

static bool read_index(const struct hw_smi_nvml *nvml, nvmlDevice_t device, char text[HW_SMI_TEXT])
{
    unsigned count = 0;
    nvmlDevice_t one = NULL;

    nvml->count(&count);
    for (unsigned i = 0; i < count; i++)
        if (nvml->device(i, &one) == NVML_SUCCESS && one == device)
            snprintf(text, HW_SMI_TEXT, "%u", i);
    return count > 0;
}

static bool read_count(const struct hw_smi_nvml *nvml, nvmlDevice_t device, char text[HW_SMI_TEXT])
{
    unsigned count = 0;

    (void)device;
    nvml->count(&count);
    snprintf(text, HW_SMI_TEXT, "%u", count);
    return true;
}

static bool read_driver(const struct hw_smi_nvml *nvml, nvmlDevice_t device, char text[HW_SMI_TEXT])
{
    (void)device;
    return nvml->driver_version(text, HW_SMI_TEXT) == NVML_SUCCESS;
}

static bool read_name(const struct hw_smi_nvml *nvml, nvmlDevice_t device, char text[HW_SMI_TEXT])
{
    return nvml->name(device, text, HW_SMI_TEXT) == NVML_SUCCESS;
}

static bool read_id(const struct hw_smi_nvml *nvml, nvmlDevice_t device, char text[HW_SMI_TEXT])
{
    return nvml->id(device, text, HW_SMI_TEXT) == NVML_SUCCESS;
}

static bool read_bus_id(const struct hw_smi_nvml *nvml, nvmlDevice_t device, char text[HW_SMI_TEXT])
{
    nvmlPciInfo_t pci;

    if (nvml->pci_info(device, &pci) != NVML_SUCCESS)
        return false;
    snprintf(text, HW_SMI_TEXT, "%s", pci.busId);
    return true;
}

static bool read_capability(const struct hw_smi_nvml *nvml, nvmlDevice_t device, char text[HW_SMI_TEXT])
{
    int major, minor;

    if (nvml->capability(device, &major, &minor) != NVML_SUCCESS)
        return false;
    snprintf(text, HW_SMI_TEXT, "%d.%d", major, minor);
    return true;
}

static bool read_cores(const struct hw_smi_nvml *nvml, nvmlDevice_t device, char text[HW_SMI_TEXT])
{
    unsigned cores;

    if (nvml->cores(device, &cores) != NVML_SUCCESS)
        return false;
    snprintf(text, HW_SMI_TEXT, "%u", cores);
    return true;
}

/* --- memory --- */

static bool give_memory(const struct hw_smi_nvml *nvml, nvmlDevice_t device, size_t member,
                        char text[HW_SMI_TEXT])
{
    nvmlMemory_t memory;
    unsigned long long bytes;

    if (nvml->memory(device, &memory) != NVML_SUCCESS)
        return false;
    memcpy(&bytes, (const char *)&memory + member, sizeof bytes);
    snprintf(text, HW_SMI_TEXT, "%llu", bytes / MIB);
    return true;
}

static bool read_total(const struct hw_smi_nvml *nvml, nvmlDevice_t device, char text[HW_SMI_TEXT])
{
    return give_memory(nvml, device, offsetof(nvmlMemory_t, total), text);
}

static bool read_used(const struct hw_smi_nvml *nvml, nvmlDevice_t device, char text[HW_SMI_TEXT])
{
    return give_memory(nvml, device, offsetof(nvmlMemory_t, used), text);
}

static bool read_free(const struct hw_smi_nvml *nvml, nvmlDevice_t device, char text[HW_SMI_TEXT])
{
    return give_memory(nvml, device, offsetof(nvmlMemory_t, free), text);
}

/* --- clocks and load --- */

static bool give_clock(const struct hw_smi_nvml *nvml, nvmlDevice_t device, int type, char text[HW_SMI_TEXT])
{
    unsigned mhz;

    if (nvml->clock(device, type, &mhz) != NVML_SUCCESS)
        return false;
    snprintf(text, HW_SMI_TEXT, "%u", mhz);
    return true;
}

static bool read_sm_clock(const struct hw_smi_nvml *nvml, nvmlDevice_t device, char text[HW_SMI_TEXT])
{
    return give_clock(nvml, device, NVML_CLOCK_SM, text);
}

static bool read_memory_clock(const struct hw_smi_nvml *nvml, nvmlDevice_t device, char text[HW_SMI_TEXT])
{
    return give_clock(nvml, device, NVML_CLOCK_MEM, text);
}

static bool read_use(const struct hw_smi_nvml *nvml, nvmlDevice_t device, char text[HW_SMI_TEXT])
{
    nvmlUtilization_t rates;

    if (nvml->use(device, &rates) != NVML_SUCCESS)
        return false;
    snprintf(text, HW_SMI_TEXT, "%u", rates.gpu);
    return true;
}

/* Sensors, which no device of ours has. */
static bool read_nothing(const struct hw_smi_nvml *nvml, nvmlDevice_t device, char text[HW_SMI_TEXT])
{
    (void)nvml, (void)device, (void)text;
    return false;
}

/* clang-format off */
static const struct hw_smi_field fields[] = {
    {{"index", NULL},                                "",    true,  read_index},
    {{"count", NULL},                                "",    true,  read_count},
    {{"name", "gpu_name"},                           "",    false, read_name},
    {{"uuid", "gpu_uuid"},                           "",    false, read_id},
    {{"pci.bus_id", "gpu_bus_id"},                   "",    false, read_bus_id},
    {{"driver_version", NULL},                       "",    false, read_driver},
    {{"compute_cap", NULL},                          "",    false, read_capability},
    {{"cores", NULL},                                "",    true,  read_cores},
    {{"memory.total", NULL},                         "MiB", true,  read_total},
    {{"memory.used", NULL},                          "MiB", true,  read_used},
    {{"memory.free", NULL},                          "MiB", true,  read_free},
    {{"clocks.sm", "clocks.current.sm"},             "MHz", true,  read_sm_clock},
    {{"clocks.mem", "clocks.current.memory"},        "MHz", true,  read_memory_clock},
    {{"utilization.gpu", NULL},                      "%",   true,  read_use},
    {{"temperature.gpu", NULL},                      "",    true,  read_nothing},
    {{"power.draw", NULL},                           "W",   true,  read_nothing},
    {{"fan.speed", NULL},                            "%",   true,  read_nothing},
};
/* clang-format on */

const struct hw_smi_field *hw_smi_field_at(unsigned index)
{
    return index < sizeof fields / sizeof *fields ? &fields[index] : NULL;
}

const struct hw_smi_field *hw_smi_field(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        for (int n = 0; n < 2 && fields[i].names[n]; n++)
            if (strlen(fields[i].names[n]) == length && strncmp(fields[i].names[n], name, length) == 0)
                return &fields[i];
    return NULL;
}
