/* SPDX-License-Identifier: MIT */
/* The layer of gpu.h. */
#include "gpu.h"

#include <halfwarp/chip.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(hw_status status, const struct hw_error *error)
{
    if (status == HW_OK)
        return;
    fprintf(stderr, "%s error: %s\n", hw_status_name(status), error->text);
    exit(1);
}

static void *read_file(const char *name, size_t *bytes)
{
    FILE *file = fopen(name, "rb");
    void *data = file && fseek(file, 0, SEEK_END) == 0 ? malloc((size_t)ftell(file) + 1) : NULL;
    if (!data) {
        perror(name);
        exit(1);
    }
    *bytes = (size_t)ftell(file);
    rewind(file);
    *bytes = fread(data, 1, *bytes, file);
    fclose(file);
    return data;
}

void gpu_open(struct gpu *gpu, const char *cubin)
{
    struct hw_error error;
    struct hw_target target;
    const struct hw_chip_info *chip;
    size_t bytes;
    void *data = read_file(cubin, &bytes);

    memset(gpu, 0, sizeof *gpu);
    check(hw_module_read(data, bytes, &gpu->module, &error), &error);
    free(data);
    const struct hw_kernel *kernel = hw_module_find_kernel(gpu->module, NULL);
    if (!kernel) {
        fprintf(stderr, "%s: there is no kernel in this file\n", cubin);
        exit(1);
    }

    /* The oldest chip that runs this code, its memory, and the kernel's code and constants on it. */
    check(hw_target_find(gpu->module->target, &target, &error), &error);
    check(hw_chip_find(gpu->module->target, &chip, &error), &error);
    check(hw_memory_create(&gpu->memory, &error), &error);
    check(hw_image_load(&gpu->image, gpu->module, kernel, gpu->memory, &error), &error);
    hw_launch_init(&gpu->launch, &target, chip, gpu->memory);
    hw_image_bind(&gpu->image, &gpu->launch);
    gpu->launch.params = gpu->params;
    /* What launches keep for the next: translated and compiled code, threads. */
    check(hw_execution_context_create(&gpu->launch.host.execution_context, &error), &error);
}

void gpu_begin(struct gpu *gpu, int argc, char **argv)
{
    if (argc < 2 || argc > 4) {
        fprintf(stderr, "usage: %s CUBIN [WORKERS [OUTPUT]]\n", argv[0]);
        exit(2);
    }
    gpu_open(gpu, argv[1]);
    gpu->launch.host.workers = argc > 2 ? (uint32_t)atoi(argv[2]) : 0;
    gpu->output = argc > 3 ? argv[3] : NULL;
}

void gpu_end(struct gpu *gpu)
{
    hw_execution_context_destroy(gpu->launch.host.execution_context);
    hw_image_unload(&gpu->image);
    hw_memory_destroy(gpu->memory);
    hw_module_free(gpu->module);
}

uint64_t gpu_buffer(struct gpu *gpu, size_t bytes, const void *data)
{
    struct hw_error error;
    uint64_t address;
    check(hw_memory_alloc(gpu->memory, bytes, &address, &error), &error);
    if (data)
        check(hw_memory_write(gpu->memory, address, data, bytes, &error), &error);
    return address;
}

void *gpu_memory(const struct gpu *gpu, uint64_t address, size_t bytes)
{
    return hw_memory_host(gpu->memory, address, bytes);
}

static void param(struct gpu *gpu, const void *value, uint32_t bytes)
{
    uint32_t at = (gpu->launch.param_bytes + bytes - 1) / bytes * bytes;
    memcpy(gpu->params + at, value, bytes);
    gpu->launch.param_bytes = at + bytes;
}

void gpu_u32(struct gpu *gpu, uint32_t value)
{
    param(gpu, &value, sizeof value);
}

void gpu_f32(struct gpu *gpu, float value)
{
    param(gpu, &value, sizeof value);
}

void gpu_pointer(struct gpu *gpu, uint64_t address)
{
    param(gpu, &address, sizeof address);
}

void gpu_run(struct gpu *gpu, uint32_t grid_x, uint32_t grid_y, uint32_t block_x, uint32_t block_y)
{
    struct hw_error error;
    struct hw_launch *launch = &gpu->launch;
    launch->grid[0] = grid_x;
    launch->grid[1] = grid_y;
    launch->block[0] = block_x;
    launch->block[1] = block_y;
    launch->block[2] = 1;
    check(hw_launch_run(launch, &gpu->result, &error), &error);
}

static void write_output(const struct gpu *gpu, const char *header, const void *data, size_t bytes)
{
    FILE *file = fopen(gpu->output, "wb");
    bool good = file && fputs(header, file) >= 0 && fwrite(data, 1, bytes, file) == bytes;
    if (file && fclose(file) != 0)
        good = false;
    if (!good) {
        perror(gpu->output);
        exit(1);
    }
}

static int compare(const struct gpu *gpu, const char *what, const void *got, const void *expected,
                   size_t count, size_t size)
{
    const char *a = got, *b = expected;
    for (size_t i = 0; i < count; i++)
        if (memcmp(a + i * size, b + i * size, size) != 0) {
            fprintf(stderr, "%s: WRONG: element %zu differs from the host's\n", what, i);
            return 1;
        }
    printf("%s: %zu result%s, the same to the last bit as on the host (%" PRIu64 " thread instructions)\n",
           what, count, count == 1 ? "" : "s", gpu->result.stats.thread_instructions);
    return 0;
}

int gpu_check(const struct gpu *gpu, const char *what, const void *got, const void *expected, size_t count,
              size_t size)
{
    if (gpu->output)
        write_output(gpu, "", got, count * size);
    return compare(gpu, what, got, expected, count, size);
}

int gpu_check_picture(const struct gpu *gpu, const char *what, const uint8_t *got, const uint8_t *expected,
                      unsigned width, unsigned height)
{
    char header[64];
    snprintf(header, sizeof header, "P5\n%u %u\n255\n", width, height);
    if (gpu->output)
        write_output(gpu, header, got, (size_t)width * height);
    return compare(gpu, what, got, expected, (size_t)width * height, 1);
}

uint32_t gpu_random(void)
{
    static uint32_t state = 2463534242u;
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}
