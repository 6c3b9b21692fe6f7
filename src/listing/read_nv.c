/* Read a listing of ours into a module: a line is a directive, a label, data or an instruction.
 *
 * Items that have data (`.const` with `.u32` lines below it) are open until the next directive and
 * are added to the module then.  docs/listing.md describes the directives. */
#include "listing/assemble.h"
#include "listing/listing.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum open_kind { OPEN_NONE = 0, OPEN_CODE, OPEN_CONST, OPEN_RELOC, OPEN_INFO, OPEN_SECTION };

struct reader {
    const char *at, *end;                /* the rest of the current line, comments removed at `end` */
    const char *line_start;
    uint32_t line;
    struct hw_target target;
    const char *default_target;
    struct hw_module *module;
    struct hw_kernel *kernel;            /* the open one, or NULL */
    struct hw_assembly code;
    bool in_comment;                     /* a block comment goes on */
    enum open_kind open;
    char *name;                          /* of the open item, or NULL */
    uint64_t number[6];                  /* its numbers */
    bool flag;
    struct hw_buffer data;
    bool has_data;
    struct hw_extras *extras;            /* where `.extra` goes */
    struct hw_error *error;
};

/* ---------------------------------------------------------------- words */

static hw_status fail_here(struct reader *r, hw_status status, const char *sentence)
{
    hw_fail(r->error, status, "listing", "%s", sentence);
    if (r->error) {
        r->error->line = r->line;
        r->error->column = (unsigned)(r->at - r->line_start) + 1;
    }
    return status;
}

/* An error of the module's own functions gets the line. */
static hw_status located(struct reader *r, hw_status status)
{
    if (status != HW_OK && r->error) {
        r->error->line = r->line;
        r->error->column = 1;
    }
    return status;
}

static void skip_blanks(struct reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t'))
        r->at++;
}

static bool at_end(struct reader *r)
{
    skip_blanks(r);
    return r->at == r->end;
}

/* The next word; its length, 0 at the end of the line. */
static size_t take_word(struct reader *r, const char **word)
{
    skip_blanks(r);
    *word = r->at;
    while (r->at < r->end && *r->at != ' ' && *r->at != '\t' && *r->at != ',')
        r->at++;
    return (size_t)(r->at - *word);
}

static hw_status take_number(struct reader *r, uint64_t most, uint64_t *value)
{
    const char *word;
    size_t length = take_word(r, &word);
    char copy[32];
    char *end;
    if (!length || length >= sizeof(copy) || !isdigit((unsigned char)*word)) {
        r->at = word;
        return fail_here(r, HW_ERR_SYNTAX, "expected a number");
    }
    memcpy(copy, word, length);
    copy[length] = '\0';
    *value = strtoull(copy, &end, 0);
    if (!*end && *value <= most)
        return HW_OK;
    r->at = word;
    return fail_here(r, *end ? HW_ERR_SYNTAX : HW_ERR_RANGE, *end ? "expected a number" : "the number is too large for its place");
}

static hw_status take_numbers(struct reader *r, unsigned first, unsigned count)
{
    hw_status status = HW_OK;
    for (unsigned i = first; i < first + count && status == HW_OK; i++)
        status = take_number(r, UINT32_MAX, &r->number[i]);
    return status;
}

static hw_status take_name(struct reader *r, char **name)
{
    const char *word;
    skip_blanks(r);
    word = r->at;
    while (r->at < r->end && *r->at != ' ' && *r->at != '\t')
        r->at++;
    if (r->at == word)
        return fail_here(r, HW_ERR_SYNTAX, "expected a name");
    free(*name);
    *name = hw_module_copy_text(word, (size_t)(r->at - word));
    return *name ? HW_OK : hw_module_no_memory(r->error);
}

