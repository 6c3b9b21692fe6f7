/* SPDX-License-Identifier: MIT */
/* NVRTC: wrong use of each call, options, names, headers, logs; with scripts in the place of clang, and with
 * clang where it is there. */
#include "cuda_test.h"

#include "cuda/nvrtc/nvrtc.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define assert_nvrtc(call) assert_int_equal(call, NVRTC_SUCCESS)

static char folder[] = "/tmp/halfwarp-nvrtc-XXXXXX";

static void write_clang(const char *text)
{
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%s/clang", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "#!/bin/sh\n[ $1 = -dumpversion ] && { echo 19.1; exit; }\nfor last; do :; done\n%s\n",
            text);
    fclose(file);
    chmod(path, 0700);
    setenv("HALFWARP_CLANG", path, 1);
}

static int set_up(void **state)
{
    (void)state;
    setenv("HALFWARP_NVRTC", "own", 1); /* whatever this machine has */
    return mkdtemp(folder) ? 0 : -1;
}

static int tear_down(void **state)
{
    char path[PATH_MAX];

    (void)state;
    snprintf(path, sizeof path, "%s/clang", folder);
    remove(path);
    return rmdir(folder);
}

static nvrtcProgram program_of(const char *source)
{
    nvrtcProgram program = NULL;

    assert_nvrtc(nvrtcCreateProgram(&program, source, "test.cu", 0, NULL, NULL));
    return program;
}

static char *log_of(nvrtcProgram program)
{
    size_t bytes = 0;

    assert_nvrtc(nvrtcGetProgramLogSize(program, &bytes));
    char *log = malloc(bytes);
    assert_non_null(log);
    assert_nvrtc(nvrtcGetProgramLog(program, log));
    assert_int_equal(strlen(log) + 1, bytes);
    return log;
}

static void expect_log(nvrtcProgram program, const char *text)
{
    char *log = log_of(program);

    if (!strstr(log, text))
        fail_msg("the log is: %s", log);
    free(log);
}

static char *ptx_of(nvrtcProgram program)
{
    size_t bytes = 0;

    assert_nvrtc(nvrtcGetPTXSize(program, &bytes));
    char *ptx = malloc(bytes);
    assert_non_null(ptx);
    assert_nvrtc(nvrtcGetPTX(program, ptx));
    assert_int_equal(strlen(ptx) + 1, bytes);
    return ptx;
}

/* --- without a compiler --- */

static void facts_about_the_library(void **state)
{
    int major = 0, minor = 0, count = 0, archs[64];

    (void)state;
    assert_nvrtc(nvrtcVersion(&major, &minor));
    assert_int_equal(major, 12);
    assert_int_equal(nvrtcVersion(NULL, &minor), NVRTC_ERROR_INVALID_INPUT);
    assert_nvrtc(nvrtcGetNumSupportedArchs(&count));
    assert_in_range(count, 12, 64);
    assert_nvrtc(nvrtcGetSupportedArchs(archs));
    assert_int_equal(archs[0], 10);
    assert_int_equal(archs[count - 1], 62);
    for (int i = 1; i < count; i++)
        assert_true(archs[i - 1] < archs[i]);
    assert_int_equal(nvrtcGetNumSupportedArchs(NULL), NVRTC_ERROR_INVALID_INPUT);
    assert_int_equal(nvrtcGetSupportedArchs(NULL), NVRTC_ERROR_INVALID_INPUT);
    assert_string_equal(nvrtcGetErrorString(NVRTC_ERROR_COMPILATION), "NVRTC_ERROR_COMPILATION");
    assert_string_equal(nvrtcGetErrorString((nvrtcResult)99), "NVRTC_ERROR unknown");
}

