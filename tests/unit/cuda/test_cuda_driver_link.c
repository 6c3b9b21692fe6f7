/* SPDX-License-Identifier: MIT */
/* Linking: with a library in place of nvJitLink (tests/cuda/jit_linker.c), in processes without any, wrong
 * use, and four host threads. */
#include "cuda/driver/driver.h"
#include "cuda_driver.h"
#include "made_fatbin.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#define HOST_THREADS 4
#define CUBIN        "tests/data/programs/hash.sm_61.cubin"

enum { CUBIN_INPUT, PTX_INPUT, FATBIN_INPUT, OBJECT_INPUT, LIBRARY_INPUT, NVVM_INPUT };
enum {
    MOST_REGISTERS,
    WALL_TIME = 2,
    INFO_LOG,
    INFO_BYTES,
    ERROR_LOG,
    ERROR_BYTES,
    LEVEL,
    TARGET = 9,
    VERBOSE = 12,
    LINES
};

static char good[] = ".version 7.0\n// cubin tests/data/programs/generations.sm_61.cubin\n";
static char old[] =
    "/* once */\n.version 1.4\n.target sm_10\n// cubin tests/data/programs/generations.sm_61.cubin\n";
static char bad[] = ".version 7.0\nrefused\n";
static char kernel_text[] = ".version 2.3\n.target sm_20\n.address_size 64\n.file 1 \"store.cu\"\n"
                            ".entry store(.param .u64 to)\n{\n.reg .u64 %a;\n.reg .u32 %b;\n.loc 1 7 1\n"
                            "ld.param.u64 %a, [to];\nmov.u32 %b, 7;\nst.global.u32 [%a], %b;\nexit;\n}\n";
static struct fatbin fatbin;

/* --- without a linker: in a process of its own; what is returned says which step went wrong --- */

static int one_piece_without_linker(void)
{
    CUlinkState link;
    CUmodule module;
    CUfunction function;
    void *cubin = NULL;
    size_t bytes = 0;

    if (cuLinkCreate_v2(0, NULL, NULL, &link))
        return 1;
    if (cuLinkComplete(link, &cubin, &bytes) != CUDA_ERROR_INVALID_VALUE) /* nothing is in it */
        return 2;
    if (cuLinkAddData_v2(link, FATBIN_INPUT, fatbin.bytes, fatbin.length, "one", 0, NULL, NULL))
        return 3;
    if (cuLinkAddData_v2(link, FATBIN_INPUT, fatbin.bytes, fatbin.length, "two", 0, NULL, NULL) !=
        CUDA_ERROR_INVALID_IMAGE) /* both are linked already */
        return 4;
    if (cuLinkComplete(link, &cubin, &bytes) || bytes < 1000)
        return 5;
    if (cuModuleLoadData(&module, cubin) || cuModuleGetFunction(&function, module, "generation_hash"))
        return 6;
    return cuLinkDestroy(link) ? 7 : 0;
}

/* A kernel that calls a function of another file. */
static const char caller[] = ".target sm_61\n.container elf64\n.relocatable\n.kernel twice\n.registers 8\n"
                             ".param_base 320\n.param_bytes 8\n.param 0 0 8 0\n.code\n"
                             "MOV R1, c[0x0][0x20]\nMOV32I R4, 0x15\nthere: JCAL 0x0\n"
                             "MOV R2, c[0x0][0x140]\nMOV R3, c[0x0][0x144]\nSTG.E [R2], R4\nEXIT\n.end\n"
                             ".symbol add - 2 1 0 0 0\n.relocate .text.twice there R_CUDA_ABS32_20 add\n";
static const char called[] =
    ".target sm_61\n.container elf64\n.relocatable\n.function add\n.registers 8\n.code\n"
    "IADD R4, R4, R4\nRET\n.end\n";

/* What the kernel of a linked cubin leaves: 42. */
static int run_linked(void *cubin)
{
    CUmodule module;
    CUfunction function;
    CUdeviceptr out;
    unsigned value = 0;
    void *parameters[] = {&out};

    if (cuMemAlloc_v2(&out, sizeof value) || cuModuleLoadData(&module, cubin) ||
        cuModuleGetFunction(&function, module, "twice") ||
        cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, parameters, NULL) ||
        cuMemcpyDtoH_v2(&value, out, sizeof value))
        return -1;
    return (int)value;
}

