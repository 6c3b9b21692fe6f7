/* SPDX-License-Identifier: MIT */
/* Several nvJitLinks: which one links, by the chip and by the version of PTX; and what HALFWARP_JITLINK may
 * name.  Each in a process of its own, since a process looks for them once. */
#include "cuda/driver/driver.h"
#include "cuda_driver.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CUBIN_INPUT, PTX_INPUT };
enum { INFO_LOG = 3, INFO_BYTES, ERROR_LOG, ERROR_BYTES };

#define NONE_IS_THERE 98

#define CUBIN "tests/data/programs/generations.sm_61.cubin"

/* tests/cuda/jit_linker.c: as of CUDA 13 up to PTX 8, as of CUDA 12 up to PTX 9. */
static char of_both[] = ".version 8.0\n// cubin " CUBIN "\n", of_one[] = ".version 9.9\n// cubin " CUBIN "\n",
            of_none[] = ".version 10.0\n.target sm_80\n";

static char folder[] = "/tmp/halfwarp-linkers-XXXXXX";

struct logs {
    char info[400], error[2000];
    int options[4];
    void *values[4];
};

static void set_logs(struct logs *logs)
{
    *logs = (struct logs){
        .options = {INFO_LOG, INFO_BYTES, ERROR_LOG, ERROR_BYTES},
        .values = {logs->info, (void *)sizeof logs->info, logs->error, (void *)sizeof logs->error}};
}

static CUresult add(CUlinkState link, int type, char *piece)
{
    return type == PTX_INPUT ? cuLinkAddData_v2(link, type, piece, strlen(piece) + 1, "text", 0, NULL, NULL)
                             : cuLinkAddFile_v2(link, type, piece, 0, NULL, NULL);
}

/* --- what a process checks; the number says which step went wrong --- */

static int newest_first(void)
{
    struct logs logs;
    CUlinkState link;
    void *cubin;

    set_logs(&logs);
    if (cuLinkCreate_v2(4, logs.options, logs.values, &link) || add(link, PTX_INPUT, of_both))
        return 1;
    if (strcmp(logs.info, "later: -arch=sm_80 ") != 0)
        return 2;
    return cuLinkComplete(link, &cubin, NULL) || cuLinkDestroy(link) ? 3 : 0;
}

static int next_where_ptx_is_too_new(void)
{
    struct logs logs;
    CUlinkState link;
    void *cubin;
    size_t bytes;

    set_logs(&logs);
    if (cuLinkCreate_v2(4, logs.options, logs.values, &link) || add(link, CUBIN_INPUT, CUBIN))
        return 11;
    logs.values[1] = (void *)sizeof logs.info;
    if (add(link, PTX_INPUT, of_one) || strcmp(logs.info, "-arch=sm_80 ") != 0)
        return 12;
    return cuLinkComplete(link, &cubin, &bytes) || bytes < 1000 || cuLinkDestroy(link) ? 13 : 0;
}

static bool names_all(const char *text)
{
    return strstr(text, "libtest_jit_linker_13.so: Unsupported .version, LINKER_PTX is 8\n") &&
           strstr(text, "libtest_jit_linker.so: Unsupported .version, LINKER_PTX is 9\n") &&
           strstr(text, "halfwarp's own compiler: ");
}

static int all_are_named_where_none_takes_it(void)
{
    struct logs logs;
    CUlinkState link;
    CUmodule module;
    void *cubin;

    set_logs(&logs);
    if (cuLinkCreate_v2(4, logs.options, logs.values, &link) || add(link, CUBIN_INPUT, CUBIN))
        return 21;
    logs.values[3] = (void *)sizeof logs.error;
    if (add(link, PTX_INPUT, of_none) != CUDA_ERROR_INVALID_PTX || !names_all(logs.error))
        return 22;
    logs.values[1] = (void *)sizeof logs.info;
    if (add(link, PTX_INPUT, of_both) || strcmp(logs.info, "later: -arch=sm_80 ") != 0)
        return 23; /* the link is as it was */
    if (cuLinkComplete(link, &cubin, NULL) || cuLinkDestroy(link))
        return 24;
    set_logs(&logs);
    if (cuModuleLoadDataEx(&module, of_none, 4, logs.options, logs.values) == CUDA_SUCCESS ||
        !strstr(logs.error, "libtest_jit_linker_13.so: Unsupported .version, LINKER_PTX is 8\n"))
        return 25;
    return 0;
}