static void wrong_calls(void **state)
{
    static const char *const none[] = {NULL};
    nvrtcProgram program = NULL;
    const char *name;
    size_t bytes = 7;
    char byte;

    (void)state;
    assert_int_equal(nvrtcCreateProgram(NULL, "", NULL, 0, NULL, NULL), NVRTC_ERROR_INVALID_PROGRAM);
    assert_int_equal(nvrtcCreateProgram(&program, NULL, NULL, 0, NULL, NULL), NVRTC_ERROR_INVALID_INPUT);
    assert_int_equal(nvrtcCreateProgram(&program, "", NULL, -1, NULL, NULL), NVRTC_ERROR_INVALID_INPUT);
    assert_int_equal(nvrtcCreateProgram(&program, "", NULL, 1, NULL, NULL), NVRTC_ERROR_INVALID_INPUT);
    assert_int_equal(nvrtcCreateProgram(&program, "", NULL, 1, none, none), NVRTC_ERROR_INVALID_INPUT);
    assert_int_equal(nvrtcDestroyProgram(NULL), NVRTC_ERROR_INVALID_PROGRAM);
    assert_int_equal(nvrtcDestroyProgram(&program), NVRTC_ERROR_INVALID_PROGRAM);
    assert_int_equal(nvrtcCompileProgram(NULL, 0, NULL), NVRTC_ERROR_INVALID_PROGRAM);
    assert_int_equal(nvrtcGetPTXSize(NULL, &bytes), NVRTC_ERROR_INVALID_PROGRAM);
    assert_int_equal(nvrtcGetCUBIN(NULL, &byte), NVRTC_ERROR_INVALID_PROGRAM);
    assert_int_equal(nvrtcGetProgramLog(NULL, &byte), NVRTC_ERROR_INVALID_PROGRAM);
    assert_int_equal(nvrtcAddNameExpression(NULL, "k"), NVRTC_ERROR_INVALID_PROGRAM);
    program = program_of("");
    assert_int_equal(nvrtcCompileProgram(program, -1, NULL), NVRTC_ERROR_INVALID_INPUT);
    assert_int_equal(nvrtcCompileProgram(program, 1, NULL), NVRTC_ERROR_INVALID_INPUT);
    assert_int_equal(nvrtcCompileProgram(program, 1, none), NVRTC_ERROR_INVALID_INPUT);
    assert_int_equal(nvrtcGetPTXSize(program, NULL), NVRTC_ERROR_INVALID_INPUT);
    assert_int_equal(nvrtcGetPTX(program, NULL), NVRTC_ERROR_INVALID_INPUT);
    assert_nvrtc(nvrtcGetPTXSize(program, &bytes));
    assert_int_equal(bytes, 1);
    assert_nvrtc(nvrtcGetCUBINSize(program, &bytes));
    assert_int_equal(bytes, 0);
    bytes = 7;
    assert_nvrtc(nvrtcGetLTOIRSize(program, &bytes));
    assert_int_equal(bytes, 0);
    assert_nvrtc(nvrtcGetOptiXIRSize(program, &bytes));
    assert_int_equal(nvrtcGetLoweredName(program, "k", &name),
                     NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION);
    assert_int_equal(nvrtcGetLoweredName(program, NULL, &name), NVRTC_ERROR_INVALID_INPUT);
    assert_nvrtc(nvrtcDestroyProgram(&program));
    assert_null(program);
}

static void options_that_are_wrong(void **state)
{
    static const struct {
        const char *option[2], *log;
    } cases[] = {
        {{"--nonsense"}, "unrecognized option --nonsense found"},
        {{"positional"}, "unrecognized option positional found"},
        {{"-O3"}, "unrecognized option -O3 found"},
        {{"-G=true"}, "unrecognized option -G=true found"},
        {{"--ftz=maybe"}, "--ftz (-ftz) expects true or false"},
        {{"-fmad", "1"}, "--fmad (-fmad) expects true or false"},
        {{"--ftz"}, "--ftz (-ftz) expects true or false"},
        {{"--maxrregcount=many"}, "--maxrregcount (-maxrregcount) expects an integer value"},
        {{"-maxrregcount=-1"}, "expects an integer value"},
        {{"-arch=sm_99"}, "invalid value for --gpu-architecture (-arch)"},
        {{"-arch=compute_52x"}, "invalid value for --gpu-architecture (-arch)"},
        {{"-arch="}, "invalid value for --gpu-architecture (-arch)"},
        {{"--std=c++99"}, "invalid value for --std (-std)"},
        {{"--std=c++17", "-std=c++14"}, "--std (-std) defined more than once"},
        {{"-dlto"}, "no code for a later link"},
    };

    (void)state;
    write_clang("exit 1");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        nvrtcProgram program = program_of("");
        assert_int_equal(nvrtcCompileProgram(program, 1 + (cases[i].option[1] != NULL), cases[i].option),
                         NVRTC_ERROR_INVALID_OPTION);
        expect_log(program, cases[i].log);
        assert_nvrtc(nvrtcDestroyProgram(&program));
    }
}

