/* SPDX-License-Identifier: MIT */
/* Each process has a perf dump of its own, with the code that it has loaded. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "jit/jit_get_code.h"
#include "unit/jit/jit_program.h"

static char folder[] = "/tmp/hw-dump-XXXXXX";

struct dump {
    uint32_t header[6]; /* the process is the last one */
    uint8_t bytes[65536];
    size_t size;
};

static void dump_path(char path[80], int process)
{
    snprintf(path, 80, "%s/jit-%d.dump", folder, process);
}

static void read_dump(struct dump *dump, int process)
{
    char path[80];

    dump_path(path, process);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fread(dump->header, sizeof dump->header, 1, file), 1);
    dump->size = fread(dump->bytes, 1, sizeof dump->bytes, file);
    fclose(file);
    unlink(path);
    assert_int_equal(dump->header[5], process);
}

static bool has_name(const struct dump *dump, const char *name)
{
    return memmem(dump->bytes, dump->size, name, strlen(name) + 1) != NULL;
}

/* Compile a program whose key is this number's. */
static struct hw_compiled_code *compile_program(char *name, uint32_t number)
{
    struct hw_compiled_code *code = NULL;
    struct program program;
    struct hw_error error;

    make_program(&program);
    program.program.name = name;
    program.literal[0] = number;
    if (hw_jit_compile(&program.source, &code, &error) != HW_OK)
        fail_msg("%s", error.text);
    return code;
}

static void a_child_has_a_dump_of_its_own(void **state)
{
    static char first[] = "first", second[] = "second", third[] = "third";
    static struct dump dump;
    int status;

    (void)state;
    struct hw_compiled_code *code = compile_program(first, 1);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        hw_jit_free(compile_program(second, 2));
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    hw_jit_free(compile_program(third, 3));
    hw_jit_free(code);
    read_dump(&dump, child);
    assert_true(has_name(&dump, "second.full") && !has_name(&dump, "first.full"));
    read_dump(&dump, getpid());
    assert_true(has_name(&dump, "first.full") && has_name(&dump, "third.full"));
    assert_false(has_name(&dump, "second.full"));
}

static int begin(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(folder));
    setenv("HALFWARP_JIT_SYMBOLS", folder, 1);
    return setenv("HALFWARP_JIT_CACHE", "off", 1);
}

static int end(void **state)
{
    (void)state;
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_child_has_a_dump_of_its_own)};

    return cmocka_run_group_tests(tests, begin, end);
}
