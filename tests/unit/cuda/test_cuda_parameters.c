/* SPDX-License-Identifier: MIT */
/* Kernels with more than 4 KiB of parameters, which begin where the cubin says: by every way of launching
 * one. Chips before Volta refuse them. */
#include "cuda/driver/driver.h"
#include "cuda/runtime/runtime.h"
#include "cuda_driver.h"
#include "made_fatbin.h"

#include <stdio.h>

#define THREADS 4u
#define MOST    32764u /* bytes of parameters, from Volta on */

/* `pick`: thread i stores word 16 * i of the structure, the last one its last word.  Its parameters are an
 * address, the structure, and the number of threads. */
static const char pick[] =
    ".target sm_80\n.container elf64\n.kernel pick\n.registers 16\n.param_base 6784\n.param_bytes %u\n"
    ".param_v2 2 %u 4 0\n.param_v2 1 8 %u 0\n.param_v2 0 0 8 0\n.code\n"
    "S2R R0, SR_TID.X\nMOV R4, c[0x0][0x%x]\nISETP.GE.U32.AND P0, PT, R0, R4, PT\n@P0 EXIT\n"
    "SHF.L.U32 R1, R0, 0x6, RZ\nLDC R5, c[0x0][R1+0x1a88]\n"
    "IADD3 R0, R0, 0x1, RZ\nISETP.EQ.U32.AND P0, PT, R0, R4, PT\n@P0 MOV R5, c[0x0][0x%x]\n"
    "MOV R4, 0x4\nIMAD.WIDE.U32 R2, R0, R4, c[0x0][0x1a80]\nST.E [R2.64+-0x4], R5\nEXIT\n.end\n";

/* The same of a chip whose kernels take 4 KiB, which never runs. */
static const char earlier[] =
    ".target sm_61\n.container elf64\n.kernel pick\n.registers 8\n.param_base 320\n.param_bytes %u\n"
    ".param 2 %u 4 0\n.param 1 8 %u 0\n.param 0 0 8 0\n.code\nEXIT\n.end\n";

static const unsigned sizes[] = {4356, 12000, 20000, MOST - 12};

struct program {
    struct fatbin fatbin;
    CUmodule module;
    CUfunction function;
};

/* With a structure of so many bytes. */
static void load(struct program *program, const char *listing, unsigned bytes)
{
    char text[2048];

    snprintf(text, sizeof text, listing, bytes + 12, bytes + 8, bytes, 6784 + 8 + bytes,
             6784 + 8 + bytes - 4);
    fatbin_make_text(&program->fatbin, text);
    assert_cu(cuModuleLoadFatBinary(&program->module, program->fatbin.bytes));
    assert_cu(cuModuleGetFunction(&program->function, program->module, "pick"));
}

static void unload(struct program *program)
{
    assert_cu(cuModuleUnload(program->module));
    fatbin_free(&program->fatbin);
}

/* What one launch is given: a structure whose words count from `first` on. */
static struct {
    CUdeviceptr out;
    uint32_t word[MOST / 4], count;
    void *list[3];
} given;

static void give(unsigned bytes, uint32_t first)
{
    for (unsigned i = 0; i < bytes / 4; i++)
        given.word[i] = first + i;
    given.count = THREADS;
    given.list[0] = &given.out;
    given.list[1] = given.word;
    given.list[2] = &given.count;
    assert_cu(cuMemsetD32_v2(given.out, 0, THREADS));
}

static void assert_stored(unsigned bytes, uint32_t first)
{
    uint32_t got[THREADS];

    assert_cu(cuCtxSynchronize());
    assert_cu(cuMemcpyDtoH_v2(got, given.out, sizeof got));
    for (unsigned i = 0; i + 1 < THREADS; i++)
        assert_int_equal(got[i], first + 16 * i);
    assert_int_equal(got[THREADS - 1], first + bytes / 4 - 1);
}

