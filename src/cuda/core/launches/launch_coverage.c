/* SPDX-License-Identifier: MIT */
/* See launch_coverage.h. */
#include "cuda/core/launches/launch_coverage.h"

#include "coverage/coverage.h"
#include "cuda/base/message.h"
#include "cuda/core/executor/executor.h"
#include "cuda/core/launches/launch_state.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/modules/fatbin_select.h"
#include "cuda/core/modules/kernel_image.h"
#include "cuda/core/modules/loaded_module.h"
#include "cuda/core/modules/module_image.h"
#include "cuda/core/modules/registered_fatbin.h"
#include "environment.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define LARGE_FILE ((off_t)256 << 20) /* bytes */

static char path[2 * PATH_MAX]; /* empty: no coverage is wanted */
static struct hw_coverage *coverage;
static bool any;         /* something was added since the process, or its parent, began */
static bool has_kernels; /* the program registered some, and this process is no child of fork */
static pid_t process;

static void begin_child(void)
{
    process = getpid();
    any = has_kernels = false;
    if (coverage)
        hw_coverage_forget(coverage);
}

static void put(void);

/* As a child of vfork, which shares all of its parent's, comes here. */
static void put_at_end(void)
{
    if (process == getpid())
        put();
}

/* Under `halfwarp run`, _exit is ours (cuda/nodes). */
static void watch_end(void)
{
    void (**at_end)(void) = (void (**)(void))dlsym(RTLD_DEFAULT, "hw_nodes_at_end");

    process = getpid();
    if (at_end)
        *at_end = put_at_end;
}

/* The program may go elsewhere later. */
__attribute__((constructor)) static void read_path(void)
{
    const char *wanted = hw_environment(HW_ENVIRONMENT_COVERAGE);
    char folder[PATH_MAX] = "";

    if (!wanted)
        return;
    const bool here = *wanted != '/' && getcwd(folder, sizeof folder);
    snprintf(path, sizeof path, "%s%s%s", here ? folder : "", here ? "/" : "", wanted);
    pthread_atfork(NULL, NULL, begin_child);
    watch_end();
}

static bool is_wanted(void)
{
    return *path && (coverage || hw_coverage_create(&coverage, NULL) == HW_OK);
}

void hw_cuda_cover_registration(void)
{
    has_kernels = true;
}

static void complain(const char *name)
{
    hw_cuda_message("%s: no memory for coverage", name);
}

static struct hw_covered_module *take_down(const struct hw_module *code)
{
    struct hw_target target;
    struct hw_covered_module *covered = NULL;

    if (hw_target_find(code->target, &target, NULL) == HW_OK) {
        covered = hw_coverage_add(coverage, code, &target);
        if (!covered)
            complain(code->target);
    }
    return covered;
}

/* A framework has gigabytes of code that nobody asks about. */
static bool is_in_large_file(const struct hw_cuda_fatbin *fatbin)
{
    struct stat status;
    Dl_info info;

    return dladdr(fatbin->bytes, &info) && info.dli_fname && stat(info.dli_fname, &status) == 0 &&
           status.st_size > LARGE_FILE;
}

/* Code that the program has registered and that may never be loaded, if it says its lines. */
static void cover_registered(struct hw_cuda_fatbin *fatbin)
{
    const struct hw_chip_info *chip = hw_cuda.context->device->chip;
    const struct hw_cuda_image image = {(uint8_t *)(uintptr_t)fatbin->bytes, fatbin->length};
    struct hw_cuda_image ptx = {NULL, 0};
    struct hw_module *code = NULL;
    struct hw_error error;

    if (fatbin->covered)
        return;
    fatbin->covered = true;
    if (!fatbin->bytes || is_in_large_file(fatbin) || hw_cuda_container_text(&image, chip, &ptx)) {
        hw_cuda_image_free(&ptx);
        return;
    }
    if (hw_cuda_container_read(fatbin->bytes, fatbin->length, chip, NULL, &code, &error) == cudaSuccess &&
        hw_module_find_section(code, ".debug_line"))
        take_down(code);
    hw_module_free(code);
}

static enum hw_coverage_by wanted_by(void)
{
    return hw_environment_word(HW_ENVIRONMENT_COVERAGE_BY, HW_COVERAGE_BY_LINE);
}

/* Those of frameworks that do not say their lines. */
static bool is_left_out(const struct hw_cuda_module *module)
{
    return wanted_by() == HW_COVERAGE_BY_LINE && module->fatbin && is_in_large_file(module->fatbin) &&
           !hw_module_find_section(module->code, ".debug_line");
}

void hw_cuda_cover_module(struct hw_cuda_module *module)
{
    if (!is_wanted())
        return;
    if (!is_left_out(module))
        module->covered = take_down(module->code);
    any = true;
    hw_cuda_fatbins_each(cover_registered);
}

void hw_cuda_cover_launch(struct hw_cuda_launch_state *run)
{
    struct hw_cuda_kernel *kernel = run->kernel;

    if (!kernel->module->covered)
        return;
    if (!kernel->covered)
        kernel->covered =
            hw_coverage_watch(coverage, kernel->module->covered, kernel->module->code, &kernel->image);
    if (!kernel->covered) {
        complain(kernel->code->name);
        return;
    }
    run->covers = hw_coverage_listener(kernel->covered);
    run->launch.listeners = &run->covers;
    run->launch.listener_count = 1;
    any = true;
}

__attribute__((destructor)) static void put(void)
{
    struct hw_coverage_summary summary;
    struct hw_error error;
    char text[512];

    if (!any) {
        if (*path && has_kernels)
            hw_cuda_message("no coverage: this process has loaded none of the program's kernels, so nothing "
                            "was added to %.120s",
                            path);
        return;
    }
    hw_cuda_executor_settle();
    if (hw_coverage_write(coverage, path, wanted_by(), &summary, &error) == HW_OK) {
        hw_coverage_describe(&summary, path, text, sizeof text);
        hw_cuda_message("%s", text);
    } else {
        hw_cuda_message("no coverage: %s", error.text);
    }
    hw_coverage_destroy(coverage);
    coverage = NULL;
    any = false;
}
