/* SPDX-License-Identifier: MIT */
/* What graphs are asked and told, by the names of the runtime and by those of the driver. */
#include "cuda/driver/driver.h"
#include "cuda/runtime/runtime.h"
#include "cuda_graphs.h"

#include <sched.h>
#include <string.h>

static CUfunction driver_kernel; /* of a module that goes with the context */

static cudaError_t runtime_update(hw_exec exec, hw_graph graph, struct hw_update_info *info)
{
    return cudaGraphExecUpdate(exec, graph, &info->wrong, &info->result);
}

static CUresult driver_update(hw_exec exec, hw_graph graph, struct hw_update_info *info)
{
    return cuGraphExecUpdate_v2(exec, graph, info);
}

static int load_kernel(void **state)
{
    CUmodule module;

    fresh_device(state);
    return cudaFree(NULL) != cudaSuccess || cuModuleLoadFatBinary(&module, program_fatbin.bytes) ||
           cuModuleGetFunction(&driver_kernel, module, "linear_saxpy");
}

typedef struct {
    hw_node from, to;
    struct hw_edge data;
} hw_edge_pair;

#define G(name)    cuda##name
#define TEST(name) runtime_##name
#define CONTEXT
#define FUNCTION ((void *)&saxpy_stub)
#define INVALID  cudaErrorInvalidValue
#include "cuda_graph_forms.h"

#define G(name)    cu##name
#define TEST(name) driver_##name
#define CONTEXT    , NULL
#define FUNCTION   driver_kernel
#define INVALID    CUDA_ERROR_INVALID_VALUE
#include "cuda_graph_forms.h"

#define TESTS(kind, begin)                                                                              \
    cmocka_unit_test_setup(kind##_edges, begin), cmocka_unit_test_setup(kind##_edge_data, begin),       \
        cmocka_unit_test_setup(kind##_functions, begin), cmocka_unit_test_setup(kind##_kernels, begin), \
        cmocka_unit_test_setup(kind##_memory, begin), cmocka_unit_test_setup(kind##_objects, begin)

int main(void)
{
    const struct CMUnitTest tests[] = {TESTS(runtime, fresh_device), TESTS(driver, load_kernel)};

    setenv("HALFWARP_CHIP", "gf100", 1);
    return cmocka_run_group_tests(tests, register_code, unregister_program);
}
