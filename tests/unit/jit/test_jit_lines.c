/* SPDX-License-Identifier: MIT */
/* The symbols of loaded code: functions, and rows that say which micro-operation an address is of.  Lines do
 * not change the code. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "jit/jit_client.h"
#include "jit/jit_object_loader.h"
#include "jit/request/jit_protocol.h"
#include "jit/symbols/jit_gdb_object.h"
#include "jit/symbols/jit_symbols.h"
#include "unit/jit/jit_requests.h"

/* An object file, loaded. */
struct made {
    uint8_t *object;
    size_t size;
    struct hw_jit_loaded loaded;
    struct hw_jit_symbols symbols;
};

static struct program program;

static struct made make(bool has_lines, bool is_baseline)
{
    struct hw_jit_request request = request_of(&program);
    struct made made = {.object = NULL};
    struct hw_cache_key key;
    struct hw_error error;

    request.has_lines = has_lines;
    request.is_baseline = is_baseline;
    assert_true(hw_jit_key_make(&key, &request));
    if (hw_jit_client_compile(&key, &made.object, &made.size, &error) != HW_OK ||
        hw_jit_load(&made.loaded, &made.symbols, made.object, made.size, &error) != HW_OK)
        fail_msg("%s", error.text);
    hw_cache_key_clear(&key);
    hw_jit_unit_clear(&request.unit);
    return made;
}

static void forget(struct made *made)
{
    hw_jit_symbols_clear(&made->symbols);
    hw_jit_unload(&made->loaded);
    free(made->object);
}

static int begin(void **state)
{
    (void)state;
    make_program(&program);
    return 0;
}

static void lines_leave_the_code_alone(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        program.source.lanes = i & 1 ? HW_CODE_PARTIAL_WARPS : HW_CODE_FULL_WARPS;
        struct made with = make(true, i & 2), without = make(false, i & 2);
        assert_int_equal(with.loaded.size, without.loaded.size);
        assert_int_equal(with.loaded.code_size, without.loaded.code_size);
        assert_memory_equal(with.loaded.memory, without.loaded.memory, with.loaded.size);
        assert_int_not_equal(with.symbols.row_count, 0);
        assert_int_equal(without.symbols.row_count, 0);
        forget(&with);
        forget(&without);
    }
}

static bool has_line(const struct hw_jit_symbols *symbols, uint32_t line)
{
    for (size_t i = 0; i < symbols->row_count; i++)
        if (symbols->row[i].line == line)
            return true;
    return false;
}

static void rows_ascend_within_the_code(void **state)
{
    struct made made = make(true, false);
    const struct hw_jit_symbols *symbols = &made.symbols;

    (void)state;
    for (size_t i = 0; i < symbols->row_count; i++) {
        assert_true(symbols->row[i].line <= UOPS);
        assert_true(symbols->row[i].offset <= made.loaded.code_size);
        assert_true(!i || (symbols->row[i - 1].offset < symbols->row[i].offset &&
                           symbols->row[i - 1].line != symbols->row[i].line));
    }
    assert_true(has_line(symbols, 0));
    assert_true(has_line(symbols, MOVE + 1));
    assert_true(has_line(symbols, BRANCH + 1));
    assert_true(has_line(symbols, END + 1));
    forget(&made);
}

static void functions_are_where_they_are_called(void **state)
{
    struct made made = make(false, false);
    bool found = false;

    (void)state;
    for (size_t i = 0; i < made.symbols.symbol_count; i++) {
        const struct hw_jit_symbol *symbol = &made.symbols.symbol[i];
        assert_true(symbol->offset + symbol->size <= made.loaded.code_size);
        if (strcmp(symbol->name, HW_JIT_FUNCTION) == 0) {
            assert_ptr_equal((uint8_t *)made.loaded.memory + symbol->offset, (void *)made.loaded.run);
            found = true;
        }
    }
    assert_true(found);
    assert_true(made.symbols.unwind_size > 0);
    forget(&made);
}

/* Whatever a bit is: read or refused. */
static void any_bit_may_be_another(void **state)
{
    struct made made = make(true, false);
    struct hw_jit_loaded loaded;

    (void)state;
    for (size_t bit = 0; bit < 8 * made.size; bit += 3) {
        struct hw_jit_symbols symbols = {.symbol = NULL};
        made.object[bit / 8] ^= (uint8_t)(1u << bit % 8);
        if (hw_jit_load(&loaded, &symbols, made.object, made.size, NULL) == HW_OK)
            hw_jit_unload(&loaded);
        hw_jit_symbols_clear(&symbols);
        made.object[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    forget(&made);
}

/* The section of an ELF object that has a name. */
static const Elf64_Shdr *find_section(const uint8_t *object, const char *name)
{
    const Elf64_Ehdr *file = (const Elf64_Ehdr *)object;
    const Elf64_Shdr *section = (const Elf64_Shdr *)(object + file->e_shoff);
    const char *names = (const char *)object + section[file->e_shstrndx].sh_offset;

    for (unsigned i = 0; i < file->e_shnum; i++)
        if (strcmp(names + section[i].sh_name, name) == 0)
            return &section[i];
    fail_msg("there is no %s", name);
    return NULL;
}

/* The value of a symbol. */
static uint64_t find_value(const uint8_t *object, const char *name)
{
    const Elf64_Shdr *table = find_section(object, ".symtab");
    const Elf64_Sym *symbol = (const Elf64_Sym *)(object + table->sh_offset);
    const char *names = (const char *)object + find_section(object, ".strtab")->sh_offset;

    for (size_t i = 1; i < table->sh_size / sizeof *symbol; i++)
        if (strcmp(names + symbol[i].st_name, name) == 0)
            return symbol[i].st_value;
    fail_msg("there is no %s", name);
    return 0;
}

static void debuggers_get_an_object(void **state)
{
    static char kernel_name[] = "_Z5saxpyifPfS_";
    struct made made = make(true, true);
    const struct hw_jit_listing listing = {.path = "/tmp/saxpy.sass"};
    const uint64_t memory = (uintptr_t)made.loaded.memory;
    size_t size;

    (void)state;
    program.program.name = kernel_name;
    program.source.is_baseline = true;
    uint8_t *object = hw_jit_gdb_object(&made.loaded, &program.source, &made.symbols, &listing, &size);
    assert_non_null(object);
    assert_int_equal(find_section(object, ".text")->sh_addr, memory);
    assert_int_equal(find_section(object, ".text")->sh_size, made.loaded.code_size);
    assert_int_not_equal(find_section(object, ".debug_line")->sh_size, 0);
    assert_int_equal(memory + find_value(object, "_Z5saxpyifPfS_.full.baseline"), (uintptr_t)made.loaded.run);
    const Elf64_Shdr *unwind = find_section(object, ".eh_frame");
    assert_memory_equal(object + unwind->sh_offset, (void *)unwind->sh_addr, unwind->sh_size);
    free(object);
    forget(&made);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup(name, begin)
    const struct CMUnitTest tests[] = {
        TEST(lines_leave_the_code_alone),
        TEST(rows_ascend_within_the_code),
        TEST(functions_are_where_they_are_called),
        TEST(any_bit_may_be_another),
        TEST(debuggers_get_an_object),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
