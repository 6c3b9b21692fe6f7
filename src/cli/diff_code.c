/* SPDX-License-Identifier: MIT */
/* Code that is compared is text, and keys of it: what the text says apart from registers, labels and numbers.
 * What a relocation fills counts by its symbol and addend, since the field itself says little of it. */
#include "cli/diff.h"

#include "fnv.h"
#include "listing/symbolic.h"

#include <halfwarp/scheduling_bits.h>

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* The bytes of a register's name at the beginning of a word, without its number; 0: it is none. */
static size_t register_class(const char *word, size_t length)
{
    static const char *const classes[] = {"UR", "UP", "R", "P", "B", "A", "C"};

    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        const size_t bytes = strlen(classes[i]);
        const size_t digits = strncmp(word, classes[i], bytes) == 0 ? strspn(word + bytes, "0123456789") : 0;
        if (digits &&
            (bytes + digits == length || (bytes + digits + 1 == length && strchr("HL", word[length - 1]))))
            return bytes;
    }
    return 0;
}

static void hash(uint64_t *key, const void *bytes, size_t length)
{
    *key = hw_fnv(*key, bytes, length);
}

/* A word as the keys have it.  What follows a point is part of a modifier. */
static void hash_word(struct hw_diff_insn *insn, const char *word, size_t length, bool modifier)
{
    const size_t name = modifier ? 0 : register_class(word, length);

    if (name) {
        hash(&insn->shape, word, name);
        hash(&insn->form, word, name);
    } else if (!modifier && strncmp(word, HW_LABEL_PREFIX, strlen(HW_LABEL_PREFIX)) == 0) {
        hash(&insn->shape, HW_LABEL_PREFIX, 1);
        hash(&insn->form, HW_LABEL_PREFIX, 1);
    } else if (!modifier && isdigit((unsigned char)*word)) {
        hash(&insn->shape, word, length);
        hash(&insn->form, "#", 1);
    } else {
        hash(&insn->shape, word, length);
        hash(&insn->form, word, length);
    }
}

static uint64_t name_key(const char *text)
{
    const char *name = *text == '@' && strchr(text, ' ') ? strchr(text, ' ') + 1 : text;

    return hw_fnv(HW_FNV_BEGIN, name, strcspn(name, ". "));
}

/* The sign of a number belongs to it; a number's point and exponent do, too. */
static void make_keys(struct hw_diff_insn *insn)
{
    const char *text = insn->text;
    bool modifier = false, number = false;

    insn->shape = insn->form = HW_FNV_BEGIN;
    insn->name = name_key(text);
    for (size_t i = 0; text[i];) {
        size_t length = 1;
        if (is_word(text[i])) {
            while (is_word(text[i + length]))
                length++;
            hash_word(insn, text + i, length, modifier);
            number = !modifier && isdigit((unsigned char)text[i]);
            modifier = false;
        } else {
            const bool sign = text[i] == '-' && isdigit((unsigned char)text[i + 1]);
            modifier = text[i] == '.' && !number;
            hash(&insn->shape, text + i, 1);
            if (!sign && !(text[i] == '.' && number))
                hash(&insn->form, text + i, 1);
        }
        i += length;
    }
}

/* Reuse flags are scheduling. */
static void drop_reuse(char *text)
{
    static const char flag[] = ".reuse";

    for (char *at = text; (at = strstr(at, flag));)
        memmove(at, at + sizeof flag - 1, strlen(at + sizeof flag - 1) + 1);
}

/* A jump may name the control word before an instruction. */
static uint32_t number_of(const struct hw_code_lines *lines, uint32_t address)
{
    const struct hw_code_line *line = hw_code_line_at(lines, address);

    if (!line)
        line = hw_code_line_at(lines, hw_code_next_offset(lines->target, address));
    return line ? (uint32_t)(line - lines->list) : HW_DIFF_NONE;
}

/* --- relocations --- */

/* Those of a kernel's code. */
struct code_relocs {
    const struct hw_reloc **list;
    size_t count;
};

static bool find_relocs(const struct hw_code_lines *lines, struct code_relocs *relocs)
{
    const struct hw_module *module = lines->module;

    relocs->count = 0;
    if (!(relocs->list = calloc(module->reloc_count + 1, sizeof *relocs->list)))
        return false;
    for (size_t i = 0; i < module->reloc_count; i++)
        if (hw_is_code_of(module->relocs[i].section, lines->kernel))
            relocs->list[relocs->count++] = &module->relocs[i];
    return true;
}

