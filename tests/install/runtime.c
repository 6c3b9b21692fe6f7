/* SPDX-License-Identifier: MIT */
/* A program as nvcc links it by default, with -lcudart_static: four host threads use memory of one device. */
#include <pthread.h>
#include <stdio.h>

int cudaRuntimeGetVersion(int *version);
int cudaMalloc(void **memory, size_t bytes);
int cudaMemcpy(void *to, const void *from, size_t bytes, int kind);
int cudaFree(void *memory);

enum { TO_DEVICE = 1, TO_HOST = 2, THREADS = 4, TURNS = 50 };

static void *use(void *number)
{
    const size_t mine = (size_t)number;

    for (size_t i = 0; i < TURNS; i++) {
        const size_t sent = mine * TURNS + i;
        size_t got = 0;
        void *memory;

        if (cudaMalloc(&memory, sizeof sent) != 0 || cudaMemcpy(memory, &sent, sizeof sent, TO_DEVICE) != 0 ||
            cudaMemcpy(&got, memory, sizeof got, TO_HOST) != 0 || cudaFree(memory) != 0 || got != sent)
            return number;
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    int version = 0, wrong = 0;

    for (size_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, use, (void *)(i + 1));
    for (size_t i = 0; i < THREADS; i++) {
        void *failed;

        pthread_join(threads[i], &failed);
        wrong += failed != NULL;
    }
    if (cudaRuntimeGetVersion(NULL) == 0)
        wrong++;
    if (cudaRuntimeGetVersion(&version) != 0)
        wrong++;
    printf("%d.%d, %d wrong\n", version / 1000, version % 1000 / 10, wrong);
    return 0;
}
