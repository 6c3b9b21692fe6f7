/* SPDX-License-Identifier: MIT */
/* CUDA C++ through the library: sources and headers that are given as text, and broken clangs, played by
 * scripts. */
#include <halfwarp/compiler.h>

#include <dirent.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/halfwarp-test-XXXXXX";

static void write_script(const char *text)
{
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%s/clang", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "#!/bin/sh\n%s\n", text);
    fclose(file);
    chmod(path, 0700);
    setenv("HALFWARP_CLANG", path, 1);
}

static int set_up(void **state)
{
    (void)state;
    if (!folder[0] || !mkdtemp(folder))
        return -1;
    return setenv("TMPDIR", folder, 1);
}

static int tear_down(void **state)
{
    char path[PATH_MAX];

    (void)state;
    snprintf(path, sizeof path, "%s/clang", folder);
    remove(path);
    unsetenv("TMPDIR");
    return rmdir(folder); /* which fails where a temporary file is left */
}

static hw_status compile(const char *text, struct hw_cuda_options *options, char **ptx, char **messages,
                         struct hw_error *error)
{
    const struct hw_cuda_file source = {"text.cu", text, strlen(text)};

    options->target = options->target ? options->target : "sm_35";
    return hw_compile_cuda(&source, options, ptx, messages, error);
}

/* --- with scripts --- */

static void what_a_process_writes_is_the_ptx(void **state)
{
    struct hw_cuda_options options = {.level = 3};
    struct hw_error error = {0};
    char *ptx, *messages;

    (void)state;
    write_script("[ $1 = -dumpversion ] && { echo 19.1; exit; }\n"
                 "for last; do :; done; cat $last; echo \"$*\" >&2; ls ${last%/*} >&2");
    assert_int_equal(compile("first line\n", &options, &ptx, &messages, &error), HW_OK);
    assert_string_equal(ptx, "#line 1 \"text.cu\"\nfirst line\n");
    assert_non_null(strstr(messages, "--cuda-gpu-arch=sm_35"));
    free(ptx);
    free(messages);
    options.target = "sm_11";
    options.at_run_time = options.all_for_device = true;
    assert_int_equal(compile("x", &options, &ptx, &messages, &error), HW_OK);
    assert_non_null(strstr(ptx, "force_cuda_host_device begin\n#line 1"));
    assert_non_null(strstr(messages, "-D__CUDA_ARCH__=110 "));
    assert_non_null(strstr(messages, "-D__CUDACC_RTC__=1"));
    free(ptx);
    free(messages);
}

static void definitions_are_behind_our_headers(void **state)
{
    static const char *const definitions[] = {
        "N=64", "T", "SUM(a,b)=a+b=", "_GNU_SOURCE=2", "NDEBUG", "NDEBUGS"};
    struct hw_cuda_options options = {.definitions = definitions, .definition_count = 6};
    struct hw_error error = {0};
    char *ptx, *messages;

    (void)state;
    write_script("[ $1 = -dumpversion ] && { echo 19.1; exit; }\n"
                 "for last; do :; done; cat ${last%/*}/definitions.h; echo \"$*\" >&2");
    assert_int_equal(compile("x", &options, &ptx, &messages, &error), HW_OK);
    assert_string_equal(ptx, "#define N 64\n#define T 1\n#define SUM(a,b) a+b=\n#define NDEBUGS 1\n");
    assert_non_null(strstr(messages, " -D_GNU_SOURCE=2 -DNDEBUG -include "));
    free(ptx);
    free(messages);
}

static void expect_failure(const char *script, hw_status expected, const char *text)
{
    struct hw_cuda_options options = {.seconds = 1};
    struct hw_error error = {0};
    char *ptx, *messages;

    write_script(script);
    assert_int_equal(compile("x", &options, &ptx, &messages, &error), expected);
    if (!strstr(error.text, text))
        fail_msg("%s", error.text);
    assert_null(ptx);
    free(messages);
}

#define SAYS_19 "[ $1 = -dumpversion ] && { echo 19.1; exit; }\n"