static int relocatable_pieces_without_linker(void)
{
    char text[400] = "";
    int options[] = {ERROR_LOG, ERROR_BYTES};
    void *values[] = {text, (void *)sizeof text}, *cubin = NULL;
    struct fatbin first, second;
    CUlinkState link;

    fatbin_make_text(&first, caller);
    fatbin_make_text(&second, called);
    if (cuLinkCreate_v2(2, options, values, &link) ||
        cuLinkAddData_v2(link, CUBIN_INPUT, first.bytes, first.length, "caller", 0, NULL, NULL))
        return 22;
    if (cuLinkAddData_v2(link, FATBIN_INPUT, fatbin.bytes, fatbin.length, "whole", 0, NULL, NULL) !=
        CUDA_ERROR_INVALID_IMAGE)
        return 23;
    if (cuLinkComplete(link, &cubin, NULL) != CUDA_ERROR_UNKNOWN)
        return 24;
    if (!strstr(text, "undefined symbol 'add', used by twice of caller"))
        return 25;
    if (cuLinkDestroy(link) || cuLinkCreate_v2(0, NULL, NULL, &link) ||
        cuLinkAddData_v2(link, OBJECT_INPUT, first.bytes, first.length, NULL, 0, NULL, NULL) ||
        cuLinkAddData_v2(link, LIBRARY_INPUT, second.bytes, second.length, "called", 0, NULL, NULL) ||
        cuLinkComplete(link, &cubin, NULL) || cuLinkComplete(link, &cubin, NULL) || run_linked(cubin) != 42)
        return 26;
    fatbin_free(&first);
    fatbin_free(&second);
    return cuLinkDestroy(link) ? 27 : 0;
}

/* PTX is compiled by the compiler that is a part of the library. */
static int ptx_without_linker(void)
{
    char text[200] = "";
    int options[] = {ERROR_LOG, ERROR_BYTES};
    void *values[] = {text, (void *)sizeof text}, *cubin = NULL;
    size_t bytes = 0;
    CUlinkState link;
    CUmodule module;
    CUfunction function;

    if (cuLinkCreate_v2(2, options, values, &link))
        return 11;
    if (cuLinkAddData_v2(link, PTX_INPUT, bad, sizeof bad, "ptx", 0, NULL, NULL) != CUDA_ERROR_INVALID_PTX)
        return 12;
    if (!strstr(text, "line 2, column 1"))
        return 13;
    if (cuLinkAddData_v2(link, PTX_INPUT, kernel_text, sizeof kernel_text, "ptx", 0, NULL, NULL))
        return 14;
    if (cuLinkComplete(link, &cubin, &bytes) || bytes < 500)
        return 15;
    if (cuModuleLoadData(&module, cubin) || cuModuleGetFunction(&function, module, "store"))
        return 16;
    if (cuModuleLoadData(&module, kernel_text) || cuModuleGetFunction(&function, module, "store"))
        return 17;
    return cuLinkDestroy(link) ? 18 : 0;
}

/* What cuLinkCreate was told is done to each piece, for the chip that it names. */
static int options_without_linker(void)
{
    char text[600] = "";
    int options[] = {INFO_LOG, INFO_BYTES, VERBOSE, LINES, TARGET, WALL_TIME};
    void *values[] = {text, (void *)sizeof text, (void *)1, (void *)1, (void *)35, NULL}, *cubin = NULL;
    CUlinkState link;
    size_t bytes;

    if (cuLinkCreate_v2(6, options, values, &link) ||
        cuLinkAddData_v2(link, PTX_INPUT, kernel_text, sizeof kernel_text, "ptx", 0, NULL, NULL))
        return 31;
    if (!strstr(text, "function 'store' for 'sm_35'") || !strstr(text, "Used ") ||
        (uintptr_t)values[1] != strlen(text))
        return 32;
    if (cuLinkComplete(link, &cubin, &bytes) || !memmem(cubin, bytes, ".debug_line", 12))
        return 33;
    return values[5] == NULL || cuLinkDestroy(link) ? 34 : 0;
}

