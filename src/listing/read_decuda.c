/* SPDX-License-Identifier: MIT */
/* This parser reads a file of decuda's and cudasm's language into a module.
 *
 * cudasm's own directives are other words for some of ours.  Comments begin with `#` or `//` anywhere, with
 * three exceptions that carry what cudasm drops: behind an instruction the annotations that dis writes; at
 * the beginning of a line `#.constseg` with the block that follows, as decuda writes it; and our directives
 * (`#.reloc ...`). */
#include "listing/read.h"

#include <ctype.h>
#include <string.h>

/* cudasm's directive, and ours that means the same. */
static const struct synonym {
    const char *name, *ours;
} synonyms[] = {
    {".entry", ".kernel"},  {".lmem", ".local"},   {".smem", ".shared"},
    {".reg", ".registers"}, {".bar", ".barriers"}, {"d.u32", ".u32"},
};

static bool is_word(const char *word, size_t length, const char *name)
{
    return strlen(name) == length && !memcmp(word, name, length);
}

static const char *our_name(const char *word, size_t length)
{
    for (size_t i = 0; i < sizeof(synonyms) / sizeof(synonyms[0]); i++)
        if (is_word(word, length, synonyms[i].name))
            return synonyms[i].ours;
    return NULL;
}

/* ---------------------------------------------------------------- blocks */

/* `.constseg BANK:OFFSET NAME`: the words up to the next } are constants; r->flag marks that it is open. */
static hw_status read_constseg(struct hw_reader *r)
{
    char *colon = memchr(r->at, ':', (size_t)(r->end - r->at));
    hw_status status = hw_read_need_kernel(r);
    if (status == HW_OK && !colon)
        status = hw_read_fail_here(r, HW_ERR_SYNTAX, "expected BANK:OFFSET, as in .constseg 1:0x0000 const");
    if (status != HW_OK)
        return status;
    *colon = ' ';
    status = hw_read_open_item(r, HW_OPEN_CONST);
    if (status == HW_OK)
        status = hw_read_parse_numbers(r, 0, 2);
    r->flag = r->has_data = true;
    r->extras = NULL;
    return status;
}

/* The end of a block: of constants, or of the kernel. */
static hw_status read_close(struct hw_reader *r)
{
    if (r->open == HW_OPEN_CONST && r->flag) {
        r->number[2] = r->data.length;
        return hw_read_close_item(r);
    }
    return hw_read_directive(r, ".end", 4);
}

/* ---------------------------------------------------------------- lines */

static hw_status read_directive(struct hw_reader *r, const char *word, size_t length)
{
    const char *ours = our_name(word, length);
    if (is_word(word, length, ".constseg"))
        return read_constseg(r);
    if (ours)
        return hw_read_directive(r, ours, strlen(ours));
    return hw_read_directive(r, word, length);
}

static bool is_directive(const char *word, size_t length)
{
    return our_name(word, length) || is_word(word, length, ".constseg") || hw_read_is_directive(word, length);
}

/* Whether what stands behind a `#` is notes and no comment: `name=`, `lds`, `unknown bits 0x` or the like. */
static bool is_note(const char *s, const char *end)
{
    static const char *const words[] = {"ignored bits 0x", "unknown bits 0x"};
    while (s < end && *s == ' ')
        s++;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if ((size_t)(end - s) >= strlen(words[i]) && !memcmp(s, words[i], strlen(words[i])))
            return true;
    const char *name = s;
    while (s < end && (isalnum((unsigned char)*s) || *s == '_'))
        s++;
    if (s > name && s < end && *s == '=')
        return true;
    bool lds = s - name == 3 && !memcmp(name, "lds", 3);
    while (s < end && (*s == ' ' || *s == '\t'))
        s++;
    return lds && (s == end || *s == ',' || *s == '/');
}

/* Where the line ends without its comments. */
static const char *without_comments(const char *line, const char *end)
{
    bool quoted = false;
    for (const char *s = line; s < end; s++) {
        if (*s == '"')
            quoted = !quoted;
        else if (quoted && *s == '\\')
            s++;
        else if (!quoted &&
                 ((*s == '#' && !is_note(s + 1, end)) || (s[0] == '/' && s + 1 < end && s[1] == '/')))
            return s;
    }
    return end;
}

/* A line that begins with `#`: a comment, unless it is a directive that cudasm must not see. */
static bool hidden_line(struct hw_reader *r)
{
    const char *word, *start = ++r->at;
    r->end = without_comments(r->at, r->end);
    size_t length = hw_read_parse_token(r, &word);
    bool block = r->open == HW_OPEN_CONST && r->flag;
    r->at = start;
    if (word != start || !length)
        return false;
    if (*word == '{' || *word == '}' || is_word(word, length, "d.u32"))
        return block;
    return *word == '.' && is_directive(word, length);
}

static hw_status read_line(struct hw_reader *r)
{
    const char *word, *start = r->at;
    size_t length = hw_read_parse_token(r, &word);
    if (is_word(word, length, "{") || is_word(word, length, "}"))
        return *word == '{' ? HW_OK : read_close(r);
    if (is_directive(word, length))
        return read_directive(r, word, length);
    r->at = start;
    if (*word == '.' && !is_word(word, length, ".word"))
        return hw_read_fail_here(r, HW_ERR_NOT_FOUND, "this is no directive; docs/listing.md lists them");
    return hw_read_instruction(r);
}

static hw_status read_decuda_line(struct hw_reader *r, char *line, char *end)
{
    (void)line, (void)end;
    hw_read_skip_blanks(r);
    if (r->at < r->end && *r->at == '#') {
        if (!hidden_line(r))
            return HW_OK;
    } else {
        r->end = without_comments(r->at, r->end);
        hw_status status = hw_read_labels(r);
        if (status != HW_OK)
            return status;
    }
    return hw_read_at_end(r) ? HW_OK : read_line(r);
}

hw_status hw_listing_read_decuda(const char *text, const char *target, struct hw_module **module,
                                 struct hw_listing_errors *errors)
{
    struct hw_reader r = {.default_target = target, .syntax = HW_SYNTAX_DECUDA, .errors = errors};
    return hw_read_all(&r, text, read_decuda_line, module);
}