/* A quoted string with \", \\ and octal escapes. */
static hw_status take_string(struct reader *r, struct hw_buffer *out)
{
    skip_blanks(r);
    if (r->at == r->end || *r->at != '"')
        return fail_here(r, HW_ERR_SYNTAX, "expected a string in double quotes");
    for (r->at++; r->at < r->end && *r->at != '"'; r->at++) {
        char c = *r->at;
        if (c == '\\' && r->at + 1 < r->end) {
            c = *++r->at;
            if (c >= '0' && c <= '3' && r->end - r->at >= 3) {
                c = (char)((c - '0') << 6 | ((r->at[1] - '0') & 7) << 3 | ((r->at[2] - '0') & 7));
                r->at += 2;
            }
        }
        hw_buffer_add(out, &c, 1);
    }
    if (r->at == r->end)
        return fail_here(r, HW_ERR_SYNTAX, "expected a closing double quote");
    r->at++;
    return HW_OK;
}

/* ---------------------------------------------------------------- open items */

static hw_status add_section(struct reader *r)
{
    struct hw_module *module = r->module;
    if (!hw_module_grow(&module->sections, module->section_count, sizeof(*module->sections)))
        return hw_module_no_memory(r->error);
    module->sections[module->section_count++] = (struct hw_section){
        r->name, (uint32_t)r->number[0], r->number[1], r->number[2], r->number[3], r->data.bytes, (size_t)r->number[4] };
    r->name = NULL;
    r->data = (struct hw_buffer){ NULL, 0, 0, false };
    return HW_OK;
}

static hw_status add_reloc(struct reader *r)
{
    struct hw_reloc *reloc;
    hw_status status = hw_module_add_reloc(r->module, r->name, (uint32_t)r->number[0], (uint32_t)r->number[1],
                                           (uint32_t)r->number[2], &reloc, r->error);
    if (status != HW_OK)
        return status;
    reloc->addend = (uint32_t)r->number[3];
    reloc->unaddressed = r->flag;
    if (r->has_data) {
        reloc->data = r->data.bytes;
        r->data = (struct hw_buffer){ NULL, 0, 0, false };
    }
    r->extras = &reloc->extras;
    return HW_OK;
}

static hw_status add_const(struct reader *r)
{
    struct hw_const *c;
    uint32_t bank = (uint32_t)r->number[0], offset = (uint32_t)r->number[1], bytes = (uint32_t)r->number[2];
    const void *data = r->has_data ? r->data.bytes : NULL;
    hw_status status = r->kernel
        ? hw_kernel_add_const(r->kernel, bank, offset, bytes, data, r->data.length, &c, r->error)
        : hw_module_add_const(r->module, r->name, bank, offset, bytes, data, r->data.length, &c, r->error);
    if (status == HW_OK)
        r->extras = &c->extras;
    return status;
}

/* How much data the open item must have when it has any. */
static size_t expected_data(const struct reader *r)
{
    switch (r->open) {
    case OPEN_CONST: return hw_round_up4(r->number[2]);
    case OPEN_RELOC: return r->number[2];
    case OPEN_INFO: return r->number[2];
    case OPEN_SECTION: return r->number[4];
    default: return 0;
    }
}

static hw_status close_item(struct reader *r)
{
    hw_status status = HW_OK;
    if (r->open == OPEN_NONE || r->open == OPEN_CODE)
        return HW_OK;
    if (r->data.failed)
        return hw_module_no_memory(r->error);
    if (r->has_data && r->data.length != expected_data(r) &&
        !(r->open == OPEN_CONST && r->data.length == r->number[2]))
        return fail_here(r, HW_ERR_RANGE, "the data above is not as long as its directive says");
    if (r->open == OPEN_CONST)
        status = add_const(r);
    else if (r->open == OPEN_RELOC)
        status = add_reloc(r);
    else if (r->open == OPEN_SECTION)
        status = add_section(r);
    else
        status = hw_infos_add(r->kernel ? &r->kernel->infos : &r->module->infos, (uint8_t)r->number[0],
                              (uint8_t)r->number[1], (uint16_t)r->number[2], r->has_data ? r->data.bytes : NULL, r->name,
                              r->error);
    r->open = OPEN_NONE;
    r->data.length = 0;
    r->has_data = r->flag = false;
    return located(r, status);
}