/* In a process of its own, with a context on a chip. */
static void expect_in_child(const char *chip, int (*check)(void))
{
    int status;
    const pid_t child = fork();

    if (child == 0) {
        setenv("HALFWARP_JITLINK", "own", 1);
        setenv("HALFWARP_CHIP", chip, 1);
        if (!freopen("/dev/null", "w", stderr) || create_context(0))
            _exit(99);
        _exit(check());
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void no_linker(void **state)
{
    (void)state;
    expect_in_child("gp104", one_piece_without_linker);
    expect_in_child("gp104", relocatable_pieces_without_linker);
    expect_in_child("gp104", ptx_without_linker);
    expect_in_child("gf100", ptx_without_linker);
    expect_in_child("g200", ptx_without_linker);
    expect_in_child("gk110", options_without_linker);
}

/* --- with one --- */

static bool has_kernel(void *cubin, const char *name)
{
    CUmodule module;
    CUfunction function;

    const bool has = cuModuleLoadData(&module, cubin) == CUDA_SUCCESS &&
                     cuModuleGetFunction(&function, module, name) == CUDA_SUCCESS;
    return cuModuleUnload(module) == CUDA_SUCCESS && has;
}

static void pieces_become_a_cubin(void **state)
{
    char info[200] = "", error[200] = "nothing yet";
    int options[] = {INFO_LOG, INFO_BYTES, ERROR_LOG, ERROR_BYTES, MOST_REGISTERS, LEVEL, LINES};
    void *values[] = {info,       (void *)sizeof info, error,    (void *)sizeof error,
                      (void *)32, (void *)4,           (void *)1};
    void *cubin = NULL;
    size_t bytes = 0;
    CUlinkState link;

    (void)state;
    assert_cu(cuLinkCreate_v2(7, options, values, &link));
    assert_cu(cuLinkAddFile_v2(link, CUBIN_INPUT, CUBIN, 0, NULL, NULL));
    assert_cu(cuLinkAddData_v2(link, PTX_INPUT, good, sizeof good, NULL, 0, NULL, NULL));
    assert_cu(cuLinkComplete(link, &cubin, &bytes));
    assert_true(bytes > 1000);
    assert_string_equal(info, "-arch=sm_61 -maxrregcount=32 -O3 -lineinfo ");
    assert_int_equal((uintptr_t)values[1], strlen(info));
    assert_string_equal(error, "");
    assert_true(has_kernel(cubin, "generation_hash"));
    assert_cu(cuLinkComplete(link, &cubin, NULL)); /* once more */
    assert_cu(cuLinkDestroy(link));
}

static void ptx_is_compiled_where_it_is_loaded(void **state)
{
    CUlibrary library;
    CUkernel kernel;

    (void)state;
    assert_true(has_kernel(good, "generation_hash"));
    assert_true(has_kernel(old, "generation_hash"));
    assert_cu(cuLibraryLoadData(&library, good, NULL, NULL, 0, NULL, NULL, 0));
    assert_cu(cuLibraryGetKernel(&kernel, library, "generation_hash"));
    assert_cu(cuLibraryUnload(library));
}

static void refused_ptx(void **state)
{
    char error[200] = "";
    int options[] = {ERROR_LOG, ERROR_BYTES};
    void *values[] = {error, (void *)sizeof error};
    CUlinkState link;
    CUmodule module;

    (void)state;
    assert_cu(cuLinkCreate(2, options, values, &link));
    assert_int_equal(cuLinkAddData(link, PTX_INPUT, bad, sizeof bad, "bad", 0, NULL, NULL),
                     CUDA_ERROR_INVALID_PTX);
    assert_string_equal(error, "line 2: refused");
    assert_cu(cuLinkDestroy(link));
    values[1] = (void *)sizeof error;
    *error = '\0';
    assert_int_equal(cuModuleLoadDataEx(&module, bad, 2, options, values), CUDA_ERROR_INVALID_PTX);
    assert_non_null(strstr(error, "refused"));
}

static void wrong_use(void **state)
{
    int option = MOST_REGISTERS, unknown = -1;
    void *many = (void *)9999, *cubin = NULL;
    CUlinkState link, refused;
    CUcontext top;

    (void)state;
    assert_int_equal(cuLinkCreate_v2(0, NULL, NULL, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuLinkCreate_v2(1, NULL, NULL, &link), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuLinkCreate_v2(1, &unknown, &many, &link), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuLinkCreate_v2(1, &option, &many, &refused), CUDA_ERROR_NO_BINARY_FOR_GPU);
    assert_cu(cuLinkCreate_v2(0, NULL, NULL, &link));
    assert_int_equal(cuLinkAddData_v2(link, NVVM_INPUT, good, sizeof good, NULL, 0, NULL, NULL),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuLinkAddData_v2(link, -1, good, sizeof good, NULL, 0, NULL, NULL),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuLinkAddData_v2(link, PTX_INPUT, NULL, 5, NULL, 0, NULL, NULL),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuLinkAddData_v2(link, PTX_INPUT, good, 0, NULL, 0, NULL, NULL),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuLinkAddData_v2(link, PTX_INPUT, good, 5, NULL, 1, NULL, NULL),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuLinkAddFile_v2(link, CUBIN_INPUT, NULL, 0, NULL, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuLinkAddFile(link, CUBIN_INPUT, "/nowhere", 0, NULL, NULL), CUDA_ERROR_FILE_NOT_FOUND);
    assert_int_equal(cuLinkComplete(link, NULL, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuLinkComplete(link, &cubin, NULL), CUDA_ERROR_UNKNOWN); /* of nothing */
    assert_cu(cuCtxPopCurrent_v2(&top));
    assert_int_equal(cuLinkCreate_v2(0, NULL, NULL, &refused), CUDA_ERROR_INVALID_CONTEXT);
    assert_cu(cuLinkDestroy(link)); /* needs no context */
    assert_cu(cuCtxPushCurrent_v2(top));
    assert_int_equal(cuLinkDestroy(link), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuLinkDestroy(NULL), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuLinkAddData_v2(link, PTX_INPUT, good, sizeof good, NULL, 0, NULL, NULL),
                     CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuLinkComplete(link, &cubin, NULL), CUDA_ERROR_INVALID_HANDLE);
}

/* --- who asks for tables that only NVIDIA's driver has --- */

/* What a copy of the library says that has another name. */
static void ask_as(const char *name, char *said, size_t bytes)
{
    char folder[64], path[PATH_MAX], command[3 * PATH_MAX];
    FILE *output = tmpfile();
    const int before = dup(STDERR_FILENO);

    snprintf(folder, sizeof folder, "/tmp/halfwarp-ask-%d", (int)getpid());
    snprintf(path, sizeof path, "%s/%s", folder, name);
    snprintf(command, sizeof command, "mkdir -p \"$(dirname %s)\" && cp '%s' %s", path,
             getenv("HALFWARP_JITLINK"), path);
    assert_int_equal(system(command), 0);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    assert_non_null(library);
    int (*ask)(void) = (int (*)(void))(uintptr_t)dlsym(library, "ask_for_tables");
    assert_non_null(ask);
    dup2(fileno(output), STDERR_FILENO);
    const int result = ask();
    dup2(before, STDERR_FILENO);
    close(before);
    rewind(output);
    said[fread(said, 1, bytes - 1, output)] = '\0';
    fclose(output);
    assert_int_equal(result, CUDA_ERROR_NOT_FOUND);
}

static void compilers_are_told_nothing(void **state)
{
    char said[1000];

    (void)state;
    ask_as("libother.so", said, sizeof said);
    assert_non_null(strstr(said, "/libother.so"));
    assert_non_null(strstr(said, "NVIDIA's runtime is linked into it"));
    assert_non_null(strstr(said, "nvcc -cudart shared"));
    ask_as("site-packages/libother.so", said, sizeof said);
    assert_non_null(strstr(said, "NVIDIA's runtime is linked into it"));
    assert_non_null(strstr(said, "Another version or build of this package"));
    ask_as("libnvrtc.so.12", said, sizeof said);
    assert_string_equal(said, "");
    ask_as("_nvjitlinklib.so", said, sizeof said);
    assert_string_equal(said, "");
}

/* --- host threads --- */

static void *link_often(void *result)
{
    bool *well = result;

    *well = cuCtxSetCurrent(group_context) == CUDA_SUCCESS;
    for (int i = 0; i < 10 && *well; i++) {
        CUlinkState link;
        void *cubin;
        *well = cuLinkCreate_v2(0, NULL, NULL, &link) == CUDA_SUCCESS &&
                cuLinkAddData_v2(link, PTX_INPUT, good, sizeof good, NULL, 0, NULL, NULL) == CUDA_SUCCESS &&
                cuLinkComplete(link, &cubin, NULL) == CUDA_SUCCESS && has_kernel(cubin, "generation_hash") &&
                cuLinkDestroy(link) == CUDA_SUCCESS;
    }
    return NULL;
}

static void host_threads(void **state)
{
    pthread_t threads[HOST_THREADS];
    bool results[HOST_THREADS];

    (void)state;
    for (int i = 0; i < HOST_THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, link_often, &results[i]), 0);
    for (int i = 0; i < HOST_THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_true(results[i]);
    }
}

/* The library stands beside this program. */
static void name_linker(void)
{
    char path[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 40);

    path[length > 0 ? length : 0] = '\0';
    strcpy(strrchr(path, '/') + 1, "libtest_jit_linker.so");
    setenv("HALFWARP_JITLINK", path, 1);
}

int main(void)
{
    const struct CMUnitTest alone[] = {cmocka_unit_test(no_linker)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_become_a_cubin),
        cmocka_unit_test(ptx_is_compiled_where_it_is_loaded),
        cmocka_unit_test(refused_ptx),
        cmocka_unit_test(wrong_use),
        cmocka_unit_test(compilers_are_told_nothing),
        cmocka_unit_test(host_threads),
    };

    setenv("HALFWARP_CHIP", "gp104", 1);
    fatbin_make(&fatbin, "generations", (const char *const[]){"sm_61", NULL});
    name_linker();
    const int failed =
        cmocka_run_group_tests(alone, NULL, NULL) + cmocka_run_group_tests(tests, begin_context, end_context);
    fatbin_free(&fatbin);
    return failed;
}
