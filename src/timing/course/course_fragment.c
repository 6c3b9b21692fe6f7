/* SPDX-License-Identifier: MIT */
/* This parser reads a fragment: statements, each an instruction with or without a label, or one of if, else
 * and endif.
 *
 * Comments become blanks first, so that columns stay those of the input.  An instruction is hw_parse's
 * business; what it reads and writes, and the unit that executes it, come from the instruction itself. */
#include "timing/course/fragment.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define FRAGMENT_BYTES 65536

struct reader {
    char *text; /* the whole, comments blanked */
    const struct hw_target *target;
    enum hw_syntax syntax;
    struct hw_course_fragment *fragment;
    struct hw_error *error;
    bool else_seen[HW_COURSE_DEPTH]; /* by depth of `if` */
    unsigned if_at[HW_COURSE_DEPTH]; /* where it stands in the text */
    unsigned depth;
};

static hw_status fail_at(struct reader *reader, const char *location, hw_status status, const char *sentence)
{
    hw_fail(reader->error, status, "course", "%s", sentence);
    if (!reader->error)
        return status;
    reader->error->line = reader->error->column = 1;
    for (const char *c = reader->text; c < location; c++) {
        reader->error->column++;
        if (*c == '\n') {
            reader->error->line++;
            reader->error->column = 1;
        }
    }
    return status;
}

static void blank_comments(char *text)
{
    for (char *c = text; *c; c++) {
        if (c[0] == '/' && c[1] == '/') {
            while (*c && *c != '\n')
                *c++ = ' ';
            if (!*c)
                return;
        } else if (c[0] == '/' && c[1] == '*') {
            const char *end = strstr(c + 2, "*/");
            size_t length = end ? (size_t)(end + 2 - c) : strlen(c);
            for (size_t i = 0; i < length; i++)
                if (c[i] != '\n')
                    c[i] = ' ';
            c += length - 1;
        } else if (*c == '\t' || *c == '\r') {
            *c = ' ';
        }
    }
}