/* What a listing could not show in the instruction's own text stands behind it. */
static void append_reloc(const struct hw_reloc *reloc, char *text)
{
    const struct hw_reloc_kind *kind = hw_reloc_kind(reloc->type);
    const size_t used = strlen(text);
    char addend[32] = "";

    if (reloc->explicit_addend && reloc->addend)
        snprintf(addend, sizeof addend, " + 0x%" PRIx64, (uint64_t)reloc->addend);
    snprintf(text + used, HW_TEXT_MAX - used, " # %s %s%s", kind ? kind->name : "relocated",
             reloc->symbol ? reloc->symbol : "-", addend);
}

/* The addend of an address in the kernel's own code moves with the code, and is compared as jumps are. */
static void take_relocs(const struct hw_code_lines *lines, const struct code_relocs *relocs, bool shown,
                        struct hw_diff_insn *insn, char *text, uint64_t *key)
{
    *key = HW_FNV_BEGIN;
    insn->refers = HW_DIFF_NONE;
    for (size_t i = 0; i < relocs->count; i++) {
        const struct hw_reloc *reloc = relocs->list[i];
        uint64_t address;
        if (reloc->offset < insn->address || reloc->offset - insn->address >= insn->insn.bytes)
            continue;
        if (!shown)
            append_reloc(reloc, text);
        hash(key, &reloc->type, sizeof reloc->type);
        if (hw_symbolic_own_address(lines->module, lines->kernel, reloc, &address)) {
            insn->refers = address <= UINT32_MAX ? number_of(lines, (uint32_t)address) : HW_DIFF_NONE;
            if (insn->refers != HW_DIFF_NONE)
                continue;
        }
        if (reloc->symbol)
            hash(key, reloc->symbol, strlen(reloc->symbol));
        hash(key, &reloc->addend, sizeof reloc->addend);
    }
}

/* --- lines --- */

static hw_status read_lines(const struct hw_code_lines *lines, enum hw_syntax syntax,
                            struct hw_diff_code *code, struct hw_error *error)
{
    char text[HW_TEXT_MAX];
    struct code_relocs relocs;
    uint64_t key;
    const bool found = find_relocs(lines, &relocs);

    code->insn = calloc(lines->count + 1, sizeof *code->insn);
    for (size_t i = 0; found && code->insn && i < lines->count; i++) {
        const struct hw_code_line *line = &lines->list[i];
        struct hw_diff_insn *insn = &code->insn[i];
        hw_code_line_insn(lines, line, &insn->insn);
        hw_code_line_print(lines, line, &insn->insn, syntax, HW_LABEL_PREFIX, text);
        insn->address = line->address;
        const bool shown = hw_symbolic_print(lines, line, &insn->insn, syntax, text);
        take_relocs(lines, &relocs, shown, insn, text, &key);
        drop_reuse(text);
        insn->target = line->target == HW_NO_TARGET ? HW_DIFF_NONE : number_of(lines, line->target);
        insn->jumps_out = line->target != HW_NO_TARGET && insn->target == HW_DIFF_NONE;
        if (!(insn->text = strdup(text)))
            break;
        make_keys(insn);
        hash(&insn->shape, &key, sizeof key);
        code->count++;
    }
    free(relocs.list);
    return found && code->count == lines->count
               ? HW_OK
               : hw_fail(error, HW_ERR_NO_MEMORY, "cli", "no memory for a kernel");
}

hw_status hw_diff_code_read(const struct hw_module *module, const struct hw_kernel *kernel,
                            struct hw_diff_code *code, struct hw_error *error)
{
    struct hw_target target;
    struct hw_code_lines lines;

    *code = (struct hw_diff_code){.kernel = kernel};
    if (!kernel)
        return HW_OK;
    hw_status status = hw_target_find(module->target, &target, error);
    if (status == HW_OK)
        status = hw_code_lines_read(&target, module, kernel, &lines, error);
    if (status != HW_OK)
        return status;
    status = read_lines(&lines, hw_target_syntax(&target), code, error);
    free(lines.list);
    return status;
}

void hw_diff_code_free(struct hw_diff_code *code)
{
    for (uint32_t i = 0; i < code->count; i++)
        free(code->insn[i].text);
    free(code->insn);
}
