/* SPDX-License-Identifier: MIT */
/* Where NVIDIA's libraries are looked for: the loader's cache as bytes, and folders of variables.
 * (tests/cli/test_nvrtc_search has programs with search paths.) */
#include "cuda/base/loader_cache.h"
#include "cuda/base/nvidia_files.h"

#include <fcntl.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* --- the cache --- */

#define X86_64 0x0303u
#define ARM64  0x0a03u

struct entry {
    uint32_t flags, key, value, system;
    uint64_t hardware;
};

struct cache {
    char magic[20];
    uint32_t count, text_bytes, more[5];
    struct entry entries[3];
    char texts[64];
};

static const struct cache made = {
    .magic = "glibc-ld.so.cache1.1",
    .count = 3,
    .entries = {{X86_64, 120, 126, 0, 0}, {ARM64, 133, 139, 0, 0}, {X86_64, 133, 147, 0, 0}},
    .texts = "a.so.\0/a/a.s\0b.so.\0/arm/b.\0/x86/b.so",
};

static const char *find(const void *bytes, size_t length, const char *name)
{
    return hw_loader_cache_find(bytes, length, name);
}

static void names_in_the_cache(void **state)
{
    (void)state;
    assert_int_equal(offsetof(struct cache, texts), 120);
    assert_string_equal(find(&made, sizeof made, "a.so."), "/a/a.s");
    assert_string_equal(find(&made, sizeof made, "b.so."), "/x86/b.so"); /* of this kind of machine */
    assert_null(find(&made, sizeof made, "a.so"));
    assert_null(find(&made, sizeof made, "c.so"));
}

/* As systems of before wrote it, another cache stands in front. */
static void behind_an_older_cache(void **state)
{
    char bytes[sizeof made + 48] = "ld.so-1.7.0";

    (void)state;
    memcpy(bytes + 48, &made, sizeof made);
    assert_string_equal(find(bytes, sizeof bytes, "a.so."), "/a/a.s");
}

static void what_is_no_cache(void **state)
{
    struct cache wrong = made;

    (void)state;
    assert_null(find(NULL, 0, "a.so."));
    for (size_t length = 0; length < 157; length++) { /* each cut before the end of its path */
        char *cut = malloc(length + 1);
        memcpy(cut, &made, length);
        const char *found = find(cut, length, "b.so.");
        assert_null(found);
        free(cut);
    }
    wrong.entries[0].key = wrong.entries[2].value = UINT32_MAX;
    wrong.count = UINT32_MAX;
    assert_null(find(&wrong, sizeof wrong, "a.so."));
    assert_null(find(&wrong, sizeof wrong, "b.so."));
}

/* --- folders of variables --- */

static char root[] = "/tmp/halfwarp-files-XXXXXX";

static void touch(const char *folder, bool made_first)
{
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%s/%s", root, folder);
    if (made_first)
        assert_int_equal(mkdir(path, 0700), 0);
    strcat(path, "/libnowhere.so.13");
    close(open(path, O_CREAT | O_WRONLY, 0600));
}

static void expect_path(const struct hw_nvidia_files *files, size_t number, const char *folder)
{
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%s/%s/libnowhere.so.13", root, folder);
    assert_true(number < files->count);
    assert_string_equal(files->path[number], path);
}

static void folders_of_variables(void **state)
{
    struct hw_nvidia_files files = {NULL, 0};
    char text[PATH_MAX];

    (void)state;
    assert_non_null(mkdtemp(root));
    touch("first", true);
    touch("home", true);
    touch("home/lib64", true);
    snprintf(text, sizeof text, "/nowhere:%s/first::%s/first/", root, root);
    setenv("LD_LIBRARY_PATH", text, 1);
    snprintf(text, sizeof text, "%s/home", root);
    setenv("CUDA_HOME", text, 1);
    setenv("CUDA_PATH", text, 1);
    hw_nvidia_files_find(&files, "libnowhere.so.13");
    assert_int_equal(files.count, 2);
    expect_path(&files, 0, "first");
    expect_path(&files, 1, "home/lib64");
    assert_null(hw_nvidia_open(files.path[0])); /* it is empty */
    hw_nvidia_files_free(&files);
    hw_nvidia_files_find(&files, "libnothing.so.13");
    assert_int_equal(files.count, 0);
    snprintf(text, sizeof text, "rm -r %s", root);
    assert_int_equal(system(text), 0);
}

/* Not even where LD_LIBRARY_PATH names their folder, as it does under `halfwarp run`. */
static void ours_are_not_among_them(void **state)
{
    struct hw_nvidia_files files = {NULL, 0};
    char text[2 * PATH_MAX], own[PATH_MAX];

    (void)state;
    snprintf(text, sizeof text, "%s/cuda/nvrtc", getenv("HW_BUILD"));
    assert_non_null(realpath(text, own));
    setenv("LD_LIBRARY_PATH", own, 1);
    hw_nvidia_files_find(&files, "libnvrtc.so.7.5");
    for (size_t i = 0; i < files.count; i++)
        assert_null(strstr(files.path[i], own));
    hw_nvidia_files_free(&files);
    strcat(own, "/libnvrtc.so.7.5");
    assert_null(hw_nvidia_open(own));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_in_the_cache),      cmocka_unit_test(behind_an_older_cache),
        cmocka_unit_test(what_is_no_cache),        cmocka_unit_test(folders_of_variables),
        cmocka_unit_test(ours_are_not_among_them),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