static hw_status open_item(struct reader *r, enum open_kind kind)
{
    hw_status status = close_item(r);
    r->open = kind;
    memset(r->number, 0, sizeof(r->number));
    free(r->name);
    r->name = NULL;
    return status;
}

/* ---------------------------------------------------------------- directives */

typedef hw_status directive_fn(struct reader *r);

static hw_status need_module(struct reader *r)
{
    if (r->module)
        return HW_OK;
    hw_status status = hw_target_find(r->default_target, &r->target, r->error);
    return status ? located(r, status) : hw_module_create(r->default_target, 0, &r->module, r->error);
}

static hw_status need_kernel(struct reader *r)
{
    return r->kernel ? HW_OK : fail_here(r, HW_ERR_SYNTAX, "this belongs into a kernel: expected .kernel NAME before it");
}

static hw_status read_target(struct reader *r)
{
    char *name = NULL;
    if (r->module)
        return fail_here(r, HW_ERR_SYNTAX, ".target must come first");
    hw_status status = take_name(r, &name);
    if (status == HW_OK)
        status = located(r, hw_target_find(name, &r->target, r->error));
    if (status == HW_OK)
        status = located(r, hw_module_create(name, 0, &r->module, r->error));
    free(name);
    return status;
}

static hw_status read_u32(struct reader *r, uint32_t *place)
{
    uint64_t value;
    hw_status status = take_number(r, UINT32_MAX, &value);
    if (status == HW_OK)
        *place = (uint32_t)value;
    return status;
}

static hw_status read_abi(struct reader *r) { return read_u32(r, &r->module->abi_version); }
static hw_status read_elf_flags(struct reader *r) { return read_u32(r, &r->module->elf_flags); }
static hw_status read_registers(struct reader *r) { return read_u32(r, &r->kernel->registers); }
static hw_status read_shared(struct reader *r) { return read_u32(r, &r->kernel->shared_bytes); }
static hw_status read_local(struct reader *r) { return read_u32(r, &r->kernel->local_bytes); }
static hw_status read_barriers(struct reader *r) { return read_u32(r, &r->kernel->barriers); }

static hw_status read_param_bytes(struct reader *r)
{
    uint64_t value;
    hw_status status = take_number(r, INT32_MAX, &value);
    if (status == HW_OK)
        r->kernel->param_bytes = (int32_t)value;
    return status;
}

static hw_status read_param(struct reader *r)
{
    hw_status status = open_item(r, OPEN_NONE);
    if (status == HW_OK)
        status = take_numbers(r, 0, 4);
    if (status != HW_OK)
        return status;
    if (r->number[0] > UINT16_MAX || r->number[1] > UINT16_MAX || r->number[2] > UINT16_MAX)
        return fail_here(r, HW_ERR_RANGE, "a parameter's ordinal, offset and size must fit 16 bits");
    struct hw_param param = { (uint16_t)r->number[0], (uint16_t)r->number[1], (uint16_t)r->number[2], (uint32_t)r->number[3] };
    return located(r, hw_kernel_add_param(r->kernel, &param, r->error));
}

static hw_status read_container(struct reader *r)
{
    static const char *const names[] = { "text", "elf32", "elf64" };
    const char *word;
    size_t length = take_word(r, &word);
    for (unsigned i = 0; i < 3; i++)
        if (length == strlen(names[i]) && !memcmp(word, names[i], length)) {
            r->module->container = (enum hw_container)i;
            return HW_OK;
        }
    r->at = word;
    return fail_here(r, HW_ERR_SYNTAX, "expected text, elf32 or elf64");
}

static hw_status read_module_name(struct reader *r)
{
    skip_blanks(r);
    const char *end = r->end;
    while (end > r->at && isspace((unsigned char)end[-1]))
        end--;
    char *name = hw_module_copy_text(r->at, (size_t)(end - r->at));
    if (!name)
        return hw_module_no_memory(r->error);
    hw_status status = located(r, hw_module_set_name(r->module, name, r->error));
    free(name);
    r->at = r->end;
    return status;
}

