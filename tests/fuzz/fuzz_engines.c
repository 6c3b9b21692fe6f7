/* SPDX-License-Identifier: MIT */
/* Fuzz the compiler of hot kernels: any bytes as code of any chip, run by the interpreter and as compiled
 * code. Memory, statistics and fault are the same.  Where there is no compiler both are the interpreter. */
#include "any_launch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* False: there are too few bytes. */
static bool run_by(const char *engine, const uint8_t *data, size_t size, struct hw_launch_result *result,
                   hw_status *status, uint8_t memory[BUFFER])
{
    struct any_launch any;
    struct hw_error error;

    setenv("HALFWARP_ENGINE", engine, 1);
    setenv("HALFWARP_JIT_CACHE", "off", 1);
    if (!make_any_launch(&any, data, size))
        return false;
    *status = hw_launch_run(&any.launch, result, &error);
    memcpy(memory, hw_memory_host(any.launch.memory, any.buffer, BUFFER), BUFFER);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t interpreted[BUFFER], compiled[BUFFER];
    struct hw_launch_result one, other;
    hw_status first, second;

    if (!run_by("interpreter", data, size, &one, &first, interpreted) ||
        !run_by("jit", data, size, &other, &second, compiled))
        return 0;
    if (first != second || memcmp(interpreted, compiled, BUFFER) != 0)
        abort();
    if (first == HW_OK || first == HW_ERR_FAULT || first == HW_ERR_LIMIT)
        expect_same_result(&one, &other);
    return 0;
}
