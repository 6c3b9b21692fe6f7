/* SPDX-License-Identifier: MIT */
/* The driver API: modules from every kind of image, what is wrong with images, names, and the compiler's
 * logs. */
#include "cuda/driver/driver.h"
#include "cuda_driver.h"
#include "made_fatbin.h"

#include <halfwarp/archive.h>

#include <stdbool.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#define HEAD "\t// from nvcc\n/* or somebody */\n\t.version 1.4\n\t.target sm_10, map_f64_to_f32\n"
static const char ptx[] = HEAD ".entry compiled () { exit; }\n",
                  wrong_ptx[] = HEAD ".entry wrong () { leave; }\n";

static uint8_t *cubin;
static size_t cubin_bytes;
static struct fatbin fatbin, other;

static int begin(void **state)
{
    (void)state;
    cubin = fatbin_cubin("variables", "sm_20", &cubin_bytes);
    fatbin_make(&fatbin, "variables", (const char *const[]){"sm_35", "sm_20", NULL});
    fatbin_make(&other, "variables", (const char *const[]){"sm_35", NULL});
    return create_context(0);
}

static int end(void **state)
{
    (void)state;
    free(cubin);
    fatbin_free(&fatbin);
    fatbin_free(&other);
    return end_context(state);
}

/* --- images --- */

static void images_of_all_kinds(void **state)
{
    const void *const images[] = {cubin, fatbin.bytes, &fatbin.wrapper};
    CUmodule module, again;
    CUfunction function;

    (void)state;
    for (size_t i = 0; i < sizeof images / sizeof *images; i++) {
        assert_cu(cuModuleLoadData(&module, images[i]));
        assert_cu(cuModuleLoadDataEx(&again, images[i], 0, NULL, NULL));
        assert_ptr_not_equal(module, again);
        assert_cu(cuModuleGetFunction(&function, module, "variable_written"));
        assert_cu(cuModuleUnload(again));
        assert_cu(cuModuleUnload(module));
        assert_int_equal(cuModuleUnload(module), CUDA_ERROR_INVALID_HANDLE);
        assert_int_equal(cuModuleGetFunction(&function, module, "variable_written"),
                         CUDA_ERROR_INVALID_HANDLE);
    }
    assert_cu(cuModuleLoadFatBinary(&module, fatbin.bytes));
    assert_cu(cuModuleUnload(module));
    assert_int_equal(cuModuleLoadFatBinary(&module, other.bytes), CUDA_ERROR_NO_BINARY_FOR_GPU);
    assert_int_equal(cuModuleUnload(NULL), CUDA_ERROR_INVALID_HANDLE);
}