static hw_status read_kernel(struct reader *r)
{
    if (r->kernel)
        return fail_here(r, HW_ERR_SYNTAX, "the kernel before this one has no .end");
    hw_status status = open_item(r, OPEN_NONE);
    if (status == HW_OK)
        status = take_name(r, &r->name);
    if (status == HW_OK)
        status = located(r, hw_module_add_kernel(r->module, r->name, &r->kernel, r->error));
    if (status == HW_OK)
        r->extras = &r->kernel->extras;
    r->open = OPEN_CODE;
    return status;
}

static hw_status read_code(struct reader *r) { return open_item(r, OPEN_CODE); }

static hw_status read_end(struct reader *r)
{
    struct hw_buffer code = { NULL, 0, 0, false };
    hw_status status = close_item(r);
    if (status == HW_OK)
        status = hw_assembly_finish(&r->code, &r->target, HW_SYNTAX_NV, &code, r->error);
    if (status == HW_OK)
        status = code.failed ? hw_module_no_memory(r->error)
                             : located(r, hw_kernel_set_code(r->kernel, code.bytes, code.length, r->error));
    free(code.bytes);
    hw_assembly_clear(&r->code);
    r->kernel = NULL;
    r->extras = NULL;
    return status;
}

static hw_status read_const(struct reader *r)
{
    hw_status status = open_item(r, OPEN_CONST);
    if (status == HW_OK)
        status = take_numbers(r, 0, 3);
    if (status == HW_OK && r->number[2] > HW_CONST_BANK_BYTES)
        return fail_here(r, HW_ERR_RANGE, "a constant bank has 65536 bytes at most");
    return status == HW_OK && !at_end(r) ? take_name(r, &r->name) : status;
}

static hw_status read_reloc(struct reader *r)
{
    const char *word;
    hw_status status = open_item(r, OPEN_RELOC);
    if (status == HW_OK)
        status = take_name(r, &r->name);
    if (status == HW_OK)
        status = take_numbers(r, 0, 4);
    if (status == HW_OK && !at_end(r))
        r->flag = take_word(r, &word) == 11 && !memcmp(word, "unaddressed", 11);
    return status;
}

static hw_status read_sampler(struct reader *r)
{
    struct hw_sampler *sampler;
    hw_status status = open_item(r, OPEN_NONE);
    if (status == HW_OK)
        status = take_name(r, &r->name);
    if (status == HW_OK)
        status = take_numbers(r, 0, 1);
    if (status == HW_OK)
        status = located(r, hw_module_add_sampler(r->module, r->name, (uint32_t)r->number[0], &sampler, r->error));
    if (status == HW_OK)
        r->extras = &sampler->extras;
    return status;
}

static hw_status read_info(struct reader *r)
{
    hw_status status = open_item(r, OPEN_INFO);
    if (status == HW_OK)
        status = take_numbers(r, 0, 3);
    if (status == HW_OK && (r->number[0] > 4 || r->number[1] > 255 || r->number[2] > UINT16_MAX))
        return fail_here(r, HW_ERR_RANGE, "expected a format of at most 4, an attribute of 8 bits and a value of 16");
    return status == HW_OK && !at_end(r) ? take_name(r, &r->name) : status;
}

static hw_status read_section(struct reader *r)
{
    hw_status status = open_item(r, OPEN_SECTION);
    if (status == HW_OK)
        status = take_name(r, &r->name);
    for (unsigned i = 0; i < 5 && status == HW_OK; i++)
        status = take_number(r, i ? UINT64_MAX : UINT32_MAX, &r->number[i]);
    return status;
}

