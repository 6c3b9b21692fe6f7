/* SPDX-License-Identifier: MIT */
/* The helpers that subcommands share: numbers, dimensions, arguments, files and their lines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cli/cli.h"
#include "cli/spared_files.h"

static void numbers_in_every_base(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool suffix;
        uint64_t value;
    } valid[] = {
        {"0", false, 0},        {"42", false, 42},  {"0x2A", false, 42},
        {"0b101", false, 5},    {"4k", true, 4096}, {"2M", true, 2 << 20},
        {"0x10k", true, 16384}, {"007", false, 7},  {"18446744073709551615", false, UINT64_MAX},
    };
    for (size_t i = 0; i < sizeof valid / sizeof valid[0]; i++) {
        uint64_t value = 1;
        assert_int_equal(hw_number(valid[i].text, UINT64_MAX, valid[i].suffix, &value, NULL), HW_OK);
        assert_int_equal(value, valid[i].value);
    }
}

static void what_is_no_number_is_refused(void **state)
{
    (void)state;
    static const char *const invalid[] = {"",   "x",  "0x", "0b", "0b2", "-1",
                                          "+1", " 1", "1 ", "1k", "12z", "0xg"};
    for (size_t i = 0; i < sizeof invalid / sizeof invalid[0]; i++) {
        uint64_t value;
        struct hw_error error;
        assert_int_equal(hw_number(invalid[i], UINT64_MAX, false, &value, &error), HW_ERR_SYNTAX);
        assert_non_null(strstr(error.text, invalid[i]));
    }
}

static void numbers_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    uint64_t value;
    struct hw_error error;
    assert_int_equal(hw_number("65536", 65535, false, &value, &error), HW_ERR_RANGE);
    assert_string_equal(error.text, "65536 is too large: at most 65535");
    assert_int_equal(hw_number("18446744073709551616", UINT64_MAX, false, &value, &error), HW_ERR_RANGE);
    assert_int_equal(hw_number("0x8000000000000000k", UINT64_MAX, true, &value, &error), HW_ERR_RANGE);
    assert_int_equal(hw_number("5k", 5119, true, &value, &error), HW_ERR_RANGE);
}

static void dimensions(void **state)
{
    (void)state;
    uint32_t size[3];
    assert_int_equal(hw_dimensions("7", 100, size, NULL), HW_OK);
    assert_true(size[0] == 7 && size[1] == 1 && size[2] == 1);
    assert_int_equal(hw_dimensions("1,2,3", 100, size, NULL), HW_OK);
    assert_true(size[0] == 1 && size[1] == 2 && size[2] == 3);

    static const char *const invalid[] = {"", ",", "1,", "1,2,3,", "1,2,3,4", "1x2", "a"};
    for (size_t i = 0; i < sizeof invalid / sizeof invalid[0]; i++)
        assert_int_equal(hw_dimensions(invalid[i], 100, size, NULL), HW_ERR_SYNTAX);
    assert_int_equal(hw_dimensions("0", 100, size, NULL), HW_ERR_RANGE);
    assert_int_equal(hw_dimensions("1,101", 100, size, NULL), HW_ERR_RANGE);
}

/* A command with one option of each kind; the first has several names. */
struct command {
    const char *kernel, *syntax, *live;
    bool hex;
    struct hw_list maps, macros, operands;
    int status;
};

/* clang-format off */
static const struct hw_option options[] = {
    {"-k", "--kernel --kernel-name", "KERNEL", "only this kernel", HW_VALUE(struct command, kernel)},
    {"--hex", .help = "encodings", HW_FLAG(struct command, hex)},
    {"--syntax", .argument = "NAME", .help = "the language:",
     .words = HW_WORDS({"nv", "NVIDIA's"}, {"decuda", "cudasm's"}), HW_VALUE(struct command, syntax)},
    {"--map", .argument = "A=N", .help = "memory", HW_VALUES(struct command, maps)},
    {"--live", .argument = "FORM", .help = "registers", .preset = "wide", HW_VALUE(struct command, live)},
    {"-D", .argument = "NAME[=VALUE]", .help = "a macro", .joined = true, HW_VALUES(struct command, macros)},
    HW_OPTIONS_END,
};

static const struct hw_option before_programs[] = {
    {"--log", .argument = "WORDS", .help = "a log", HW_VARIABLE("HALFWARP_LOG", "1")},
    HW_OPTIONS_END,
};
/* clang-format on */