static void files(void **state)
{
    char path[] = "/tmp/halfwarp-module-XXXXXX";
    const int file = mkstemp(path);
    CUmodule module;
    CUfunction function;

    (void)state;
    assert_true(file >= 0);
    assert_int_equal(cuModuleLoad(&module, path), CUDA_ERROR_INVALID_IMAGE); /* empty */
    assert_int_equal(write(file, cubin, cubin_bytes), (ssize_t)cubin_bytes);
    assert_cu(cuModuleLoad(&module, path));
    assert_cu(cuModuleUnload(module));
    assert_int_equal(ftruncate(file, (off_t)cubin_bytes / 2), 0);
    assert_int_equal(cuModuleLoad(&module, path), CUDA_ERROR_INVALID_IMAGE);
    assert_int_equal(ftruncate(file, 0), 0);
    assert_int_equal(pwrite(file, ptx, sizeof ptx, 0), sizeof ptx);
    assert_cu(cuModuleLoad(&module, path));
    assert_cu(cuModuleGetFunction(&function, module, "compiled"));
    assert_cu(cuModuleUnload(module));
    close(file);
    unlink(path);
    assert_int_equal(cuModuleLoad(&module, path), CUDA_ERROR_FILE_NOT_FOUND);
    assert_int_equal(cuModuleLoad(&module, "/tmp"), CUDA_ERROR_FILE_NOT_FOUND);
    assert_int_equal(cuModuleLoad(&module, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuModuleLoad(NULL, path), CUDA_ERROR_INVALID_VALUE);
}

/* Without a word on standard error. */
static CUresult load_quietly(CUmodule *module, const void *image)
{
    int options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    char log[256];
    void *values[] = {log, (void *)sizeof log};

    return cuModuleLoadDataEx(module, image, 2, options, values);
}

/* An image that ends before its header says it does, at the end of what memory there is. */
static void images_end_early(void **state)
{
    const struct {
        const uint8_t *bytes;
        size_t length;
    } images[] = {{cubin, cubin_bytes}, {fatbin.bytes, fatbin.length}};
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    CUmodule module;

    (void)state;
    for (size_t i = 0; i < sizeof images / sizeof *images; i++) {
        const size_t room = (images[i].length / page + 1) * page;
        uint8_t *memory = mmap(NULL, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        assert_ptr_not_equal(memory, MAP_FAILED);
        assert_int_equal(mprotect(memory + room, page, PROT_NONE), 0);
        for (size_t length = 1; length < images[i].length; length += length < 128 ? 1 : 97) {
            uint8_t *image = memory + room - length;
            memcpy(image, images[i].bytes, length);
            assert_int_equal(load_quietly(&module, image), CUDA_ERROR_INVALID_IMAGE);
        }
        munmap(memory, room + page);
    }
}

static void what_is_no_image(void **state)
{
    CUmodule module;
    uint8_t *broken = malloc(cubin_bytes);

    (void)state;
    assert_non_null(broken);
    assert_int_equal(cuModuleLoadData(&module, NULL), CUDA_ERROR_INVALID_IMAGE);
    assert_int_equal(cuModuleLoadData(&module, (const void *)16), CUDA_ERROR_INVALID_IMAGE);
    assert_int_equal(cuModuleLoadData(NULL, cubin), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuModuleLoadData(&module, ""), CUDA_ERROR_INVALID_IMAGE);
    assert_int_equal(cuModuleLoadData(&module, "nothing of that kind"), CUDA_ERROR_INVALID_IMAGE);
    assert_int_equal(cuModuleLoadFatBinary(&module, "no fat binary"), CUDA_ERROR_INVALID_IMAGE);
    memcpy(broken, cubin, cubin_bytes);
    memset(broken + 40, 0xff, 8); /* e_shoff */
    assert_int_equal(cuModuleLoadData(&module, broken), CUDA_ERROR_INVALID_IMAGE);
    memcpy(broken, cubin, cubin_bytes);
    broken[18] = 62; /* e_machine: the host's */
    assert_int_equal(cuModuleLoadData(&module, broken), CUDA_ERROR_INVALID_IMAGE);
    free(broken);
}

/* --- logs --- */

static void wrong_ptx_says_so_in_the_log(void **state)
{
    int options[] = {CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, CU_JIT_INFO_LOG_BUFFER, CU_JIT_MAX_REGISTERS};
    char log[256];
    void *values[] = {(void *)sizeof log, log, (void *)32};
    CUmodule module;

    (void)state;
    memset(log, 'x', sizeof log);
    assert_int_equal(cuModuleLoadDataEx(&module, wrong_ptx, 3, options, values), CUDA_ERROR_INVALID_PTX);
    assert_non_null(strstr(log, "PTX: line 5, column 19:"));
    assert_int_equal((uintptr_t)values[0], strlen(log));
    assert_int_equal(cuModuleLoadData(&module, wrong_ptx), CUDA_ERROR_INVALID_PTX);
}

/* A kernel with a quotient, which takes some registers and many instructions. */
static const char divides[] =
    ".version 3.0\n.target sm_20\n.address_size 64\n.file 1 \"d.cu\"\n"
    ".visible .entry divides(.param .u64 o, .param .u64 n)\n{\n"
    ".reg .u64 %d<3>; .reg .u32 %r;\n.loc 1 2 1\n"
    "ld.param.u64 %d0, [o]; ld.param.u64 %d1, [n]; mov.u32 %r, %tid.x; cvt.u64.u32 %d2, %r;\n"
    "div.u64 %d1, %d1, %d2;\nst.global.u64 [%d0], %d1;\nret;\n}\n";

/* Registers of its kernel, by the options. */
static int registers_with(unsigned count, int *options, void **values)
{
    CUmodule module;
    CUfunction function;
    int registers;

    assert_cu(cuModuleLoadDataEx(&module, divides, count, options, values));
    assert_cu(cuModuleGetFunction(&function, module, "divides"));
    assert_cu(cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, function));
    assert_cu(cuModuleUnload(module));
    return registers;
}

static void options_say_how_ptx_is_compiled(void **state)
{
    int most[] = {CU_JIT_MAX_REGISTERS}, threads[] = {CU_JIT_THREADS_PER_BLOCK};
    void *few[] = {(void *)16}, *block[] = {(void *)1024}, *small[] = {(void *)64};
    const int free_choice = registers_with(0, NULL, NULL);

    (void)state;
    assert_true(free_choice > 16);
    assert_int_equal(registers_with(1, most, few), 16);
    assert_true(registers_with(1, threads, block) <= 32);
    assert_int_equal(block[0], 1024);
    assert_int_equal(registers_with(1, threads, small), free_choice);
}

static void the_log_says_what_kernels_take(void **state)
{
    int options[] = {CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, CU_JIT_LOG_VERBOSE,
                     CU_JIT_MAX_REGISTERS, CU_JIT_WALL_TIME};
    char log[512], expected[64];
    void *values[] = {log, (void *)sizeof log, (void *)1, (void *)16, (void *)-1};
    float milliseconds;

    (void)state;
    snprintf(expected, sizeof expected, "Used %d registers", registers_with(5, options, values));
    assert_non_null(strstr(log, "Compiling entry function 'divides' for 'sm_20'"));
    assert_non_null(strstr(log, expected));
    assert_non_null(strstr(log, "bytes stack frame"));
    assert_null(strstr(log, " 0 bytes spill stores"));
    assert_int_equal((uintptr_t)values[1], strlen(log));
    memcpy(&milliseconds, &values[4], sizeof milliseconds);
    assert_true(milliseconds > 0 && milliseconds < 1e6f);
    values[1] = (void *)sizeof log;
    values[2] = NULL; /* no longer verbose */
    registers_with(4, options, values);
    assert_string_equal(log, "");
}

/* Which code of a fat binary is taken: a cubin with one kernel, or PTX with another. */
static bool has(const void *image, const char *kernel)
{
    CUmodule module;
    CUfunction function;

    assert_cu(cuModuleLoadData(&module, image));
    const bool found = cuModuleGetFunction(&function, module, kernel) == CUDA_SUCCESS;
    assert_cu(cuModuleUnload(module));
    return found;
}

static void variables_choose_between_cubin_and_ptx(void **state)
{
    const struct hw_fatbin_part parts[] = {{cubin, cubin_bytes}, {divides, sizeof divides - 1}};
    int options[] = {CU_JIT_FALLBACK_STRATEGY};
    void *values[] = {NULL}; /* CU_PREFER_PTX: the cubin is for the device, so nothing changes */
    struct hw_error error;
    uint8_t *both, *text;
    CUmodule module;
    CUfunction function;
    size_t length;

    (void)state;
    assert_int_equal(hw_fatbin_write(parts, 2, &both, &length, &error), HW_OK);
    assert_int_equal(hw_fatbin_write(parts + 1, 1, &text, &length, &error), HW_OK);
    assert_true(has(both, "variable_written"));
    assert_true(has(text, "divides"));
    assert_cu(cuModuleLoadDataEx(&module, both, 1, options, values));
    assert_cu(cuModuleGetFunction(&function, module, "variable_written"));
    assert_cu(cuModuleUnload(module));
    setenv("CUDA_FORCE_PTX_JIT", "1", 1);
    assert_true(has(both, "divides"));
    assert_true(has(cubin, "variable_written"));
    assert_int_equal(cuModuleLoadData(&module, fatbin.bytes), CUDA_ERROR_NO_BINARY_FOR_GPU);
    unsetenv("CUDA_FORCE_PTX_JIT");
    setenv("CUDA_DISABLE_PTX_JIT", "1", 1);
    assert_true(has(both, "variable_written"));
    assert_int_equal(cuModuleLoadData(&module, text), CUDA_ERROR_NO_BINARY_FOR_GPU);
    unsetenv("CUDA_DISABLE_PTX_JIT");
    free(both);
    free(text);
}

static void the_log_says_what_an_image_is_for(void **state)
{
    int options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    char log[256];
    void *values[] = {log, (void *)sizeof log};
    CUmodule module;

    (void)state;
    assert_int_equal(cuModuleLoadDataEx(&module, other.bytes, 2, options, values),
                     CUDA_ERROR_NO_BINARY_FOR_GPU);
    assert_string_equal(log, "a fat binary of the program has no cubin for gf100 (sm_20); it is for sm_35");
}

static void logs_are_cut_to_their_room(void **state)
{
    int options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_INFO_LOG_BUFFER,
                     CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES};
    char error[16], info[1] = "x";
    void *values[] = {error, (void *)sizeof error, info, (void *)0};
    CUmodule module;

    (void)state;
    assert_int_equal(cuModuleLoadDataEx(&module, wrong_ptx, 4, options, values), CUDA_ERROR_INVALID_PTX);
    assert_int_equal(strlen(error), sizeof error - 1);
    assert_int_equal((uintptr_t)values[1], sizeof error - 1);
    assert_int_equal(info[0], 'x');
    values[1] = (void *)sizeof error;
    assert_cu(cuModuleLoadDataEx(&module, cubin, 4, options, values));
    assert_string_equal(error, "");
    assert_null(values[1]);
    assert_cu(cuModuleUnload(module));
}

