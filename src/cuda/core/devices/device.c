/* SPDX-License-Identifier: MIT */
/* The list of devices.
 *
 * HALFWARP_CHIP names chips or cards with commas between them, a device each.  Without it there is one: the
 * chip that most of the code in the program's fat binaries is for (code_count.h).  These are registered when
 * their libraries are loaded, which an interpreter may do after it has asked how many devices there are; so
 * the chip is settled when the device is first asked for.  HALFWARP_SET changes numbers of all of them,
 * HALFWARP_MEMORY says how much memory they have, else it is what the card has. CUDA_VISIBLE_DEVICES chooses
 * some of them and their order. */
#include "cuda/core/devices/device.h"

#include "cuda/base/message.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/log/log.h"
#include "cuda/core/memory/host_memory.h"
#include "cuda/core/modules/code_count.h"
#include "cuda/core/modules/registered_fatbin.h"
#include "cuda/core/settings.h"
#include "cuda/core/devices/visible_devices.h"
#include "environment.h"
#include "memory_size.h"

#include <halfwarp/chip_override.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEVICES_MAX 16
#define CHANGES_MAX 256

/* All of them, made at the first call that asks, and those that the program sees. */
static struct hw_cuda_device *devices;
static int made_count;
static struct hw_cuda_device *visible[DEVICES_MAX];
static int visible_count;
static bool settled;                   /* the chip of the only device that nobody has named, */
static struct hw_code_count chosen_by; /* by this code */

/* A device is there until the program ends, and so is its chip. */
static hw_status change_chip(struct hw_cuda_device *device, const char *changes, struct hw_error *error)
{
    struct hw_chip_change change[CHANGES_MAX];
    struct hw_chip_info *made;
    size_t count = 0;
    hw_status status = hw_chip_changes_read(changes, change, CHANGES_MAX, &count, error);

    if (status == HW_OK)
        status = hw_chip_override(device->chip, device->card, change, count, &made, error);
    if (status == HW_OK) {
        device->chip = made;
        device->card = made->cards;
    }
    return status;
}

/* What is wrong is said once: programs ask for devices again and again. */
static bool add_device(const char *name)
{
    static bool said;
    struct hw_cuda_device *device = &devices[made_count];
    const char *changes = hw_environment(HW_ENVIRONMENT_SET);
    struct hw_error error;

    *device = (struct hw_cuda_device){.number = made_count};
    const bool found = hw_card_find(name, &device->chip, &device->card, &error) == HW_OK &&
                       hw_target_find(device->chip->variant, &device->target, &error) == HW_OK;
    if (!found || (changes && change_chip(device, changes, &error) != HW_OK)) {
        if (!said)
            hw_cuda_message("%s%s; there is no device",
                            found                                 ? "HALFWARP_SET: "
                            : hw_environment(HW_ENVIRONMENT_CHIP) ? "HALFWARP_CHIP: "
                                                                  : "",
                            error.text);
        said = true;
        return false;
    }
    device->primary.device = device;
    made_count++;
    device->memory_bytes = hw_cuda_usual_memory(device->chip, device->card);
    return hw_memory_size(hw_environment(HW_ENVIRONMENT_MEMORY), device->number, &device->memory_bytes);
}

/* Without a name.  A changed chip (HALFWARP_SET) stays as it is: its changes hold for it. */
static bool add_by_code(void)
{
    char name[16];

    hw_cuda_fatbins_count(&chosen_by);
    const unsigned best = hw_code_count_best(&chosen_by);
    snprintf(name, sizeof name, "sm_%u", best ? best : hw_code_unknown_best());
    const bool added = add_device(name);
    settled |= hw_environment(HW_ENVIRONMENT_SET) != NULL;
    if (added && settled)
        hw_cuda_log_chip(devices->chip->name, &chosen_by);
    return added;
}

/* Somebody asks for a device: what has been registered by now decides. */
static void settle(void)
{
    if (settled || !made_count)
        return;
    settled = true;
    made_count = 0;
    add_by_code();
}

static bool add_named(const char *names)
{
    char name[64];

    settled = true;
    for (;;) {
        const size_t length = strcspn(names, ",");
        if (made_count == DEVICES_MAX) {
            hw_cuda_message("HALFWARP_CHIP names more than %d devices", DEVICES_MAX);
            return false;
        }
        snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), names);
        if (!add_device(name))
            return false;
        if (!names[length])
            return true;
        names += length + 1;
    }
}

/* Number those that the program sees, in the order that it asks for. */
static void choose_visible(void)
{
    int numbers[DEVICES_MAX];

    visible_count = hw_cuda_visible(getenv("CUDA_VISIBLE_DEVICES"), made_count, numbers);
    for (int i = 0; i < visible_count; i++) {
        visible[i] = &devices[numbers[i]];
        visible[i]->ordinal = i;
    }
}

/* What is wrong is said once. */
static bool settings_hold(void)
{
    static bool said;
    struct hw_error error;
    const bool ok = hw_cuda_settings_check(&error) == HW_OK;

    if (!ok && !said)
        hw_cuda_message("%s; there is no device", error.text);
    said |= !ok;
    return ok;
}

int hw_cuda_installed_count(void)
{
    const char *names = hw_environment(HW_ENVIRONMENT_CHIP);

    if (made_count)
        return made_count;
    if (!devices)
        devices = calloc(DEVICES_MAX, sizeof *devices);
    if (devices && settings_hold() && (names ? add_named(names) : add_by_code()))
        choose_visible();
    else
        made_count = 0;
    return made_count;
}

int hw_cuda_device_count(void)
{
    return hw_cuda_installed_count() ? visible_count : 0;
}

struct hw_cuda_device *hw_cuda_device_at(int ordinal)
{
    const bool there = ordinal >= 0 && ordinal < hw_cuda_device_count();

    settle();
    return there ? visible[ordinal] : NULL;
}

struct hw_cuda_device *hw_cuda_installed_at(int number)
{
    const bool there = number >= 0 && number < hw_cuda_installed_count();

    settle();
    return there ? &devices[number] : NULL;
}

const struct hw_code_count *hw_cuda_chosen_by(void)
{
    return hw_environment(HW_ENVIRONMENT_CHIP) ? NULL : &chosen_by;
}

cudaError_t hw_cuda_uuid(int device, uint8_t id[16])
{
    const struct hw_cuda_device *found = hw_cuda_device_at(device);

    if (found)
        hw_cuda_uuid_of(found->number, id);
    return found ? cudaSuccess : cudaErrorInvalidDevice;
}

bool hw_cuda_is_primary(const struct hw_cuda_context *context)
{
    for (int i = 0; i < visible_count; i++)
        if (context == &visible[i]->primary)
            return true;
    return false;
}

unsigned hw_cuda_device_flags(int device)
{
    const struct hw_cuda_device *found = hw_cuda_device_at(device);

    return found ? found->primary.flags : 0;
}

cudaError_t hw_cuda_set_device_flags(int device, unsigned flags, bool at_any_time)
{
    struct hw_cuda_device *found = hw_cuda_device_at(device);

    if (!found)
        return cudaErrorInvalidDevice;
    if (found->primary.active && !at_any_time)
        return cudaErrorSetOnActiveProcess;
    found->primary.flags = flags;
    return cudaSuccess;
}

cudaError_t hw_cuda_memory_info(size_t *free_bytes, size_t *total_bytes)
{
    if (!free_bytes || !total_bytes)
        return cudaErrorInvalidValue;
    *total_bytes = hw_cuda.context->device->memory_bytes;
    *free_bytes = *total_bytes - hw_cuda.context->device->used;
    return cudaSuccess;
}