/* What clang is called with stands in the PTX of this one. */
static void options_reach_the_compiler(void **state)
{
    static const char *const options[] = {"--gpu-architecture=compute_13",
                                          " -I/a",
                                          "-I",
                                          "/b",
                                          "--include-path=/c",
                                          "-DX=1",
                                          "--define-macro=_Y",
                                          "-U",
                                          "Z",
                                          "--std=c++14",
                                          "--use_fast_math",
                                          "-lineinfo",
                                          "-w",
                                          "-default-device",
                                          "--fmad=false",
                                          "-rdc=true",
                                          "-dc"};
    static const char *const expected[] = {"__CUDA_ARCH__=130 ",
                                           " -I /a ",
                                           " -I /b ",
                                           " -I /c ",
                                           " -D_Y ",
                                           " -U Z ",
                                           " --std c++14 ",
                                           "flush-denormals",
                                           " -gline-tables-only ",
                                           " -w ",
                                           "-ffp-contract=off",
                                           "force_cuda_host_device",
                                           "#define X 1",
                                           "-D__CUDACC_RTC__=1"};

    (void)state;
    write_clang("echo \"$*\" ; cat $last ${last%/*}/definitions.h");
    nvrtcProgram program = program_of("the source");
    assert_nvrtc(nvrtcCompileProgram(program, sizeof options / sizeof *options, options));
    char *ptx = ptx_of(program);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        if (!strstr(ptx, expected[i]))
            fail_msg("%s is not in %s", expected[i], ptx);
    free(ptx);
    assert_nvrtc(nvrtcDestroyProgram(&program));
}

/* Who refuses, which chips there are, and what there is for others. */
static void chips_that_are_not_ours(void **state)
{
    static const char *const options[] = {"-arch=sm_90a", "-dlto"};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        nvrtcProgram program = program_of("");
        assert_int_equal(nvrtcCompileProgram(program, 1, &options[i]), NVRTC_ERROR_INVALID_OPTION);
        expect_log(program, "halfwarp's own NVRTC, which makes code for sm_10 to sm_62; HALFWARP_NVRTC=own ");
        assert_nvrtc(nvrtcDestroyProgram(&program));
    }
}

/* As NVIDIA's says it: clients read the header's name. */
static void headers_that_are_missing(void **state)
{
    static const char said[] = "In file included from prog:1:\n"
                               "part/a.h:12:10: fatal error: 'mine.cuh' file not found\n"
                               "    2 | #include \"mine.cuh\"\n"
                               "<built-in>:1:10: fatal error: 'x.h' file not found\n"
                               "C:3: fatal error: 'y.h' file not found\n"
                               "1 error generated when compiling for sm_52.\n";
    static const char expected[] = "In file included from prog:1:\n"
                                   "part/a.h(12): catastrophic error: cannot open source file \"mine.cuh\"\n"
                                   "    2 | #include \"mine.cuh\"\n"
                                   "Command-line error: cannot open source file \"x.h\"\n"
                                   "C:3: fatal error: 'y.h' file not found\n"
                                   "1 error generated when compiling for sm_52.\n";
    char script[sizeof said + 40];

    (void)state;
    snprintf(script, sizeof script, "cat >&2 <<'END'\n%sEND\nexit 1", said);
    write_clang(script);
    nvrtcProgram program = program_of("");
    assert_int_equal(nvrtcCompileProgram(program, 0, NULL), NVRTC_ERROR_COMPILATION);
    char *log = log_of(program);
    assert_string_equal(log, expected);
    free(log);
    assert_nvrtc(nvrtcDestroyProgram(&program));
}