static bool parse(struct command *command, unsigned most_operands, int argc, const char *const *argv)
{
    const struct hw_command table = {
        .name = "dis",
        .usage = HW_STRINGS("halfwarp dis FILE"),
        .description = "what it does",
        .groups = HW_GROUPS(HW_GROUP(NULL, options), HW_PROGRAM_GROUP("Before a program", before_programs)),
        .operands = most_operands,
    };
    char *copy[HW_LIST_MAX + 3] = {(char *)"dis"};
    for (int i = 0; i < argc; i++)
        copy[i + 1] = (char *)argv[i];
    memset(command, 0, sizeof *command);
    command->status = -1;
    return hw_args_parse(argc + 1, copy, &table, command, &command->operands, &command->status);
}

/* Call hw_args_parse with the words of an array. */
#define PARSE(command, most, words) parse(command, most, (int)(sizeof(words) / sizeof((words)[0])), words)

static void arguments_are_split(void **state)
{
    (void)state;
    static const char *const words[] = {"a.cubin", "-k", "main", "--syntax=nv", "--hex",
                                        "-",       "--", "-b",   "--"};
    struct command command;
    assert_true(PARSE(&command, 4, words));
    assert_int_equal(command.status, HW_EXIT_DONE);
    assert_string_equal(command.kernel, "main");
    assert_string_equal(command.syntax, "nv");
    assert_true(command.hex);
    assert_int_equal(command.operands.count, 4);
    static const char *const operands[] = {"a.cubin", "-", "-b", "--"};
    for (unsigned i = 0; i < 4; i++)
        assert_string_equal(command.operands.item[i], operands[i]);
    assert_int_equal(command.maps.count, 0);

    assert_true(parse(&command, 0, 0, NULL));
    assert_int_equal(command.status, HW_EXIT_DONE);
    assert_true(!command.kernel && !command.syntax && !command.hex && !command.operands.count);
}

static void options_given_again(void **state)
{
    (void)state;
    static const char *const words[] = {"--map=1=4",     "-k", "a",     "--map", "2=4",
                                        "--kernel-name", "b",  "--map="};
    struct command command;
    assert_true(PARSE(&command, 0, words));
    assert_string_equal(command.kernel, "b");
    assert_int_equal(command.maps.count, 3);
    assert_string_equal(command.maps.item[0], "1=4");
    assert_string_equal(command.maps.item[1], "2=4");
    assert_string_equal(command.maps.item[2], "");
}

/* What is written on `stream` while `parse` runs. */
static void parse_captured(FILE *stream, struct command *command, unsigned most, int argc,
                           const char *const *argv, char text[512])
{
    FILE *file = tmpfile();
    assert_non_null(file);
    fflush(stream);
    int kept = dup(fileno(stream));
    dup2(fileno(file), fileno(stream));
    bool go_on = parse(command, most, argc, argv);
    fflush(stream);
    dup2(kept, fileno(stream));
    close(kept);
    rewind(file);
    text[fread(text, 1, 511, file)] = '\0';
    fclose(file);
    assert_false(go_on);
}

static void values_stand_behind_names(void **state)
{
    (void)state;
    static const char *const words[] = {"-k=main", "-DN=1", "-D", "M", "-D=L", "--hex"};
    struct command command;
    assert_true(PARSE(&command, 0, words));
    assert_string_equal(command.kernel, "main");
    assert_int_equal(command.macros.count, 3);
    assert_string_equal(command.macros.item[0], "N=1");
    assert_string_equal(command.macros.item[1], "M");
    assert_string_equal(command.macros.item[2], "L");

    static const char *const preset[] = {"--live", "a.cubin"}, *const other[] = {"--live=count"};
    assert_true(PARSE(&command, 1, preset));
    assert_string_equal(command.live, "wide");
    assert_string_equal(command.operands.item[0], "a.cubin");
    assert_true(PARSE(&command, 0, other));
    assert_string_equal(command.live, "count");
}