static hw_status read_extra(struct reader *r)
{
    uint64_t slot;
    struct hw_buffer text = { NULL, 0, 0, false };
    hw_status status = close_item(r);
    if (status == HW_OK)
        status = take_number(r, UINT32_MAX, &slot);
    if (status == HW_OK)
        status = take_string(r, &text);
    if (status == HW_OK && !r->extras)
        status = fail_here(r, HW_ERR_SYNTAX, "there is nothing here that this could belong to");
    if (status == HW_OK)
        status = located(r, hw_extras_add(r->extras, (uint32_t)slot, (char *)text.bytes, text.length, r->error));
    free(text.bytes);
    return status;
}

static hw_status read_toplevel(struct reader *r)
{
    struct hw_buffer text = { NULL, 0, 0, false };
    hw_status status = close_item(r);
    if (status == HW_OK)
        status = take_string(r, &text);
    if (status == HW_OK)
        status = located(r, hw_module_add_extra(r->module, (char *)text.bytes, text.length, r->error));
    free(text.bytes);
    return status;
}

static hw_status read_data(struct reader *r, unsigned bytes)
{
    do {
        uint64_t value;
        hw_status status = take_number(r, bytes == 4 ? UINT32_MAX : 255, &value);
        if (status != HW_OK)
            return status;
        if (r->open == OPEN_CODE || r->open == OPEN_NONE) {
            struct hw_source_line line = { .line = r->line, .column = 1, .raw = true, .value = (uint32_t)value };
            if (bytes != 4 || !r->kernel)
                return fail_here(r, HW_ERR_SYNTAX, "data belongs below .const, .reloc, .info or .section; in code only .u32");
            status = hw_assembly_add_line(&r->code, &line, r->error);
            if (status != HW_OK)
                return status;
        } else if (bytes == 4) {
            hw_buffer_u32(&r->data, (uint32_t)value);
        } else {
            uint8_t byte = (uint8_t)value;
            hw_buffer_add(&r->data, &byte, 1);
        }
        r->has_data = true;
        skip_blanks(r);
    } while (r->at < r->end && *r->at == ',' && r->at++);
    return HW_OK;
}

static hw_status read_words(struct reader *r) { return read_data(r, 4); }
static hw_status read_bytes(struct reader *r) { return read_data(r, 1); }

static const struct directive {
    const char *name;
    directive_fn *read;
    bool in_kernel;
} directives[] = {
    { ".target", read_target, false }, { ".abi", read_abi, false }, { ".container", read_container, false },
    { ".module", read_module_name, false }, { ".elf_flags", read_elf_flags, false }, { ".kernel", read_kernel, false },
    { ".registers", read_registers, true }, { ".shared", read_shared, true }, { ".local", read_local, true },
    { ".barriers", read_barriers, true }, { ".param_bytes", read_param_bytes, true }, { ".param", read_param, true },
    { ".code", read_code, true }, { ".end", read_end, true }, { ".const", read_const, false },
    { ".reloc", read_reloc, false }, { ".sampler", read_sampler, false }, { ".info", read_info, false },
    { ".section", read_section, false }, { ".extra", read_extra, false }, { ".toplevel", read_toplevel, false },
    { ".u32", read_words, false }, { ".u8", read_bytes, false },
};

static const struct directive *find_directive(const char *word, size_t length)
{
    for (size_t i = 0; i < sizeof(directives) / sizeof(directives[0]); i++)
        if (strlen(directives[i].name) == length && !memcmp(directives[i].name, word, length))
            return &directives[i];
    return NULL;
}

static hw_status read_directive(struct reader *r, const struct directive *directive)
{
    hw_status status = directive->read == read_target ? HW_OK : need_module(r);
    if (status == HW_OK && directive->in_kernel)
        status = need_kernel(r);
    if (status == HW_OK)
        status = directive->read(r);
    if (status == HW_OK && !at_end(r))
        status = fail_here(r, HW_ERR_SYNTAX, "expected the end of the line");
    return status;
}

/* ---------------------------------------------------------------- lines */