static void options_are_read(void **state)
{
    int options[] = {CU_JIT_TARGET, CU_JIT_OPTIMIZATION_LEVEL, CU_JIT_FALLBACK_STRATEGY}, wrong = -1;
    void *values[3] = {NULL};
    CUmodule module;

    (void)state;
    assert_cu(cuModuleLoadDataEx(&module, cubin, 3, options, values));
    assert_cu(cuModuleUnload(module));
    assert_int_equal(cuModuleLoadDataEx(&module, cubin, 1, &wrong, values), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuModuleLoadDataEx(&module, cubin, 1, NULL, values), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuModuleLoadDataEx(&module, cubin, 1, options, NULL), CUDA_ERROR_INVALID_VALUE);
}

/* --- names --- */

static void names_of_a_module(void **state)
{
    CUmodule module;
    CUfunction function, same;
    CUdeviceptr address;
    CUtexref texture;
    CUsurfref surface;
    size_t bytes;
    uint32_t words[4];
    int mode;

    (void)state;
    assert_cu(cuModuleLoadData(&module, cubin));
    assert_cu(cuModuleGetLoadingMode(&mode));
    assert_int_equal(mode, 1); /* at once */
    assert_int_equal(cuModuleGetLoadingMode(NULL), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuModuleGetFunction(&function, module, "variable_written"));
    assert_cu(cuModuleGetFunction(&same, module, "variable_written"));
    assert_ptr_equal(function, same);
    assert_int_equal(cuModuleGetFunction(&function, module, "nothing"), CUDA_ERROR_NOT_FOUND);
    assert_int_equal(cuModuleGetFunction(&function, module, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuModuleGetFunction(NULL, module, "nothing"), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuModuleGetFunction(&function, NULL, "nothing"), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuModuleGetGlobal_v2(&address, &bytes, module, "counters"));
    assert_int_equal(bytes, 16);
    assert_cu(cuMemcpyDtoH_v2(words, address, 16));
    assert_true(words[0] == 100 && words[3] == 400);
    assert_cu(cuModuleGetGlobal_v2(&address, NULL, module, "primes")); /* a constant */
    assert_cu(cuMemcpyDtoH_v2(words, address, 16));
    assert_true(words[0] == 2 && words[3] == 7);
    assert_cu(cuModuleGetGlobal_v2(NULL, &bytes, module, "primes"));
    assert_int_equal(bytes, 64);
    assert_int_equal(cuModuleGetGlobal_v2(&address, &bytes, module, "nothing"), CUDA_ERROR_NOT_FOUND);
    assert_int_equal(cuModuleGetGlobal_v2(&address, &bytes, module, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuModuleGetGlobal_v2(&address, &bytes, NULL, "primes"), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuModuleGetTexRef(&texture, module, "plane"), CUDA_ERROR_NOT_FOUND);
    assert_int_equal(cuModuleGetTexRef(NULL, module, "plane"), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuModuleGetTexRef(&texture, NULL, "plane"), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuModuleGetSurfRef(&surface, module, "image"), CUDA_ERROR_NOT_FOUND);
    assert_int_equal(cuModuleGetSurfRef(NULL, module, "image"), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuModuleGetSurfRef(&surface, NULL, "image"), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuModuleUnload(module));
}

/* A module goes with its context. */
/* Functions alone, as a library calls them. */
static void modules_without_kernels(void **state)
{
    static const char listing[] = ".target sm_20\n.container elf64\n"
                                  ".section .nv.global.init 1 3 4 0 4\n.u8 7, 0, 0, 0\n"
                                  ".symbol number .nv.global.init 1 1 0 0 4\n"
                                  ".function twice\n.registers 5\n.code\nRET\n.end\n";
    struct fatbin functions;
    CUmodule module;
    CUfunction function;
    CUdeviceptr address;
    size_t bytes = 0;
    int number = 0;

    (void)state;
    fatbin_make_text(&functions, listing);
    assert_cu(cuModuleLoadData(&module, functions.bytes));
    assert_cu(cuModuleGetGlobal_v2(&address, &bytes, module, "number"));
    assert_int_equal(bytes, 4);
    assert_cu(cuMemcpyDtoH_v2(&number, address, 4));
    assert_int_equal(number, 7);
    assert_int_equal(cuModuleGetFunction(&function, module, "number"), CUDA_ERROR_NOT_FOUND);
    assert_cu(cuModuleUnload(module));
    fatbin_free(&functions);
}

static void modules_belong_to_a_context(void **state)
{
    CUcontext own;
    CUmodule module;
    CUfunction function;

    (void)state;
    assert_cu(cuCtxCreate_v2(&own, 0, 0));
    assert_cu(cuModuleLoadData(&module, cubin));
    assert_cu(cuModuleGetFunction(&function, module, "variable_written"));
    assert_cu(cuCtxDestroy_v2(own));
    assert_int_equal(cuModuleUnload(module), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuFuncSetBlockShape(function, 1, 1, 1), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuCtxPopCurrent_v2(&own));
    assert_int_equal(cuModuleLoadData(&module, cubin), CUDA_ERROR_INVALID_CONTEXT);
    assert_cu(cuCtxPushCurrent_v2(group_context));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(images_of_all_kinds),
        cmocka_unit_test(files),
        cmocka_unit_test(images_end_early),
        cmocka_unit_test(what_is_no_image),
        cmocka_unit_test(wrong_ptx_says_so_in_the_log),
        cmocka_unit_test(options_say_how_ptx_is_compiled),
        cmocka_unit_test(the_log_says_what_kernels_take),
        cmocka_unit_test(variables_choose_between_cubin_and_ptx),
        cmocka_unit_test(the_log_says_what_an_image_is_for),
        cmocka_unit_test(logs_are_cut_to_their_room),
        cmocka_unit_test(options_are_read),
        cmocka_unit_test(modules_without_kernels),
        cmocka_unit_test(names_of_a_module),
        cmocka_unit_test(modules_belong_to_a_context),
    };

    setenv("HALFWARP_CHIP", "gf100", 1);
    return cmocka_run_group_tests(tests, begin, end);
}