static void wrong_arguments_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *words[3], *text;
    } wrong[] = {
        {{"--frob", "-h"}, "there is no option `--frob`;"},
        {{"--frob=1"}, "there is no option `--frob=1`;"},
        {{"--hexa"}, "there is no option `--hexa`; did you mean --hex?"},
        {{"--kernal", "main"}, "there is no option `--kernal`; did you mean --kernel?"},
        {{"--log"}, "--log is for a program: `halfwarp dis --log -- PROGRAM`;"},
        {{"--standings"}, "there is no option `--standings`: it is one of chips;"},
        {{"--hex=1"}, "--hex takes no value;"},
        {{"--syntax", "decude"}, "--syntax is nv or decuda, not `decude`; did you mean decuda?"},
        {{"--syntax", "ptx"}, "--syntax is nv or decuda, not `ptx`;"},
        {{"a", "b", "--help"}, "`b` is one argument too many;"},
        {{"--", "a", "-h"}, "`-h` is one argument too many;"},
        {{"--hex", "-k"}, "-k needs a value: -k KERNEL;"},
        {{"--map"}, "--map needs a value: --map A=N;"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct command command;
        char text[512], expected[256];
        int count = 0;
        while (count < 3 && wrong[i].words[count])
            count++;
        parse_captured(stderr, &command, 1, count, wrong[i].words, text);
        const char *see = strchr(wrong[i].text, '?') ? "See" : "see";
        snprintf(expected, sizeof expected, "halfwarp dis: %s %s `halfwarp dis --help`\n", wrong[i].text,
                 see);
        assert_string_equal(text, expected);
        assert_int_equal(command.status, HW_EXIT_USAGE);
    }
}

static void lists_have_an_end(void **state)
{
    (void)state;
    const char *words[HW_LIST_MAX + 1];
    struct command command;
    char text[512];
    for (unsigned i = 0; i <= HW_LIST_MAX; i++)
        words[i] = "--map=0=4";
    assert_true(parse(&command, 0, HW_LIST_MAX, words));
    assert_int_equal(command.maps.count, HW_LIST_MAX);
    parse_captured(stderr, &command, 0, HW_LIST_MAX + 1, words, text);
    assert_int_equal(command.status, HW_EXIT_USAGE);
    assert_non_null(strstr(text, "--map is given too often: at most 256 times"));

    for (unsigned i = 0; i <= HW_LIST_MAX; i++)
        words[i] = "a.cubin";
    assert_true(parse(&command, HW_LIST_MAX, HW_LIST_MAX, words));
    parse_captured(stderr, &command, HW_LIST_MAX, HW_LIST_MAX + 1, words, text);
    assert_int_equal(command.status, HW_EXIT_USAGE);
}

static void help_anywhere(void **state)
{
    (void)state;
    static const char *const words[][2] = {{"-h", "--frob"}, {"a", "--help"}};
    for (unsigned i = 0; i < 2; i++) {
        struct command command;
        char text[512];
        parse_captured(stdout, &command, 1, 2, words[i], text);
        assert_non_null(strstr(text, "usage: halfwarp dis FILE\n\nwhat it does\n"));
        assert_non_null(strstr(text, "  -k, --kernel, --kernel-name KERNEL\n"));
        assert_int_equal(command.status, HW_EXIT_DONE);
    }
    static const char *const value[] = {"-k", "-h"}; /* an option's value is no option */
    struct command command;
    assert_true(PARSE(&command, 0, value));
    assert_string_equal(command.kernel, "-h");
}

/* What a test of hw_for_lines has seen. */
struct seen {
    char text[64];
    unsigned last, stop_at;
};

static bool see(void *context, const struct hw_line *line)
{
    struct seen *seen = context;
    static const char *const starts[] = {"one\n\r\ntwo\r\nlast", "\r\ntwo\r\nlast", "two\r\nlast", "last"};
    strcat(strcat(seen->text, line->text), "|");
    line->text[0] = '?'; /* lines may be changed; the text that errors show stays as it is */
    assert_string_equal(line->start, starts[line->number - 1]);
    assert_int_equal(line->number, seen->last + 1);
    seen->last = line->number;
    return line->number != seen->stop_at;
}

static void lines_of_a_file(void **state)
{
    (void)state;
    static const char whole[] = "one\n\r\ntwo\r\nlast";
    char name[] = "/tmp/halfwarp-test-XXXXXX";
    int handle = mkstemp(name);
    assert_true(handle >= 0);
    assert_int_equal(write(handle, whole, sizeof whole - 1), sizeof whole - 1);
    close(handle);

    struct seen all = {.stop_at = 0}, some = {.stop_at = 3};
    assert_true(hw_for_lines(name, see, &all));
    assert_string_equal(all.text, "one||two|last|");
    assert_true(hw_for_lines(name, see, &some));
    assert_string_equal(some.text, "one||two|");
    unlink(name);
    assert_false(hw_for_lines(name, see, &all));
}