static void without_a_compiler_the_log_says_so(void **state)
{
    (void)state;
    setenv("HALFWARP_CLANG", "/nowhere/clang", 1);
    nvrtcProgram program = program_of("");
    assert_int_equal(nvrtcCompileProgram(program, 0, NULL), NVRTC_ERROR_BUILTIN_OPERATION_FAILURE);
    expect_log(program, "HALFWARP_CLANG names /nowhere/clang");
    assert_nvrtc(nvrtcDestroyProgram(&program));
}

static void ptx_that_a_chip_cannot_have(void **state)
{
    static const char *const options[] = {"-arch=sm_20"};
    size_t bytes = 7;

    (void)state;
    write_clang("printf '.version 4.0\\n.target sm_20\\n.entry k() { nonsense; }\\n'");
    nvrtcProgram program = program_of("");
    assert_int_equal(nvrtcCompileProgram(program, 1, options), NVRTC_ERROR_COMPILATION);
    expect_log(program, "sm_20: error: line 3");
    assert_nvrtc(nvrtcGetCUBINSize(program, &bytes));
    assert_int_equal(bytes, 0);
    assert_nvrtc(nvrtcDestroyProgram(&program));
}

/* --- with clang --- */

static void need_clang(void)
{
    static int found = -1;
    const char *const options[] = {"-arch=compute_20"};

    unsetenv("HALFWARP_CLANG");
    if (found < 0) {
        nvrtcProgram program = program_of("__global__ void k() {}");
        found = nvrtcCompileProgram(program, 1, options) == NVRTC_SUCCESS;
        assert_nvrtc(nvrtcDestroyProgram(&program));
    }
    if (!found)
        skip();
}

static void expect_name(nvrtcProgram program, const char *expression, const char *expected)
{
    const char *name = NULL;

    assert_nvrtc(nvrtcGetLoweredName(program, expression, &name));
    assert_string_equal(name, expected);
}

static void names_of_templates_and_variables(void **state)
{
    static const char source[] = "namespace n { __device__ int v; __constant__ float c[4]; }\n"
                                 "template <class T, int N> __global__ void k(T *p) { p[N] = n::v; }\n";
    static const char *const expressions[] = {"k<int, 3>", "&k<float,4>", "n::v", "&n::c"};
    static const char *const options[] = {"-arch=sm_35"};
    const char *name;
    size_t bytes = 0;

    (void)state;
    need_clang();
    nvrtcProgram program = program_of(source);
    for (size_t i = 0; i < 4; i++)
        assert_nvrtc(nvrtcAddNameExpression(program, expressions[i]));
    assert_int_equal(nvrtcAddNameExpression(program, NULL), NVRTC_ERROR_INVALID_INPUT);
    assert_nvrtc(nvrtcCompileProgram(program, 1, options));
    expect_name(program, "k<int, 3>", "_Z1kIiLi3EEvPT_");
    expect_name(program, " k<int,3>", "_Z1kIiLi3EEvPT_");
    expect_name(program, "&k<float,4>", "_Z1kIfLi4EEvPT_");
    expect_name(program, "n::v", "_ZN1n1vE");
    expect_name(program, "&n::c", "_ZN1n1cE");
    assert_int_equal(nvrtcGetLoweredName(program, "k<char, 3>", &name),
                     NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID);
    assert_int_equal(nvrtcAddNameExpression(program, "n::v"),
                     NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION);
    char *ptx = ptx_of(program);
    assert_null(strstr(ptx, "name_expression"));
    assert_non_null(strstr(ptx, ".entry _Z1kIfLi4EEvPT_"));
    free(ptx);
    assert_nvrtc(nvrtcGetCUBINSize(program, &bytes));
    assert_true(bytes > 500);
    char *cubin = malloc(bytes);
    assert_nvrtc(nvrtcGetCUBIN(program, cubin));
    assert_memory_equal(cubin, "\177ELF", 4);
    free(cubin);
    assert_nvrtc(nvrtcDestroyProgram(&program));
}

