/* SPDX-License-Identifier: MIT */
/* Fuzz the engine: any bytes as code of any chip, run with a few instructions as the limit.  Whatever they
 * do, the launch ends, and where it ends in a fault there is a sentence that says so. */
#include "any_launch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct any_launch any;
    struct hw_launch_result result;
    struct hw_error error;

    if (!make_any_launch(&any, data, size))
        return 0;
    if (hw_launch_run(&any.launch, &result, &error) != HW_OK && error.text[0] == '\0')
        abort();
    return 0;
}
