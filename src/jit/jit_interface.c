/* SPDX-License-Identifier: MIT */
/* The JIT implements the engine's compiler interface (engine/compiler_interface.h).
 *
 * LLVM runs in a process of its own, a program that is installed with the libraries (jit_locate.c): so a
 * crash or an error of LLVM does not touch the process in which kernels run. */
#include "engine/compiler_interface.h"
#include "jit/jit_cache_dir.h"
#include "jit/jit_client.h"
#include "jit/jit_get_code.h"
#include "jit/jit_locate.h"
#include "jit/request/jit_request.h"
#include "jit/symbols/jit_publish.h"

_Static_assert(HW_JIT_VERSION == HW_COMPILER_VERSION_SIZE,
               "the greeting's version is what the engine expects");

static hw_status check_environment(struct hw_error *error)
{
    const hw_status status = hw_jit_cache_dir_check(error);

    return status == HW_OK ? hw_jit_publish_check(error) : status;
}

const struct hw_compiler_interface hw_jit_compiler = {
    .version = hw_jit_client_version,
    .installed = hw_jit_compiler_installed,
    .compile = hw_jit_compile,
    .free = hw_jit_free,
    .check_environment = check_environment,
};
