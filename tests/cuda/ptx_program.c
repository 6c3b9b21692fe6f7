/* SPDX-License-Identifier: MIT */
/* A program of the driver API that brings its code as files: PTX for the compiler that is in the driver, or
 * pieces to be linked; tests/cli/test_ptx_programs runs it with `halfwarp run`.
 *
 *   ptx_program load FILE KERNEL...           one image
 *   ptx_program twice FILE KERNEL...          the same, loaded, unloaded and loaded again
 *   ptx_program link FILE... -- KERNEL...     pieces, each of the kind that its name says
 *
 * It prints what each step returns and the error log, and of each kernel, which takes a pointer and is
 * launched with one thread, the word that it stores there. */
#include "cuda/core/modules/jit_linker.h"
#include "cuda/driver/driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOG_BYTES 4096

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *bytes = calloc(1, 1 << 20);

    if (!file || !bytes || fread(bytes, 1, (1 << 20) - 1, file) == 0) {
        printf("%s cannot be read\n", path);
        exit(1);
    }
    fclose(file);
    return bytes;
}

static void must(CUresult result, const char *what)
{
    if (result == CUDA_SUCCESS)
        return;
    printf("%s: %d\n", what, (int)result);
    exit(1);
}

/* --- code --- */

static char error_log[LOG_BYTES];
static int options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
static void *values[] = {error_log, (void *)(uintptr_t)LOG_BYTES};

static void *const *fresh_values(void)
{
    error_log[0] = '\0';
    values[1] = (void *)(uintptr_t)LOG_BYTES;
    return values;
}

static CUmodule load(const char *image)
{
    CUmodule module = NULL;
    const CUresult result =
        cuModuleLoadDataEx(&module, image, 2, options, (void **)(uintptr_t)fresh_values());

    printf("load %d\n%s%s", (int)result, error_log, error_log[0] ? "\n" : "");
    return result == CUDA_SUCCESS ? module : NULL;
}

static int kind_of(const char *path)
{
    static const char *const endings[HW_CUDA_LINK_INPUTS] = {".cubin", ".ptx", ".fatbin", ".o", ".a"};
    const char *dot = strrchr(path, '.');

    for (int i = 0; dot && i < HW_CUDA_LINK_INPUTS; i++)
        if (strcmp(dot, endings[i]) == 0)
            return i;
    return HW_CUDA_LINK_CUBIN;
}

static CUmodule link_files(char **path, int count)
{
    CUlinkState state;
    CUmodule module = NULL;
    void *cubin = NULL;
    size_t bytes;
    CUresult result = cuLinkCreate_v2(2, options, (void **)(uintptr_t)fresh_values(), &state);

    must(result, "cuLinkCreate");
    for (int i = 0; i < count && result == CUDA_SUCCESS; i++) {
        result = cuLinkAddFile_v2(state, kind_of(path[i]), path[i], 0, NULL, NULL);
        printf("add %d\n", (int)result);
    }
    if (result == CUDA_SUCCESS) {
        result = cuLinkComplete(state, &cubin, &bytes);
        printf("complete %d\n", (int)result);
    }
    printf("%s%s", error_log, error_log[0] ? "\n" : "");
    if (result == CUDA_SUCCESS)
        module = load(cubin);
    must(cuLinkDestroy(state), "cuLinkDestroy");
    return module;
}

/* --- kernels --- */

static void launch(CUmodule module, const char *name)
{
    CUdeviceptr out;
    CUfunction kernel;
    unsigned word = 0;
    void *arguments[] = {&out};
    CUresult result = cuModuleGetFunction(&kernel, module, name);

    printf("%s: get %d", name, (int)result);
    if (result == CUDA_SUCCESS) {
        must(cuMemAlloc_v2(&out, sizeof word), "cuMemAlloc");
        result = cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL);
        must(cuMemcpyDtoH_v2(&word, out, sizeof word), "cuMemcpyDtoH");
        printf(", launch %d, stores %u", (int)result, word);
        must(cuMemFree_v2(out), "cuMemFree");
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    CUcontext context;
    CUmodule module;
    int next = 3;

    if (argc < 3)
        return 2;
    must(cuInit(0), "cuInit");
    must(cuCtxCreate_v2(&context, 0, 0), "cuCtxCreate");
    if (strcmp(argv[1], "link") == 0) {
        for (next = 2; next < argc && strcmp(argv[next], "--") != 0;)
            next++;
        module = link_files(argv + 2, next++ - 2);
    } else {
        char *image = read_file(argv[2]);
        module = load(image);
        if (module && strcmp(argv[1], "twice") == 0) {
            must(cuModuleUnload(module), "cuModuleUnload");
            module = load(image);
        }
        free(image);
    }
    for (; module && next < argc; next++)
        launch(module, argv[next]);
    must(cuCtxDestroy_v2(context), "cuCtxDestroy");
    return module ? 0 : 1;
}