static bool is_word(const char *text, size_t length, const char *word)
{
    if (strlen(word) != length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (tolower((unsigned char)text[i]) != word[i])
            return false;
    return true;
}

static size_t word_length(const char *text)
{
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_' || text[length] == '-')
        length++;
    return length;
}

/* --- instructions --- */

/* The unit that the notes would name: all that is no special function, double precision or memory access is
 * for the CUDA cores. */
static enum hw_course_unit unit_of(const struct hw_insn *insn)
{
    static const struct {
        const char *prefix;
        enum hw_course_unit unit;
    } units[] = {
        {"sfu", HW_COURSE_SPECIAL}, {"dp", HW_COURSE_DOUBLE},  {"fp64", HW_COURSE_DOUBLE},
        {"mem", HW_COURSE_MEMORY},  {"tex", HW_COURSE_MEMORY},
    };
    const char *name = hw_form_unit(insn->form);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (!strncmp(name, units[i].prefix, strlen(units[i].prefix)))
            return units[i].unit;
    return HW_COURSE_CORE;
}

static hw_status add_step(struct reader *reader, const char *location, int kind, unsigned index)
{
    struct hw_course_fragment *fragment = reader->fragment;
    if (fragment->step_count == sizeof fragment->step / sizeof fragment->step[0])
        return fail_at(reader, location, HW_ERR_LIMIT, "the fragment is too long");
    struct hw_course_step *step = &fragment->step[fragment->step_count++];
    step->kind = kind;
    step->index = index;
    return HW_OK;
}

/* Where a statement goes on behind the label of this length, NULL where it has none. */
static char *behind_label(char *text, size_t length)
{
    char *colon = text + length + strspn(text + length, " ");
    return length && *colon == ':' ? colon + 1 + strspn(colon + 1, " ") : NULL;
}

/* Whether an instruction before this one has the label. */
static bool is_taken(const struct hw_course_fragment *fragment, const char *label)
{
    for (unsigned i = 0; i < fragment->insn_count; i++)
        if (!strcmp(fragment->insn[i].label, label))
            return true;
    return false;
}

static hw_status read_label(struct reader *reader, struct hw_course_insn *insn, char **text)
{
    size_t length = word_length(*text);
    char *code = behind_label(*text, length);
    if (!code) {
        unsigned number = reader->fragment->insn_count;
        do
            snprintf(insn->label, sizeof insn->label, "I%u", ++number);
        while (is_taken(reader->fragment, insn->label));
        return HW_OK;
    }
    if (length >= sizeof insn->label)
        return fail_at(reader, *text, HW_ERR_SYNTAX, "a label has at most 11 characters");
    if (!*code)
        return fail_at(reader, code, HW_ERR_SYNTAX, "expected an instruction behind the label");
    memcpy(insn->label, *text, length);
    if (is_taken(reader->fragment, insn->label))
        return fail_at(reader, *text, HW_ERR_SYNTAX,
                       "another instruction has this label (those without one are I1, I2, ...)");
    *text = code;
    return HW_OK;
}

static bool is_of(const struct hw_target *target, const char *code)
{
    struct hw_insn insn;
    return hw_parse(target, hw_target_syntax(target), code, 0, &insn, NULL) == HW_OK && insn.form;
}

static void append(struct hw_error *error, const char *format, size_t length, const char *word)
{
    const size_t used = strlen(error->text);
    snprintf(error->text + used, sizeof error->text - used, format, (int)length, word);
}

/* The error of an instruction that another spelling or another language has: the notes write RSQ. */
static const char *with_hint(const struct reader *reader, const char *code, struct hw_error *wrong)
{
    static const char *const languages[] = {"sm_10", "sm_20", "sm_35", "sm_52"};
    char text[160];
    struct hw_target other;
    snprintf(text, sizeof text, "MUFU.%s", code);
    if (is_of(reader->target, text))
        append(wrong, "; MUFU.%.*s is", word_length(code), code);
    for (size_t i = 0; i < sizeof languages / sizeof languages[0]; i++)
        if (hw_target_find(languages[i], &other, NULL) == HW_OK && is_of(&other, code)) {
            append(wrong, "; --isa %.*s has it", strlen(languages[i]), languages[i]);
            break;
        }
    return wrong->text;
}

static hw_status read_insn(struct reader *reader, char *text)
{
    struct hw_course_fragment *fragment = reader->fragment;
    struct hw_insn insn;
    if (fragment->insn_count == HW_COURSE_INSNS)
        return fail_at(reader, text, HW_ERR_LIMIT, "a fragment has at most 256 instructions");
    struct hw_course_insn *mine = &fragment->insn[fragment->insn_count];
    char *code = text;
    hw_status status = read_label(reader, mine, &code);
    if (status)
        return status;
    struct hw_error wrong = {.status = HW_OK};
    status =
        hw_parse(reader->target, reader->syntax, code, fragment->insn_count * UINT64_C(8), &insn, &wrong);
    if (status)
        return fail_at(reader, code + (wrong.column ? wrong.column - 1 : 0), status,
                       with_hint(reader, code, &wrong));
    if (!insn.form)
        return fail_at(reader, code, HW_ERR_SYNTAX, "this word is no known instruction");
    struct hw_semantics view;
    hw_insn_semantics(&insn, &view);
    mine->branch = hw_operation_info(view.op)->flow == HW_FLOW_JUMP;
    mine->unit = unit_of(&insn);
    hw_insn_effects(&insn, &mine->effects);
    size_t length = strlen(code);
    while (length && code[length - 1] == ' ')
        length--;
    snprintf(mine->text, sizeof mine->text, "%.*s", (int)(length < 119 ? length : 119), code);
    return add_step(reader, text, HW_STEP_INSN, fragment->insn_count++);
}

/* --- paths --- */

/* A set of lanes: even, odd, all, none, a lane, a range as in 0-15, or a mask as in 0x0000ffff; several
 * joined by commas.  Returns the end, NULL where it is none of these. */
static const char *read_lanes(const char *text, uint32_t *lanes)
{
    static const struct {
        const char *word;
        uint32_t lanes;
    } words[] = {
        {"even", 0x55555555},
        {"odd", 0xaaaaaaaa},
        {"all", 0xffffffff},
        {"none", 0},
    };
    *lanes = 0;
    for (;; text++) {
        size_t length = word_length(text), word = 0;
        while (word < 4 && !is_word(text, length, words[word].word))
            word++;
        if (word < 4) {
            *lanes |= words[word].lanes;
            text += length;
        } else if (text[0] == '0' && tolower((unsigned char)text[1]) == 'x') {
            char *end;
            unsigned long long mask = strtoull(text, &end, 16);
            if (end == text + 2 || mask > UINT32_MAX)
                return NULL;
            *lanes |= (uint32_t)mask;
            text = end;
        } else {
            unsigned from, to;
            char *end;
            if (!isdigit((unsigned char)*text))
                return NULL;
            unsigned long number = strtoul(text, &end, 10);
            from = number > 31 ? 32 : (unsigned)number;
            to = from;
            if (*end == '-' && isdigit((unsigned char)end[1])) {
                number = strtoul(end + 1, &end, 10);
                to = number > 31 ? 32 : (unsigned)number;
            }
            if (from > to || to > 31)
                return NULL;
            for (unsigned lane = from; lane <= to; lane++)
                *lanes |= UINT32_C(1) << lane;
            text = end;
        }
        if (*text != ',')
            return text;
    }
}

/* `W3=`: the warp's number; -1 where the text is something else, -2 for a warp that cannot be. */
static int read_warp(const char **text)
{
    char *end;
    if (tolower((unsigned char)**text) != 'w' || !isdigit((unsigned char)(*text)[1]))
        return -1;
    unsigned long warp = strtoul(*text + 1, &end, 10);
    if (*end != '=')
        return -1;
    if (warp >= HW_COURSE_WARPS)
        return -2;
    *text = end + 1;
    return (int)warp;
}

static hw_status read_if(struct reader *reader, const char *location, const char *text)
{
    struct hw_course_fragment *fragment = reader->fragment;
    uint32_t lanes, named[HW_COURSE_WARPS] = {0}, rest = UINT32_MAX;
    bool is_named[HW_COURSE_WARPS] = {false};
    const struct hw_course_step *before =
        fragment->step_count ? &fragment->step[fragment->step_count - 1] : NULL;
    if (!before || before->kind != HW_STEP_INSN || !fragment->insn[before->index].branch)
        return fail_at(reader, location, HW_ERR_SYNTAX,
                       "expected a branch (BRA) in front of `if`: it is what the lanes decide");
    text += strspn(text, " ");
    if (!*text)
        return fail_at(reader, text, HW_ERR_SYNTAX,
                       "which lanes take the first path? e.g. if W0=even W1=all");
    for (; *text; text += strspn(text, " ")) {
        const char *start = text;
        int warp = read_warp(&text);
        if (warp == -2)
            return fail_at(reader, start, HW_ERR_RANGE, "warps are W0 to W63");
        const char *end = read_lanes(text, &lanes);
        if (!end || (*end && *end != ' '))
            return fail_at(
                reader, text, HW_ERR_SYNTAX,
                "expected lanes: even, odd, all, none, numbers as in 0-15,31, or a mask as in 0xffff");
        text = end;
        if (warp < 0) {
            rest = lanes;
        } else {
            named[warp] = lanes;
            is_named[warp] = true;
        }
    }
    if (fragment->if_count == HW_COURSE_INSNS)
        return fail_at(reader, location, HW_ERR_LIMIT, "the fragment has too many `if`");
    for (unsigned warp = 0; warp < HW_COURSE_WARPS; warp++)
        fragment->lanes[fragment->if_count][warp] = is_named[warp] ? named[warp] : rest;
    reader->else_seen[reader->depth] = false;
    reader->if_at[reader->depth++] = (unsigned)(location - reader->text);
    return add_step(reader, location, HW_STEP_IF, fragment->if_count++);
}

static hw_status read_branch_end(struct reader *reader, const char *location, const char *rest, int kind)
{
    rest += strspn(rest, " ");
    if (*rest)
        return fail_at(reader, rest, HW_ERR_SYNTAX, "expected the end of the line");
    if (!reader->depth)
        return fail_at(reader, location, HW_ERR_SYNTAX,
                       kind == HW_STEP_ELSE ? "`else` without an `if`" : "`endif` without an `if`");
    if (kind == HW_STEP_ENDIF)
        reader->depth--;
    else if (reader->else_seen[reader->depth - 1])
        return fail_at(reader, location, HW_ERR_SYNTAX, "a second `else`; expected `endif`");
    else
        reader->else_seen[reader->depth - 1] = true;
    return add_step(reader, location, kind, 0);
}

static hw_status read_statement(struct reader *reader, char *text)
{
    text += strspn(text, " ");
    size_t length = word_length(text);
    bool label = behind_label(text, length) != NULL;
    if (!*text)
        return HW_OK;
    if (!label && is_word(text, length, "if"))
        return read_if(reader, text, text + length);
    if (!label && is_word(text, length, "else"))
        return read_branch_end(reader, text, text + length, HW_STEP_ELSE);
    if (!label && is_word(text, length, "endif"))
        return read_branch_end(reader, text, text + length, HW_STEP_ENDIF);
    return read_insn(reader, text);
}

static hw_status read_all(struct reader *reader)
{
    for (char *text = reader->text; *text;) {
        size_t length = strcspn(text, ";\n");
        char end = text[length];
        text[length] = '\0';
        hw_status status = read_statement(reader, text);
        if (status)
            return status;
        text[length] = end;
        text += length + (end != '\0');
    }
    if (reader->depth)
        return fail_at(reader, reader->text + reader->if_at[reader->depth - 1], HW_ERR_SYNTAX,
                       "this `if` has no `endif`");
    if (!reader->fragment->insn_count)
        return hw_fail(reader->error, HW_ERR_SYNTAX, "course", "the fragment has no instructions");
    return HW_OK;
}

hw_status hw_course_fragment_read(const char *text, size_t size, const struct hw_target *target,
                                  enum hw_syntax syntax, struct hw_course_fragment **fragment,
                                  struct hw_error *error)
{
    struct reader reader = {.target = target, .syntax = syntax, .error = error};
    *fragment = NULL;
    if (size > FRAGMENT_BYTES)
        return hw_fail(error, HW_ERR_LIMIT, "course", "a fragment has at most %u bytes", FRAGMENT_BYTES);
    if (memchr(text, 0, size))
        return hw_fail(error, HW_ERR_SYNTAX, "course", "the fragment is no text: it holds a zero byte");
    reader.text = malloc(size + 1);
    reader.fragment = calloc(1, sizeof *reader.fragment);
    hw_status status = HW_ERR_NO_MEMORY;
    if (reader.text && reader.fragment) {
        memcpy(reader.text, text, size);
        reader.text[size] = '\0';
        blank_comments(reader.text);
        status = read_all(&reader);
    } else {
        hw_fail(error, status, "course", "out of memory");
    }
    free(reader.text);
    if (status)
        free(reader.fragment);
    else
        *fragment = reader.fragment;
    return status;
}

void hw_course_fragment_free(struct hw_course_fragment *fragment)
{
    free(fragment);
}

unsigned hw_course_insn_count(const struct hw_course_fragment *fragment)
{
    return fragment->insn_count;
}

const char *hw_course_insn_label(const struct hw_course_fragment *fragment, unsigned insn)
{
    return fragment->insn[insn].label;
}

const char *hw_course_insn_text(const struct hw_course_fragment *fragment, unsigned insn)
{
    return fragment->insn[insn].text;
}

enum hw_course_unit hw_course_insn_unit(const struct hw_course_fragment *fragment, unsigned insn)
{
    return fragment->insn[insn].unit;
}

bool hw_course_diverges(const struct hw_course_fragment *fragment)
{
    return fragment->if_count != 0;
}