static void a_clang_that_fails_is_told(void **state)
{
    (void)state;
    expect_failure("echo 13.0.1", HW_ERR_UNSUPPORTED, "is clang 13; CUDA C++ needs 14 or later");
    expect_failure("exit 1", HW_ERR_FORMAT, "does not say its version");
    expect_failure(SAYS_19 "echo 'a.cu:1:1: error: no type' >&2; exit 1", HW_ERR_SYNTAX, "error: no type");
    expect_failure(SAYS_19 "kill -11 $$", HW_ERR_SYNTAX, "failed with status 139");
    expect_failure(SAYS_19 "exec sleep 100", HW_ERR_LIMIT, "more than 1 seconds");
    expect_failure(SAYS_19 "exec sleep 100 >/dev/null 2>&1", HW_ERR_LIMIT, "more than 1 seconds");
}

static void names_of_headers_stay_in_their_folder(void **state)
{
    static const char *const wrong[] = {"/etc/x.h", "", "../../../../../../../../x.h",
                                        "a/../../../../../../../../../../x.h"};
    struct hw_error error = {0};
    char *ptx, *messages;

    (void)state;
    write_script(SAYS_19 "exit 0");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const struct hw_cuda_file header = {wrong[i], "int x;", 6};
        struct hw_cuda_options options = {.headers = &header, .header_count = 1};
        assert_int_equal(compile("x", &options, &ptx, &messages, &error), HW_ERR_RANGE);
        assert_non_null(strstr(error.text, "a header cannot be called"));
    }
}

static void targets_and_paths_may_be_wrong(void **state)
{
    struct hw_cuda_options options = {.target = "sm_99"};
    struct hw_error error = {0};
    char *ptx, *messages;

    (void)state;
    write_script(SAYS_19 "exit 0");
    assert_int_equal(compile("x", &options, &ptx, &messages, &error), HW_ERR_NOT_FOUND);
    setenv("TMPDIR", "/nowhere", 1);
    options.target = "sm_35";
    assert_int_equal(compile("x", &options, &ptx, &messages, &error), HW_ERR_IO);
    setenv("TMPDIR", folder, 1);
    assert_non_null(strstr(error.text, "/nowhere"));
}

/* --- with clang --- */

static void need_clang(void)
{
    struct hw_clang *clang = malloc(sizeof *clang);

    assert_non_null(clang);
    unsetenv("HALFWARP_CLANG");
    const bool found = hw_clang_find(clang, NULL) == HW_OK;
    free(clang);
    if (!found)
        skip();
}

static void headers_are_found_by_their_names(void **state)
{
    static const struct hw_cuda_file headers[] = {{"deep/one.h", "#include \"../two.h\"\n", 20},
                                                  {"two.h", "#define TWO 22222\n", 18},
                                                  {"../three.h", "#define THREE 33333\n", 20}};
    struct hw_cuda_options options = {
        .at_run_time = true, .level = 3, .headers = headers, .header_count = 3, .seconds = 60};
    struct hw_error error = {0};
    char *ptx, *messages;

    (void)state;
    need_clang();
    if (compile("#include <deep/one.h>\n#include \"../three.h\"\n"
                "__global__ void k(int *p) { p[0] = TWO; p[1] = THREE; }\n",
                &options, &ptx, &messages, &error) != HW_OK)
        fail_msg("%s", error.text);
    assert_non_null(strstr(ptx, "22222"));
    assert_non_null(strstr(ptx, "33333"));
    assert_string_equal(messages, "");
    free(ptx);
    free(messages);
    assert_int_equal(compile("#include \"absent.h\"\n", &options, &ptx, &messages, &error), HW_ERR_SYNTAX);
    assert_non_null(strstr(messages, "text.cu:1:10: fatal error: 'absent.h' file not found"));
    free(messages);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_process_writes_is_the_ptx),
        cmocka_unit_test(definitions_are_behind_our_headers),
        cmocka_unit_test(a_clang_that_fails_is_told),
        cmocka_unit_test(names_of_headers_stay_in_their_folder),
        cmocka_unit_test(targets_and_paths_may_be_wrong),
        cmocka_unit_test(headers_are_found_by_their_names),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
