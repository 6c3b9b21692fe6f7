/* SPDX-License-Identifier: MIT */
/* Launches as programs compiled by later toolkits make them: configurations pushed and popped, arguments as a
 * list of addresses. */
#include "cuda/runtime/runtime.h"
#include "cuda_program.h"
#include "generation_hash.h"

#define BLOCK 128u

static const char *const targets[] = {"sm_20", "sm_35", NULL};
static char hash_stub, scan_stub, unknown_stub;

static int register_code(void **state)
{
    (void)state;
    register_program("generations", targets);
    add_kernel(program_handle, &hash_stub, "generation_hash");
    add_kernel(program_handle, &scan_stub, "generation_scan");
    __cudaRegisterFatBinaryEnd(program_handle);
    return __cudaInitModule(program_handle) ? 0 : -1;
}

static void has_hashes(const void *device, uint32_t rounds)
{
    uint32_t got[BLOCK];

    assert_cuda(cudaMemcpy(got, device, sizeof got, D2H));
    for (uint32_t i = 0; i < BLOCK; i++)
        assert_int_equal(got[i], generation_hash(i, rounds));
}

static void arguments_are_a_list_of_addresses(void **state)
{
    (void)state;
    uint32_t rounds = 3, *out;
    void *arguments[] = {&rounds, &out};

    assert_cuda(cudaMalloc((void **)&out, 4 * BLOCK));
    assert_cuda(cudaLaunchKernel(&hash_stub, (dim3){1, 1, 1}, (dim3){BLOCK, 1, 1}, arguments, 0, NULL));
    has_hashes(out, 3);
    cudaFree(out);
}

/* What nvcc 12 and later make of hash<<<1, BLOCK>>>(rounds, out). */
static void a_stub_pops_what_was_pushed(void **state)
{
    (void)state;
    uint32_t rounds = 5, *out;
    void *arguments[] = {&rounds, &out};
    cudaKernel_t kernel;
    cudaStream_t pushed, popped = NULL;
    dim3 grid = {0, 0, 0}, block = {0, 0, 0};
    size_t shared_bytes = 0;

    assert_cuda(cudaMalloc((void **)&out, 4 * BLOCK));
    assert_cuda(cudaStreamCreate(&pushed));
    assert_cuda(__cudaGetKernel(&kernel, &hash_stub));
    assert_int_equal(__cudaPushCallConfiguration((dim3){9, 8, 7}, (dim3){6, 5, 4}, 3, NULL), 0);
    assert_int_equal(__cudaPushCallConfiguration((dim3){1, 1, 1}, (dim3){BLOCK, 1, 1}, 16, pushed), 0);
    assert_cuda(__cudaPopCallConfiguration(&grid, &block, &shared_bytes, &popped));
    assert_int_equal(block.x, BLOCK);
    assert_int_equal(shared_bytes, 16);
    assert_ptr_equal(popped, pushed);
    assert_cuda(__cudaLaunchKernel(kernel, grid, block, arguments, shared_bytes, popped));
    has_hashes(out, 5);
    assert_cuda(__cudaPopCallConfiguration(&grid, &block, &shared_bytes, &popped));
    assert_int_equal(grid.x * 100 + grid.y * 10 + grid.z, 987);
    assert_null(popped);
    assert_error(__cudaPopCallConfiguration(&grid, &block, &shared_bytes, &popped),
                 cudaErrorMissingConfiguration);
    assert_cuda(cudaStreamDestroy(pushed));
    cudaFree(out);
}

static void wrong_launches_say_why(void **state)
{
    (void)state;
    uint32_t rounds = 1, *out = NULL;
    void *arguments[] = {&rounds, &out}, *incomplete[] = {&rounds, NULL};
    const dim3 one = {1, 1, 1}, none = {0, 1, 1};

    assert_error(cudaLaunchKernel(&unknown_stub, one, one, arguments, 0, NULL),
                 cudaErrorInvalidDeviceFunction);
    assert_error(cudaLaunchKernel(&hash_stub, none, one, arguments, 0, NULL), cudaErrorInvalidConfiguration);
    assert_error(cudaLaunchKernel(&hash_stub, one, one, NULL, 0, NULL), cudaErrorInvalidValue);
    assert_error(cudaLaunchKernel(&hash_stub, one, one, incomplete, 0, NULL), cudaErrorInvalidValue);
    assert_error(cudaLaunchKernel(&hash_stub, one, one, arguments, 1 << 20, NULL),
                 cudaErrorLaunchOutOfResources);
    assert_error(__cudaGetKernel(NULL, &hash_stub), cudaErrorInvalidValue);
    assert_int_equal(__cudaInitModule(NULL), 0);
}

static void more_than_a_stack_holds_is_refused(void **state)
{
    (void)state;
    const dim3 one = {1, 1, 1};
    dim3 grid, block;
    size_t shared_bytes;
    cudaStream_t stream;
    int pushed = 0;

    while (pushed < 100 && __cudaPushCallConfiguration(one, one, 0, NULL) == 0)
        pushed++;
    assert_in_range(pushed, 1, 99);
    assert_error(__cudaPopCallConfiguration(NULL, &block, &shared_bytes, &stream), cudaErrorInvalidValue);
    for (; pushed > 0; pushed--)
        assert_cuda(__cudaPopCallConfiguration(&grid, &block, &shared_bytes, &stream));
}

static void errors_have_names(void **state)
{
    (void)state;
    assert_string_equal(cudaGetErrorName(cudaSuccess), "cudaSuccess");
    assert_string_equal(cudaGetErrorName(cudaErrorInvalidPitchValue), "cudaErrorInvalidPitchValue");
    assert_string_equal(cudaGetErrorName((cudaError_t)999), "unrecognized error code");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(arguments_are_a_list_of_addresses, fresh_device),
        cmocka_unit_test_setup(a_stub_pops_what_was_pushed, fresh_device),
        cmocka_unit_test_setup(wrong_launches_say_why, fresh_device),
        cmocka_unit_test_setup(more_than_a_stack_holds_is_refused, fresh_device),
        cmocka_unit_test(errors_have_names),
    };

    return cmocka_run_group_tests(tests, register_code, unregister_program);
}