/* The same as one block of bytes. */
static void packed(unsigned bytes, uint8_t block[MOST])
{
    memcpy(block, &given.out, 8);
    memcpy(block + 8, given.word, bytes);
    memcpy(block + 8 + bytes, &given.count, 4);
}

static CUresult launch(CUfunction function, void **list, void **extra)
{
    return cuLaunchKernel(function, 1, 1, 1, THREADS, 1, 1, 0, NULL, list, extra);
}

static void lists_and_buffers(void **state)
{
    static uint8_t block[MOST + 4];

    (void)state;
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const unsigned bytes = sizes[i];
        size_t length = bytes + 12;
        void *extra[] = {(void *)1, block, (void *)2, &length, NULL};
        struct program program;
        load(&program, pick, bytes);
        give(bytes, 7);
        assert_cu(launch(program.function, given.list, NULL));
        assert_stored(bytes, 7);
        give(bytes, 8);
        packed(bytes, block);
        assert_cu(launch(program.function, NULL, extra));
        assert_stored(bytes, 8);
        length = (bytes + 12 + 7) / 8 * 8;
        give(bytes, 9);
        packed(bytes, block);
        assert_cu(launch(program.function, NULL, extra));
        assert_stored(bytes, 9);
        length = MOST + 12;
        assert_int_equal(launch(program.function, NULL, extra), CUDA_ERROR_INVALID_VALUE);
        unload(&program);
    }
}

/* Launches repeat with other words at the end alone: none is taken for another. */
static void repeated_launches(void **state)
{
    struct program program;

    (void)state;
    load(&program, pick, 20000);
    for (uint32_t i = 0; i < 4; i++) {
        give(20000, 0);
        given.word[4999] = 4999 + i % 2;
        assert_cu(launch(program.function, given.list, NULL));
        uint32_t last = 0;
        assert_cu(cuMemcpyDtoH_v2(&last, given.out + 4 * (THREADS - 1), 4));
        assert_int_equal(last, 4999 + i % 2);
    }
    unload(&program);
}

static void parameters_of_the_first_toolkits(void **state)
{
    struct program program;

    (void)state;
    load(&program, pick, 12000);
    give(12000, 5);
    assert_cu(cuFuncSetBlockShape(program.function, THREADS, 1, 1));
    assert_cu(cuParamSetv(program.function, 0, &given.out, 8));
    assert_cu(cuParamSetv(program.function, 8, given.word, 12000));
    assert_cu(cuParamSeti(program.function, 12008, THREADS));
    assert_cu(cuParamSetSize(program.function, 12012));
    assert_cu(cuLaunch(program.function));
    assert_stored(12000, 5);
    assert_int_equal(cuParamSetSize(program.function, MOST + 1), CUDA_ERROR_INVALID_VALUE);
    unload(&program);
}

static void what_kernels_say_of_them(void **state)
{
    struct program program;
    size_t offset = 0, bytes = 0;

    (void)state;
    load(&program, pick, 20000);
    assert_cu(cuFuncGetParamInfo(program.function, 1, &offset, &bytes));
    assert_true(offset == 8 && bytes == 20000);
    assert_cu(cuFuncGetParamInfo(program.function, 2, &offset, &bytes));
    assert_true(offset == 20008 && bytes == 4);
    unload(&program);
}

