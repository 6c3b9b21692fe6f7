/* SPDX-License-Identifier: MIT */
/* Loading and launching cubins of tests/data/programs: thin over the library's own functions. */
#include "device.h"

#include "programs/folder.h"

#include <halfwarp/chip.h>
#include <halfwarp/timer.h>

static void must(struct device *device, hw_status status, const char *what)
{
    if (status != HW_OK)
        fail_msg("%s: %s", what, device->error.text);
}

static const char *folder_of(const char *variant)
{
    const char *folder = getenv("HW_PROGRAMS");

    return folder ? folder : programs_folder(variant);
}

static FILE *open_code(const char *program, const char *variant, const char *suffix)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s.%s.%s", folder_of(variant), program, variant, suffix);
    return fopen(path, "rb");
}

bool device_has(const char *program, const char *variant)
{
    FILE *file = open_code(program, variant, "cubin");
    if (file)
        fclose(file);
    return file != NULL;
}

/* A file with a NUL behind its end, or NULL.  The tests run in the root of the source tree. */
static char *read_file(const char *program, const char *variant, const char *suffix, size_t *bytes)
{
    FILE *file = open_code(program, variant, suffix);
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    *bytes = (size_t)ftell(file);
    rewind(file);
    char *data = calloc(1, *bytes + 1);
    assert_int_equal(fread(data, 1, *bytes, file), *bytes);
    fclose(file);
    return data;
}

/* A cubin from malloc: as it is kept, or assembled. */
static uint8_t *read_cubin(struct device *device, const char *program, const char *variant, size_t *bytes)
{
    struct remade made = {NULL, 0};
    char *data = read_file(program, variant, "cubin", bytes);
    if (data)
        return (uint8_t *)data;
    data = read_file(program, variant, "sass", bytes);
    if (!data)
        fail_msg("%s/%s.%s is not there", folder_of(variant), program, variant);
    device_assemble(device, data, &made);
    free(data);
    *bytes = made.length;
    return made.bytes;
}

void device_open(struct device *device, const char *program, const char *variant)
{
    size_t bytes;

    memset(device, 0, sizeof *device);
    setenv("HALFWARP_PREVIEW", atoi(variant + 3) >= 90 ? "1" : "0",
           1); /* of Hopper and later a part is run */
    uint8_t *cubin = read_cubin(device, program, variant, &bytes);
    must(device, hw_module_read(cubin, bytes, &device->module, &device->error), program);
    free(cubin);
    must(device, hw_chip_find(device->module->target, &device->chip, &device->error), program);
    must(device, hw_target_find(device->chip->variant, &device->target, &device->error), program);
    must(device, hw_memory_create(&device->memory, &device->error), program);
    hw_memory_fit(device->memory, &device->target, device->module->container == HW_CONTAINER_ELF32 ? 32 : 64);
}

static void unload(struct device *device)
{
    if (device->prepared)
        hw_image_unload(&device->image);
    device->prepared = false;
}

void device_close(struct device *device)
{
    unload(device);
    hw_memory_destroy(device->memory);
    hw_module_free(device->module);
}

uint64_t device_alloc(struct device *device, size_t bytes)
{
    uint64_t address;
    must(device, hw_memory_alloc(device->memory, bytes, &address, &device->error), "allocation");
    return address;
}

void device_write(struct device *device, uint64_t address, const void *data, size_t bytes)
{
    must(device, hw_memory_write(device->memory, address, data, bytes, &device->error), "copy to the device");
}

void device_read(struct device *device, uint64_t address, void *data, size_t bytes)
{
    must(device, hw_memory_read(device->memory, address, data, bytes, &device->error),
         "copy from the device");
}

uint64_t device_variable(struct device *device, const char *name)
{
    uint64_t address;
    must(device, hw_image_symbol(&device->image, device->module, name, &address, &device->error), name);
    return address;
}

void device_prepare(struct device *device, const char *kernel, const struct shape *shape)
{
    struct hw_launch *launch = &device->launch;
    const struct hw_kernel *found = hw_module_find_kernel(device->module, kernel);
    if (!found)
        fail_msg("no kernel %s", kernel);
    unload(device);
    device->kernel = kernel;
    must(device, hw_image_load(&device->image, device->module, found, device->memory, &device->error),
         kernel);
    device->prepared = true;
    hw_launch_init(launch, &device->target, device->chip, device->memory);
    launch->code.async = device->async;
    hw_image_bind(&device->image, launch);
    launch->shared_bytes += shape->shared;
    launch->dynamic_shared_bytes = shape->shared;
    for (int i = 0; i < 3; i++) {
        launch->block[i] = shape->block[i] ? shape->block[i] : 1;
        launch->grid[i] = shape->grid[i] ? shape->grid[i] : 1;
    }
    launch->limits.max_instructions = 50000000;
}

/* Run a launch on the model of the chip, and add a line to a file: what its kernel took. */
static hw_status run_timed(struct device *device, const char *costs)
{
    const struct hw_timer_options options = {.chip = device->chip, .workers = 1};
    struct hw_launch_time time;
    struct hw_timer *timer;
    must(device, hw_timer_create(&options, &timer, &device->error), costs);
    const hw_status status = hw_timer_run(timer, &device->launch, &device->result, &time, &device->error);
    FILE *file = status == HW_OK ? fopen(costs, "a") : NULL;
    if (file) {
        fprintf(file, "%s\t%llu\t%llu\n", device->kernel,
                (unsigned long long)device->result.stats.warp_instructions, (unsigned long long)time.cycles);
        fclose(file);
    }
    hw_timer_destroy(timer);
    return status;
}

hw_status device_run(struct device *device, const void *params, size_t bytes)
{
    const char *costs = getenv("HW_PROGRAMS_COSTS");
    device->launch.params = params;
    device->launch.param_bytes = (uint32_t)bytes;
    return costs ? run_timed(device, costs) : hw_launch_run(&device->launch, &device->result, &device->error);
}

void device_run_ok(struct device *device, const void *params, size_t bytes)
{
    if (device_run(device, params, bytes) != HW_OK)
        fail_msg("%s [%s]", device->error.text, device->result.fault.instruction);
}
