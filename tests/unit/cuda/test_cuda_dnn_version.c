/* SPDX-License-Identifier: MIT */
/* libcudnn says that it is the version of the wheel, or of the file, that the program would have loaded
 * without it; and it has the functions of later versions. */
#include "cuda/dnn/cudnn_api.h"
#include "cuda_dnn.h"

#include <sys/stat.h>

#define NINE(name) ((__typeof__(name) *)of_nine(#name))

static char folder[] = "/tmp/halfwarp-cudnn-XXXXXX";

static void *of_nine(const char *name)
{
    void *library = dlopen("libcudnn.so.9", RTLD_NOW | RTLD_LOCAL),
         *found = library ? dlsym(library, name) : NULL;

    assert_non_null(found);
    return found;
}

static const char *inside(const char *name)
{
    static char path[512];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* A library that the program has loaded from there. */
static void load_from(const char *path)
{
    char bytes[4096];
    size_t count;
    Dl_info about;

    assert_true(dladdr((void *)(uintptr_t)_cmocka_run_group_tests, &about));
    FILE *from = fopen(about.dli_fname, "rb"), *to = fopen(path, "wb");
    assert_true(from && to);
    while ((count = fread(bytes, 1, sizeof bytes, from)) > 0)
        assert_int_equal(fwrite(bytes, 1, count, to), count);
    fclose(from), fclose(to);
    assert_non_null(dlopen(path, RTLD_NOW | RTLD_LOCAL));
}

/* What a process is told that has asked for nothing before. */
struct told {
    size_t of_8, of_9, cudart;
    int property[3];
};

static struct told ask(void (*prepare)(void))
{
    struct told told = {0};
    int ends[2], status;

    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        prepare();
        told.of_8 = cudnnGetVersion();
        told.of_9 = NINE(cudnnGetVersion)();
        told.cudart = NINE(cudnnGetCudartVersion)();
        for (int i = MAJOR_VERSION; i <= PATCH_LEVEL; i++)
            NINE(cudnnGetProperty)((libraryPropertyType)i, &told.property[i]);
        _exit(write(ends[1], &told, sizeof told) != sizeof told);
    }
    close(ends[1]);
    assert_int_equal(read(ends[0], &told, sizeof told), sizeof told);
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(told.property[0] * 10000 + told.property[1] * 100 + told.property[2], told.of_9);
    return told;
}

static void prepare_nothing(void) {}

static void test_default(void **state)
{
    const struct told told = ask(prepare_nothing);

    (void)state;
    assert_int_equal(told.of_8 / 1000, 8);
    assert_true(told.of_9 >= 90100 && told.of_9 < 100000 && told.cudart >= 11000);
    assert_int_equal(NINE(cudnnGetMaxDeviceVersion)(), 1210);
}

static void prepare_runtime_12(void)
{
    assert_non_null(dlopen("libcudart.so.12", RTLD_NOW | RTLD_LOCAL));
}

static void prepare_runtime_13(void)
{
    assert_non_null(dlopen("libcudart.so.13", RTLD_NOW | RTLD_LOCAL));
}

/* Where no wheel says it, cuDNN is for the CUDA whose runtime the program has. */
static void test_runtime(void **state)
{
    (void)state;
    assert_int_equal(ask(prepare_runtime_13).cudart, 13000);
    assert_int_equal(ask(prepare_runtime_12).cudart, 12090);
}

static void prepare_wheels(void)
{
    load_from(inside("site-packages/frame.so"));
}

static void prepare_file(void)
{
    setenv("LD_LIBRARY_PATH", inside("lib"), 1);
}

static void test_wheels_and_files(void **state)
{
    static const char *const folders[] = {"site-packages",
                                          "site-packages/nvidia_cudnn_cu13-9.28.1.4.dist-info",
                                          "site-packages/nvidia_cudnn_cu12-9.10.2.21.dist-info",
                                          "site-packages/nvidia_cudnn_cu12-8.9.2.26.dist-info", "lib"};
    char target[512];

    (void)state;
    assert_non_null(mkdtemp(folder));
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        assert_int_equal(mkdir(inside(folders[i]), 0700), 0);
    const struct told wheels = ask(prepare_wheels);
    assert_int_equal(wheels.of_9, 92801);
    assert_int_equal(wheels.of_8, 8902);
    assert_int_equal(wheels.cudart, 13000);
    snprintf(target, sizeof target, "%s", inside("lib/libcudnn.so.9.23.4"));
    fclose(fopen(target, "w"));
    assert_int_equal(symlink("libcudnn.so.9.23.4", inside("lib/libcudnn.so.9")), 0);
    assert_int_equal(ask(prepare_file).of_9, 92304);
    remove(inside("lib/libcudnn.so.9")), remove(target), remove(inside("site-packages/frame.so"));
    for (size_t i = sizeof folders / sizeof *folders; i-- > 1;)
        assert_int_equal(rmdir(inside(folders[i])), 0);
    assert_int_equal(rmdir(inside("site-packages")), 0);
    assert_int_equal(rmdir(folder), 0);
}

/* Functions of 9.28: there, if only to be refused. */
static void test_later_functions(void **state)
{
    size_t bytes;

    (void)state;
    assert_int_equal(((int (*)(void))of_nine("cudnnBackendPopulateCudaGraph"))(), 3000);
    assert_int_equal(NINE(cudnnGetExecutionPlanWorkspaceSize)(NULL, NULL, NULL, &bytes), 2000);
    assert_int_equal(NINE(cudnnSubquadraticOpsVersionCheck)(), CUDNN_STATUS_SUCCESS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_default), cmocka_unit_test(test_runtime),
                                       cmocka_unit_test(test_wheels_and_files),
                                       cmocka_unit_test(test_later_functions)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