static void nodes_and_captures(void **state)
{
    const unsigned bytes = 20000;
    struct program program;
    struct hw_node_kernel got;
    CUgraph graph, captured;
    CUgraphNode node;
    CUgraphExec exec;
    CUstream stream;
    uint32_t last = 0;

    (void)state;
    load(&program, pick, bytes);
    give(bytes, 100);
    struct hw_node_kernel kernel = {
        .function = program.function, .grid = {1, 1, 1}, .block = {THREADS, 1, 1}, .arguments = given.list};
    assert_cu(cuGraphCreate(&graph, 0));
    assert_cu(cuGraphAddKernelNode(&node, graph, NULL, 0, &kernel));
    give(bytes, 1);
    assert_cu(cuGraphKernelNodeGetParams(node, &got));
    assert_int_equal(((uint32_t *)got.arguments[1])[4999], 100 + 4999);
    assert_cu(cuGraphInstantiateWithFlags(&exec, graph, 0));
    assert_cu(cuGraphLaunch(exec, NULL));
    assert_stored(bytes, 100);

    give(bytes, 200);
    assert_cu(cuGraphExecKernelNodeSetParams(exec, node, &kernel));
    give(bytes, 1);
    assert_cu(cuGraphLaunch(exec, NULL));
    assert_stored(bytes, 200);

    assert_cu(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    assert_cu(cuStreamBeginCapture_v2(stream, 0));
    give(bytes, 0);
    given.word[4999] = 9;
    assert_cu(cuLaunchKernel(program.function, 1, 1, 1, THREADS, 1, 1, 0, stream, given.list, NULL));
    assert_cu(cuStreamEndCapture(stream, &captured));
    assert_cu(cuGraphExecDestroy(exec));
    assert_cu(cuGraphInstantiateWithFlags(&exec, captured, 0));
    give(bytes, 5000);
    assert_cu(cuGraphLaunch(exec, NULL));
    assert_cu(cuCtxSynchronize());
    assert_cu(cuMemcpyDtoH_v2(&last, given.out + 4 * (THREADS - 1), 4));
    assert_int_equal(last, 9);
    assert_cu(cuGraphDestroy(captured));
    assert_cu(cuStreamDestroy_v2(stream));
    assert_cu(cuGraphExecDestroy(exec));
    assert_cu(cuGraphDestroy(graph));
    unload(&program);
}

static void too_many_are_refused(void **state)
{
    struct program program;
    CUcontext context;

    (void)state;
    load(&program, pick, MOST - 8);
    give(MOST - 8, 0);
    assert_int_equal(launch(program.function, given.list, NULL), CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
    unload(&program);

    assert_cu(cuCtxCreate_v2(&context, 0, 1));
    load(&program, earlier, 12000);
    assert_int_equal(launch(program.function, given.list, NULL), CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
    unload(&program);
    assert_cu(cuCtxDestroy_v2(context));
}

/* --- the runtime --- */

static void runtime_launches(void **state)
{
    static char stub;
    const unsigned bytes = 12000;
    struct fatbin fatbin;
    size_t offset = 0, size = 0;
    char text[2048];

    (void)state;
    snprintf(text, sizeof text, pick, bytes + 12, bytes + 8, bytes, 6784 + 8 + bytes, 6784 + 8 + bytes - 4);
    fatbin_make_text(&fatbin, text);
    void **handle = __cudaRegisterFatBinary(&fatbin.wrapper);
    __cudaRegisterFunction(handle, &stub, NULL, "pick", -1, NULL, NULL, NULL, NULL, NULL);
    give(bytes, 3);
    assert_int_equal(cudaLaunchKernel(&stub, (dim3){1, 1, 1}, (dim3){THREADS, 1, 1}, given.list, 0, NULL),
                     cudaSuccess);
    assert_stored(bytes, 3);
    assert_int_equal(cudaFuncGetParamInfo(&stub, 1, &offset, &size), cudaSuccess);
    assert_true(offset == 8 && size == bytes);
    __cudaUnregisterFatBinary(handle);
    fatbin_free(&fatbin);
}

static int begin(void **state)
{
    (void)state;
    return create_context(0) || cuMemAlloc_v2(&given.out, 4 * THREADS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_and_buffers),
        cmocka_unit_test(repeated_launches),
        cmocka_unit_test(parameters_of_the_first_toolkits),
        cmocka_unit_test(what_kernels_say_of_them),
        cmocka_unit_test(nodes_and_captures),
        cmocka_unit_test(too_many_are_refused),
        cmocka_unit_test(runtime_launches),
    };

    setenv("HALFWARP_CHIP", "ga100,gp104", 1);
    setenv("HALFWARP_REPLAY", "always", 1);
    return cmocka_run_group_tests(tests, begin, end_context);
}