static void a_file_with_a_nul_has_no_lines(void **state)
{
    (void)state;
    char name[] = "/tmp/halfwarp-test-XXXXXX";
    int handle = mkstemp(name);
    struct seen none = {.stop_at = 0};
    assert_true(handle >= 0);
    assert_int_equal(write(handle, "one\n\0two\n", 9), 9);
    close(handle);
    assert_false(hw_for_lines(name, see, &none));
    assert_int_equal(none.last, 0);
    unlink(name);
}

static void a_file_comes_back_as_written(void **state)
{
    (void)state;
    char name[] = "/tmp/halfwarp-test-XXXXXX";
    int handle = mkstemp(name);
    assert_true(handle >= 0);
    close(handle);
    static char written[200000];
    for (size_t i = 0; i < sizeof written; i++)
        written[i] = (char)(i * 7);

    void *data;
    size_t size;
    struct hw_error error;
    assert_int_equal(hw_write_file(name, written, sizeof written, &error), HW_OK);
    assert_int_equal(hw_read_file(name, HW_FILE_MAX, &data, &size, &error), HW_OK);
    assert_int_equal(size, sizeof written);
    assert_memory_equal(data, written, size);
    assert_int_equal(((char *)data)[size], 0);
    free(data);

    assert_int_equal(hw_read_file(name, sizeof written - 1, &data, &size, &error), HW_ERR_LIMIT);
    assert_null(data);
    unlink(name);
}

static void no_output_is_an_input(void **state)
{
    (void)state;
    char name[] = "/tmp/halfwarp-test-XXXXXX", path[64];
    void *data;
    size_t size;
    struct hw_error error;

    close(mkstemp(name));
    snprintf(path, sizeof path, "/tmp/.%s", name + strlen("/tmp"));
    assert_int_equal(hw_read_file(name, HW_FILE_MAX, &data, &size, &error), HW_OK);
    free(data);
    assert_int_equal(hw_write_file(path, "x", 1, &error), HW_ERR_ARGUMENT);
    assert_int_equal(hw_expect_output("-o", path, &error), HW_ERR_ARGUMENT);
    assert_non_null(strstr(error.text, "-o /tmp/./halfwarp-test-"));
    /* Whatever has its number later is another file. */
    unlink(name);
    snprintf(path, sizeof path, "%s.next", name);
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(hw_write_file(path, "x", 1, &error), HW_OK);
    assert_int_equal(hw_expect_output("-o", path, &error), HW_OK);
    assert_int_equal(hw_read_file(path, HW_FILE_MAX, &data, &size, &error), HW_ERR_ARGUMENT);
    unlink(path);
}

static void files_that_cannot_be_opened(void **state)
{
    (void)state;
    void *data;
    size_t size;
    struct hw_error error;
    assert_int_equal(hw_read_file("/nonexistent/file", 10, &data, &size, &error), HW_ERR_IO);
    assert_string_equal(error.text, "cannot open /nonexistent/file: No such file or directory");
    assert_int_equal(hw_read_file("/", 10, &data, &size, &error), HW_ERR_IO);
    assert_int_equal(hw_write_file("/nonexistent/file", "x", 1, &error), HW_ERR_IO);
    assert_int_equal(hw_write_file("/dev/full", "x", 1, &error), HW_ERR_IO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_in_every_base),
        cmocka_unit_test(what_is_no_number_is_refused),
        cmocka_unit_test(numbers_that_do_not_fit_are_refused),
        cmocka_unit_test(dimensions),
        cmocka_unit_test(arguments_are_split),
        cmocka_unit_test(options_given_again),
        cmocka_unit_test(values_stand_behind_names),
        cmocka_unit_test(wrong_arguments_are_refused),
        cmocka_unit_test(lists_have_an_end),
        cmocka_unit_test(help_anywhere),
        cmocka_unit_test(lines_of_a_file),
        cmocka_unit_test(a_file_with_a_nul_has_no_lines),
        cmocka_unit_test(a_file_comes_back_as_written),
        cmocka_unit_test(no_output_is_an_input),
        cmocka_unit_test(files_that_cannot_be_opened),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