static void errors_have_places(void **state)
{
    (void)state;
    need_clang();
    nvrtcProgram program = program_of("__global__ void k(int *p)\n{\n    *p = q;\n}\n");
    assert_nvrtc(nvrtcAddNameExpression(program, "absent<int>"));
    assert_int_equal(nvrtcCompileProgram(program, 0, NULL), NVRTC_ERROR_COMPILATION);
    expect_log(program, "test.cu:3:10: error: use of undeclared identifier 'q'");
    expect_log(program, "name expression:1:");
    assert_nvrtc(nvrtcDestroyProgram(&program));
}

/* A header that was given as text has its own name, and not that of a file. */
static void headers_have_their_names(void **state)
{
    static const char *const texts[] = {"\n#include <deep.h>\n"}, *const names[] = {"part/one.h"};
    nvrtcProgram program = NULL;

    (void)state;
    need_clang();
    assert_nvrtc(nvrtcCreateProgram(&program, "#include \"part/one.h\"\n", NULL, 1, texts, names));
    assert_int_equal(nvrtcCompileProgram(program, 0, NULL), NVRTC_ERROR_COMPILATION);
    expect_log(program, "\npart/one.h(2): catastrophic error: cannot open source file \"deep.h\"\n");
    assert_nvrtc(nvrtcDestroyProgram(&program));
}

static void headers_and_functions_for_the_device(void **state)
{
    static const char *const texts[] = {"int twice(int x) { return 2 * x; }\n"}, *const names[] = {
                                                                                     "part/one.h"};
    static const char *const options[] = {"-default-device", "-DN=64", "-arch=compute_35"};
    nvrtcProgram program = NULL;

    (void)state;
    need_clang();
    assert_nvrtc(nvrtcCreateProgram(
        &program, "#include \"part/one.h\"\nextern \"C\" __global__ void k(int *p) { *p = twice(N); }\n",
        NULL, 1, texts, names));
    assert_int_equal(nvrtcCompileProgram(program, 0, NULL), NVRTC_ERROR_COMPILATION);
    expect_log(program, "default_program:2:");
    assert_nvrtc(nvrtcCompileProgram(program, 3, options));
    expect_log(program, "");
    char *ptx = ptx_of(program);
    assert_non_null(strstr(ptx, "128"));
    assert_non_null(strstr(ptx, ".entry k("));
    free(ptx);
    assert_nvrtc(nvrtcDestroyProgram(&program));
}

static void names_of_the_library_without_a_header(void **state)
{
    static const char source[] = "__device__ int sum(std::initializer_list<int> list) { int s = 0; for (int "
                                 "x : list) s += x; return s; }\n"
                                 "__global__ void k(int *p) { int v = sum({1, 20, 300}); *p = std::move(v) + "
                                 "std::forward<int>(v) * 0; }\n";
    static const char *const without[] = {"--builtin-initializer-list=false"}, *const with[] = {
                                                                                   "--std=c++11"};

    (void)state;
    need_clang();
    nvrtcProgram program = program_of(source);
    assert_int_equal(nvrtcCompileProgram(program, 1, without), NVRTC_ERROR_COMPILATION);
    assert_nvrtc(nvrtcCompileProgram(program, 1, with));
    char *ptx = ptx_of(program);
    assert_non_null(strstr(ptx, "321"));
    free(ptx);
    assert_nvrtc(nvrtcDestroyProgram(&program));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_about_the_library),
        cmocka_unit_test(wrong_calls),
        cmocka_unit_test(options_that_are_wrong),
        cmocka_unit_test(options_reach_the_compiler),
        cmocka_unit_test(chips_that_are_not_ours),
        cmocka_unit_test(headers_that_are_missing),
        cmocka_unit_test(without_a_compiler_the_log_says_so),
        cmocka_unit_test(ptx_that_a_chip_cannot_have),
        cmocka_unit_test(names_of_templates_and_variables),
        cmocka_unit_test(errors_have_places),
        cmocka_unit_test(headers_have_their_names),
        cmocka_unit_test(headers_and_functions_for_the_device),
        cmocka_unit_test(names_of_the_library_without_a_header),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