static int by_chip(void)
{
    struct logs logs;
    CUlinkState link;
    CUmodule module;
    CUfunction function;

    set_logs(&logs);
    if (cuLinkCreate_v2(4, logs.options, logs.values, &link) || add(link, PTX_INPUT, of_both))
        return 31;
    if (strcmp(logs.info, "-arch=sm_61 ") != 0 || cuLinkDestroy(link))
        return 32;
    return cuModuleLoadData(&module, of_one) || cuModuleGetFunction(&function, module, "generation_hash") ? 33
                                                                                                          : 0;
}

static int a_file_that_is_none(void)
{
    struct logs logs;
    CUlinkState link;
    CUmodule module;

    set_logs(&logs);
    if (cuLinkCreate_v2(0, NULL, NULL, &link) != CUDA_ERROR_JIT_COMPILER_NOT_FOUND)
        return 41;
    if (cuModuleLoadDataEx(&module, of_both, 4, logs.options, logs.values) !=
        CUDA_ERROR_JIT_COMPILER_NOT_FOUND)
        return 42;
    return strstr(logs.error, "HALFWARP_JITLINK is `" CUBIN "`; expected `own` or the file of an nvJitLink")
               ? 0
               : 43;
}

/* NVIDIA's own, if this machine has one. */
static int by_a_real_one(void)
{
    static char text[] =
        ".version 7.0\n.target sm_80\n.address_size 64\n.visible .entry store(.param .u64 to)\n{\n"
        ".reg .u64 %a;\nld.param.u64 %a, [to];\nst.global.u32 [%a], 42;\nexit;\n}\n";
    struct logs logs;
    CUmodule module;
    CUfunction function;
    CUdeviceptr out;
    unsigned value = 0;
    void *parameters[] = {&out};

    set_logs(&logs);
    if (cuModuleLoadDataEx(&module, text, 4, logs.options, logs.values))
        return strstr(logs.error, "NVIDIA's nvJitLink does it (`pip install nvidia-nvjitlink`)")
                   ? NONE_IS_THERE
                   : 51;
    if (cuModuleGetFunction(&function, module, "store") || cuMemAlloc_v2(&out, sizeof value) ||
        cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, parameters, NULL) ||
        cuMemcpyDtoH_v2(&value, out, sizeof value))
        return 52;
    return value == 42 ? 0 : 53;
}

/* --- processes --- */

static int in_child(const char *chip, const char *wish, const char *folders, int (*check)(void))
{
    int status;
    const pid_t child = fork();

    if (child == 0) {
        setenv("LD_LIBRARY_PATH", folders, 1);
        setenv("HALFWARP_JITLINK", wish, 1);
        setenv("HALFWARP_CHIP", chip, 1);
        if (!freopen("/dev/null", "w", stderr) || create_context(0))
            _exit(99);
        _exit(check());
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void expect_in_child(const char *chip, const char *wish, int (*check)(void))
{
    assert_int_equal(in_child(chip, wish, folder, check), 0);
}

static void the_first_that_can_links(void **state)
{
    (void)state;
    expect_in_child("ga100", "", newest_first);
    expect_in_child("ga100", "", next_where_ptx_is_too_new);
    expect_in_child("ga100", "", all_are_named_where_none_takes_it);
    expect_in_child("gp104", "", by_chip);
}

static void a_name_is_an_nvjitlink(void **state)
{
    char path[PATH_MAX];

    (void)state;
    snprintf(path, sizeof path, "%s/libnvJitLink.so.13", folder);
    expect_in_child("ga100", path, newest_first);
    expect_in_child("gp104", CUBIN, a_file_that_is_none);
}

static void nvidias_own(void **state)
{
    const int result = in_child("ga100", "", "", by_a_real_one);

    (void)state;
    if (result == NONE_IS_THERE)
        skip();
    assert_int_equal(result, 0);
}

/* The names of NVIDIA's for the libraries beside this program. */
static int set_up(void **state)
{
    static const char *const names[][2] = {{"libtest_jit_linker.so", "libnvJitLink.so.12"},
                                           {"libtest_jit_linker_13.so", "libnvJitLink.so.13"}};
    char path[PATH_MAX], link[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 40);

    (void)state;
    path[length > 0 ? length : 0] = '\0';
    int failed = !mkdtemp(folder);
    for (size_t i = 0; i < 2; i++) {
        strcpy(strrchr(path, '/') + 1, names[i][0]);
        snprintf(link, sizeof link, "%s/%s", folder, names[i][1]);
        failed |= symlink(path, link);
    }
    return failed;
}

static int tear_down(void **state)
{
    static const char *const names[] = {"libnvJitLink.so.12", "libnvJitLink.so.13"};
    char path[PATH_MAX];

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_that_can_links),
        cmocka_unit_test(a_name_is_an_nvjitlink),
        cmocka_unit_test(nvidias_own),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
