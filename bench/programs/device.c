/* SPDX-License-Identifier: MIT */
/* Shared by the programs: data, memory of the device, comparison. */
#include "program.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void must(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "bench: %s: %s\n", what, cudaGetErrorString(error));
    exit(error == cudaErrorInvalidDeviceFunction ? NO_CODE : EXIT_FAILURE);
}

void *zeros(size_t bytes)
{
    void *memory = calloc(1, bytes);

    if (!memory) {
        perror("bench");
        exit(EXIT_FAILURE);
    }
    return memory;
}

static uint32_t random_word(void)
{
    static uint32_t state = 12345;

    state ^= state << 13;
    state ^= state >> 17;
    return state ^= state << 5;
}

float *random_floats(size_t count, float from, float to)
{
    float *numbers = zeros(count * sizeof *numbers);

    for (size_t i = 0; i < count; i++)
        numbers[i] = from + (to - from) * ((float)(random_word() >> 8) / 16777216);
    return numbers;
}

uint32_t *random_words(size_t count)
{
    uint32_t *words = zeros(count * sizeof *words);

    for (size_t i = 0; i < count; i++)
        words[i] = random_word();
    return words;
}

void *to_device(const void *from, size_t bytes)
{
    void *memory;

    must(cudaMalloc(&memory, bytes), "cudaMalloc");
    if (from)
        must(cudaMemcpy(memory, from, bytes, cudaMemcpyHostToDevice), "copy to the device");
    return memory;
}

void from_device(void *to, void *device, size_t bytes)
{
    must(cudaMemcpy(to, device, bytes, cudaMemcpyDeviceToHost), "copy from the device");
    must(cudaFree(device), "cudaFree");
}

float difference(const float *got, const float *expected, size_t count)
{
    float most = 0, greatest = 0;

    for (size_t i = 0; i < count; i++) {
        const float off = fabsf(got[i] - expected[i]);
        if (!(off <= most)) /* a NaN counts as well */
            most = off;
        greatest = fmaxf(greatest, fabsf(expected[i]));
    }
    return greatest > 0 ? most / greatest : most;
}