/* `name:` at the beginning of the line. */
static hw_status read_labels(struct reader *r)
{
    for (;;) {
        skip_blanks(r);
        const char *s = r->at;
        while (s < r->end && (isalnum((unsigned char)*s) || *s == '_' || *s == '.' || *s == '$'))
            s++;
        if (s == r->at || s == r->end || *s != ':' || isdigit((unsigned char)*r->at))
            return HW_OK;
        hw_status status = need_kernel(r);
        if (status == HW_OK)
            status = hw_assembly_add_label(&r->code, r->at, (size_t)(s - r->at), r->line, r->error);
        if (status != HW_OK)
            return status;
        r->at = s + 1;
    }
}

static hw_status read_instruction(struct reader *r)
{
    const char *end = r->end;
    hw_status status = need_kernel(r);
    if (status != HW_OK)
        return status;
    if (r->open != OPEN_CODE && r->open != OPEN_NONE)
        return fail_here(r, HW_ERR_SYNTAX, "expected data or a directive here; .code goes back to instructions");
    while (end > r->at && (isspace((unsigned char)end[-1]) || end[-1] == ';'))
        end--;
    struct hw_source_line line = { .text = r->at, .length = (uint32_t)(end - r->at), .line = r->line,
                                   .column = (uint32_t)(r->at - r->line_start) + 1 };
    return hw_assembly_add_line(&r->code, &line, r->error);
}

static hw_status read_line(struct reader *r)
{
    hw_status status = read_labels(r);
    if (status != HW_OK || at_end(r))
        return status;
    const char *word, *start = r->at;
    size_t length = take_word(r, &word);
    const struct directive *directive = find_directive(word, length);
    if (directive)
        return read_directive(r, directive);
    r->at = start;
    if (*word == '.' && !(length == 5 && !memcmp(word, ".word", 5)))
        return fail_here(r, HW_ERR_NOT_FOUND, "this is no directive; docs/listing.md lists them");
    return read_instruction(r);
}

/* Blank out the comments of a line (block comments may span lines); returns where the line ends. */
static char *strip_comments(struct reader *r, char *line, char *end)
{
    bool quoted = false;
    for (char *s = line; s < end; s++) {
        if (r->in_comment) {
            if (s[0] == '*' && s + 1 < end && s[1] == '/') {
                r->in_comment = false;
                s[1] = ' ';
            }
            *s = ' ';
        } else if (*s == '"' && (s == line || s[-1] != '\\')) {
            quoted = !quoted;
        } else if (!quoted && s[0] == '/' && s + 1 < end && s[1] == '/') {
            return s;
        } else if (!quoted && s[0] == '/' && s + 1 < end && s[1] == '*') {
            r->in_comment = true;
            *s = ' ';
        }
    }
    return end;
}

static hw_status read_lines(struct reader *r, char *text)
{
    hw_status status = HW_OK;
    while (status == HW_OK && *text) {
        char *end = text + strcspn(text, "\n"), *next = *end ? end + 1 : end;
        r->line++;
        if (end > text && end[-1] == '\r')
            end[-1] = ' ';
        r->line_start = r->at = text;
        r->end = strip_comments(r, text, end);
        status = read_line(r);
        text = next;
    }
    return status;
}

hw_status hw_listing_read_nv(const char *text, const char *target, struct hw_module **module, struct hw_error *error)
{
    struct reader r = { .default_target = target, .error = error };
    char *copy = hw_module_copy_text(text, strlen(text));
    if (!copy)
        return hw_module_no_memory(error);
    hw_status status = read_lines(&r, copy);
    if (status == HW_OK)
        status = close_item(&r);
    if (status == HW_OK && r.kernel)
        status = fail_here(&r, HW_ERR_SYNTAX, "the last kernel has no .end");
    if (status == HW_OK)
        status = need_module(&r);
    hw_assembly_clear(&r.code);
    free(r.data.bytes);
    free(r.name);
    free(copy);
    if (status != HW_OK)
        hw_module_free(r.module);
    else
        *module = r.module;
    return status;
}
