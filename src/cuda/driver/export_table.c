/* SPDX-License-Identifier: MIT */
/* Tables of functions that no document names.  NVIDIA's own runtime, linked statically, begins with asking
 * for them, and gives up without; so who asks is told what else would work, once a library.  NVIDIA's
 * compilers ask as well, but need no device. */
#include "cuda/driver/driver_call.h"

#include "cuda/base/message.h"

#include <dlfcn.h>
#include <string.h>

#define LIBRARIES 64 /* that are told; who comes later is not */

/* Whether it is new; with the lock. */
static bool remember(const void *library)
{
    static const void *told[LIBRARIES];
    size_t i = 0;

    while (i < LIBRARIES && told[i] && told[i] != library)
        i++;
    if (i == LIBRARIES || told[i])
        return false;
    told[i] = library;
    return true;
}

/* libnvrtc.so.12, libnvJitLink.so.12, Python's _nvjitlinklib...so. */
static bool is_compiler(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;

    return strcasestr(name, "nvrtc") || strcasestr(name, "nvjitlink");
}

/* What to do about it: a package of Python is rarely built by who uses it. */
static const char *remedy(const char *path)
{
    return strstr(path, "/site-packages/") || strstr(path, "/dist-packages/")
               ? "Another version or build of this package may take the shared runtime"
               : "Build it with `nvcc -cudart shared`, or link halfwarp's libcudart_static.a in place of "
                 "NVIDIA's";
}

static void tell(const void *caller)
{
    Dl_info about = {.dli_fname = NULL};
    const bool known = dladdr(caller, &about) && about.dli_fname;

    if (known && is_compiler(about.dli_fname))
        return;
    if (remember(known ? about.dli_fbase : caller))
        hw_cuda_message(
            "%s asks for functions that only NVIDIA's driver has: NVIDIA's runtime is linked into "
            "it, which does not run here. %s",
            known ? about.dli_fname : "a library", remedy(known ? about.dli_fname : ""));
}

static CUresult find_table(const void **table, const CUuuid *id, const void *caller)
{
    if (!table || !id)
        return CUDA_ERROR_INVALID_VALUE;
    tell(caller);
    return CUDA_ERROR_NOT_FOUND;
}

CUresult cuGetExportTable(const void **table, const CUuuid *id)
{
    const void *caller = __builtin_extract_return_addr(__builtin_return_address(0));

    HW_DRIVER_CALL(find_table(table, id, caller));
}
