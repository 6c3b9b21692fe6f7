/* SPDX-License-Identifier: MIT */
/* This table has the directives of a listing, a parser function each; docs/listing.md describes them. */
#include "listing/code_registers.h"
#include "listing/read.h"

#include "nearest.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef hw_status directive_fn(struct hw_reader *r);

/* The target, which must have text of the listing's kind. */
static hw_status find_target(struct hw_reader *r, const char *name)
{
    hw_status status = hw_target_find(name, &r->target, r->error);
    return status || r->native ? status : hw_target_check_syntax(&r->target, r->syntax, r->error);
}

hw_status hw_read_need_module(struct hw_reader *r)
{
    if (r->module)
        return HW_OK;
    hw_status status = find_target(r, r->default_target);
    return status ? hw_read_located(r, status) : hw_module_create(r->default_target, 0, &r->module, r->error);
}

hw_status hw_read_need_kernel(struct hw_reader *r)
{
    if (!r->kernel && r->errors->count) /* the kernel's own line was wrong, and has been told */
        return HW_ERR_SYNTAX;
    return r->kernel ? HW_OK
                     : hw_read_fail_here(r, HW_ERR_SYNTAX,
                                         "this belongs into a kernel: expected .kernel NAME before it");
}

static hw_status read_target(struct hw_reader *r)
{
    char *name = NULL;
    r->is_over = r->has_target;
    if (r->is_over)
        return hw_read_fail_here(
            r, HW_ERR_SYNTAX,
            "a listing is one cubin: here a second begins, which belongs into a file of its own");
    if (r->module)
        return hw_read_fail_here(r, HW_ERR_SYNTAX, ".target must come first");
    r->has_target = true;
    hw_status status = hw_read_parse_name(r, &name);
    if (status == HW_OK)
        status = hw_read_located(r, find_target(r, name));
    if (status == HW_OK)
        status = hw_read_located(r, hw_module_create(name, 0, &r->module, r->error));
    free(name);
    return status;
}

/* The type of the programs, before the first of them. */
static hw_status read_program(struct hw_reader *r)
{
    char *name = NULL;
    if (r->module->kernel_count)
        return hw_read_fail_here(r, HW_ERR_SYNTAX, ".program must come before the first kernel");
    hw_status status = hw_read_parse_name(r, &name);
    if (status == HW_OK)
        status = hw_read_located(r, hw_program_find(name, &r->target.program, r->error));
    if (status == HW_OK && !hw_isa_has_program(r->target.isa, r->target.program))
        status = hw_read_fail_here(r, HW_ERR_NOT_FOUND, "the target has no programs of this type");
    r->module->program = r->target.program;
    free(name);
    return status;
}

static hw_status read_u32(struct hw_reader *r, uint32_t *result)
{
    uint64_t value;
    hw_status status = hw_read_parse_number(r, UINT32_MAX, &value);
    if (status == HW_OK)
        *result = (uint32_t)value;
    return status;
}

static hw_status read_abi(struct hw_reader *r)
{
    return read_u32(r, &r->module->abi_version);
}
static hw_status read_elf_flags(struct hw_reader *r)
{
    return read_u32(r, &r->module->elf_flags);
}
static hw_status read_os_abi(struct hw_reader *r)
{
    return read_u32(r, &r->module->os_abi);
}
static hw_status read_toolkit(struct hw_reader *r)
{
    return read_u32(r, &r->module->toolkit);
}
static hw_status read_relocatable(struct hw_reader *r)
{
    r->module->relocatable = true;
    return HW_OK;
}
static hw_status read_nameless(struct hw_reader *r)
{
    r->module->nameless = true;
    return HW_OK;
}
/* Of sm_1x no cubin says this. */
static hw_status read_later_u32(struct hw_reader *r, uint32_t *result)
{
    hw_status status = read_u32(r, result);
    return status == HW_OK && *result && hw_module_is_tesla(r->module)
               ? hw_read_fail_here(r, HW_ERR_UNSUPPORTED,
                                   "a cubin of sm_1x cannot say this; expected 0 or no line")
               : status;
}
static hw_status read_crs(struct hw_reader *r)
{
    return read_later_u32(r, &r->kernel->crs_bytes);
}
static hw_status read_param_base(struct hw_reader *r)
{
    return read_later_u32(r, &r->kernel->param_base);
}
/* A number that a module may lack, which it says by a negative one. */
static hw_status read_i32(struct hw_reader *r, int32_t *to)
{
    uint64_t value;
    hw_status status = hw_read_parse_number(r, INT32_MAX, &value);
    if (status == HW_OK)
        *to = (int32_t)value;
    return status;
}
static hw_status read_code_registers(struct hw_reader *r)
{
    return read_i32(r, &r->kernel->code_registers);
}
static hw_status read_registers(struct hw_reader *r)
{
    r->has_registers = true;
    return read_u32(r, &r->kernel->registers);
}
static hw_status read_shared(struct hw_reader *r)
{
    return read_u32(r, &r->kernel->shared_bytes);
}
static hw_status read_local(struct hw_reader *r)
{
    return read_u32(r, &r->kernel->local_bytes);
}
static hw_status read_barriers(struct hw_reader *r)
{
    return read_u32(r, &r->kernel->barriers);
}

static hw_status read_param_bytes(struct hw_reader *r)
{
    return read_i32(r, &r->kernel->param_bytes);
}

static hw_status read_param_slot(struct hw_reader *r)
{
    uint32_t slot = 0;
    hw_status status = read_u32(r, &slot);
    r->kernel->param_slot = slot;
    return status;
}

static hw_status read_any_param(struct hw_reader *r, bool wide)
{
    hw_status status = hw_read_open_item(r, HW_OPEN_NONE);
    if (status == HW_OK)
        status = hw_read_parse_numbers(r, 0, 4);
    r->number[4] = 0;
    if (status == HW_OK && !hw_read_at_end(r))
        status = hw_read_parse_numbers(r, 4, 1);
    if (status != HW_OK)
        return status;
    if (r->number[0] > UINT16_MAX || r->number[1] > UINT16_MAX || r->number[2] > UINT16_MAX)
        return hw_read_fail_here(r, HW_ERR_RANGE, "a parameter's ordinal, offset and size must fit 16 bits");
    struct hw_param param = {(uint16_t)r->number[0], (uint16_t)r->number[1], (uint16_t)r->number[2],
                             (uint32_t)r->number[3], (uint32_t)r->number[4], wide};
    return hw_read_located(r, hw_kernel_add_param(r->kernel, &param, r->error));
}

static hw_status read_param(struct hw_reader *r)
{
    return read_any_param(r, false);
}

static hw_status read_param_v2(struct hw_reader *r)
{
    return read_any_param(r, true);
}

static hw_status read_container(struct hw_reader *r)
{
    static const char *const names[] = {"text", "elf32", "elf64"};
    const char *word;
    size_t length = hw_read_parse_token(r, &word);
    for (unsigned i = 0; i < 3; i++)
        if (length == strlen(names[i]) && !memcmp(word, names[i], length)) {
            r->module->container = (enum hw_container)i;
            return HW_OK;
        }
    r->at = word;
    return hw_read_fail_here(r, HW_ERR_SYNTAX, "expected text, elf32 or elf64");
}

/* A module's name may hold blanks; it ends with the line. */
static hw_status read_module_name(struct hw_reader *r)
{
    char *name = NULL;
    hw_status status = HW_OK;
    hw_read_skip_blanks(r);
    if (r->at < r->end && *r->at == '"') {
        status = hw_read_parse_name(r, &name);
    } else {
        const char *end = r->end;
        while (end > r->at && isspace((unsigned char)end[-1]))
            end--;
        name = hw_module_copy_text(r->at, (size_t)(end - r->at));
        r->at = r->end;
    }
    if (status == HW_OK)
        status = name ? hw_read_located(r, hw_module_set_name(r->module, name, r->error))
                      : hw_module_no_memory(r->error);
    free(name);
    return status;
}

static hw_status read_kernel(struct hw_reader *r)
{
    if (r->kernel)
        return hw_read_fail_here(r, HW_ERR_SYNTAX, "the kernel before this one has no .end");
    hw_status status = hw_read_open_item(r, HW_OPEN_NONE);
    if (status == HW_OK)
        status = hw_read_parse_name(r, &r->name);
    if (status == HW_OK)
        status = hw_read_located(r, hw_module_add_kernel(r->module, r->name, &r->kernel, r->error));
    if (status == HW_OK)
        r->extras = &r->kernel->extras;
    r->open = HW_OPEN_CODE;
    r->has_registers = false;
    return status;
}

/* Code that kernels call. */
static hw_status read_function(struct hw_reader *r)
{
    hw_status status = read_kernel(r);
    if (status == HW_OK)
        r->kernel->function = true;
    return status;
}

static hw_status read_code(struct hw_reader *r)
{
    return hw_read_open_item(r, HW_OPEN_CODE);
}

enum hw_syntax hw_read_syntax(const struct hw_reader *r)
{
    return r->native ? hw_target_syntax(&r->target) : r->syntax;
}

static hw_status read_end(struct hw_reader *r)
{
    struct hw_buffer code = {NULL, 0, 0, false};
    hw_status status = hw_read_close_item(r);
    r->code.name = r->kernel->name;
    if (status == HW_OK)
        status = hw_assembly_finish(&r->code, &r->target, hw_read_syntax(r), &code, r->errors);
    if (status == HW_OK)
        status = code.failed
                     ? hw_module_no_memory(r->error)
                     : hw_read_located(r, hw_kernel_set_code(r->kernel, code.bytes, code.length, r->error));
    if (status == HW_OK && !r->has_registers)
        r->kernel->registers = hw_code_registers(&r->target, code.bytes, code.length);
    free(code.bytes);
    if (status == HW_OK)
        status = hw_read_keep_symbolic(r);
    if (status == HW_OK)
        status = hw_read_resolve_labels(r);
    hw_read_free_fixups(r);
    hw_assembly_clear(&r->code);
    r->kernel = NULL;
    r->extras = NULL;
    return status;
}

static hw_status read_const(struct hw_reader *r)
{
    hw_status status = hw_read_open_item(r, HW_OPEN_CONST);
    if (status == HW_OK)
        status = hw_read_parse_numbers(r, 0, 3);
    if (status == HW_OK && r->number[2] > HW_CONST_BANK_BYTES)
        return hw_read_fail_here(r, HW_ERR_RANGE, "a constant bank has 65536 bytes at most");
    return status == HW_OK && !hw_read_at_end(r) ? hw_read_parse_name(r, &r->name) : status;
}

static hw_status read_reloc(struct hw_reader *r)
{
    hw_status status = hw_read_open_item(r, HW_OPEN_RELOC);
    if (status == HW_OK)
        status = hw_read_parse_name(r, &r->name);
    if (status == HW_OK)
        status = hw_read_parse_numbers(r, 0, 4);
    r->flag = status == HW_OK && hw_read_parse_keyword(r, "unaddressed");
    return status;
}

static hw_status read_sampler(struct hw_reader *r)
{
    struct hw_sampler *sampler;
    hw_status status = hw_read_open_item(r, HW_OPEN_NONE);
    if (status == HW_OK)
        status = hw_read_parse_name(r, &r->name);
    if (status == HW_OK)
        status = hw_read_parse_numbers(r, 0, 1);
    if (status == HW_OK)
        status = hw_read_located(
            r, hw_module_add_sampler(r->module, r->name, (uint32_t)r->number[0], &sampler, r->error));
    if (status != HW_OK)
        return status;
    sampler->unread = hw_read_parse_keyword(r, "unread");
    r->extras = &sampler->extras;
    return HW_OK;
}

static hw_status read_extra(struct hw_reader *r)
{
    uint64_t slot;
    struct hw_buffer text = {NULL, 0, 0, false};
    hw_status status = hw_read_close_item(r);
    if (status == HW_OK)
        status = hw_read_parse_number(r, UINT32_MAX, &slot);
    if (status == HW_OK)
        status = hw_read_parse_string(r, &text);
    if (status == HW_OK && !r->extras)
        status = hw_read_fail_here(r, HW_ERR_SYNTAX, "there is nothing here that this could belong to");
    if (status == HW_OK)
        status = hw_read_located(
            r, hw_extras_add(r->extras, (uint32_t)slot, (char *)text.bytes, text.length, r->error));
    free(text.bytes);
    return status;
}

static hw_status read_toplevel(struct hw_reader *r)
{
    struct hw_buffer text = {NULL, 0, 0, false};
    hw_status status = hw_read_close_item(r);
    if (status == HW_OK)
        status = hw_read_parse_string(r, &text);
    if (status == HW_OK)
        status =
            hw_read_located(r, hw_module_add_extra(r->module, (char *)text.bytes, text.length, r->error));
    free(text.bytes);
    return status;
}

static const struct directive {
    const char *name;
    directive_fn *read;
    bool in_kernel;
} directives[] = {
    {".target", read_target, false},
    {".program", read_program, false},
    {".abi", read_abi, false},
    {".container", read_container, false},
    {".module", read_module_name, false},
    {".elf_flags", read_elf_flags, false},
    {".os_abi", read_os_abi, false},
    {".toolkit", read_toolkit, false},
    {".relocatable", read_relocatable, false},
    {".nameless", read_nameless, false},
    {".kernel", read_kernel, false},
    {".function", read_function, false},
    {".registers", read_registers, true},
    {".code_registers", read_code_registers, true},
    {".shared", read_shared, true},
    {".local", read_local, true},
    {".barriers", read_barriers, true},
    {".crs", read_crs, true},
    {".param_base", read_param_base, true},
    {".param_slot", read_param_slot, true},
    {".param_bytes", read_param_bytes, true},
    {".param", read_param, true},
    {".param_v2", read_param_v2, true},
    {".code", read_code, true},
    {".end", read_end, true},
    {".const", read_const, false},
    {".reloc", read_reloc, false},
    {".sampler", read_sampler, false},
    {".info", hw_read_info, false},
    {".section", hw_read_section, false},
    {".symbol", hw_read_symbol, false},
    {".relocate", hw_read_relocate, false},
    {".extra", read_extra, false},
    {".toplevel", read_toplevel, false},
    {".u32", hw_read_words, false},
    {".u8", hw_read_bytes, false},
};

static const struct directive *find_directive(const char *word, size_t length)
{
    for (size_t i = 0; i < sizeof(directives) / sizeof(directives[0]); i++)
        if (strlen(directives[i].name) == length && !memcmp(directives[i].name, word, length))
            return &directives[i];
    return NULL;
}

bool hw_read_is_directive(const char *word, size_t length)
{
    return find_directive(word, length) != NULL;
}

hw_status hw_read_no_directive(struct hw_reader *r, const char *word, size_t length)
{
    struct hw_nearest nearest;
    char wanted[32], near[80], sentence[160] = "this is no directive; docs/listing.md lists them";
    if (length >= sizeof wanted)
        return hw_read_fail_here(r, HW_ERR_NOT_FOUND, sentence);
    memcpy(wanted, word, length);
    wanted[length] = '\0';
    hw_nearest_begin(&nearest, wanted);
    for (size_t i = 0; i < sizeof(directives) / sizeof(directives[0]); i++)
        hw_nearest_offer(&nearest, directives[i].name, strlen(directives[i].name));
    if (*hw_nearest_write(&nearest, near, sizeof near))
        snprintf(sentence, sizeof sentence, "this is no directive; did you mean %s?", near);
    return hw_read_fail_here(r, HW_ERR_NOT_FOUND, sentence);
}

hw_status hw_read_directive(struct hw_reader *r, const char *word, size_t length)
{
    const struct directive *directive = find_directive(word, length);
    hw_status status = directive->read == read_target ? HW_OK : hw_read_need_module(r);
    if (status == HW_OK && directive->in_kernel)
        status = hw_read_need_kernel(r);
    if (status == HW_OK)
        status = directive->read(r);
    if (status == HW_OK && !hw_read_at_end(r))
        status = hw_read_fail_here(r, HW_ERR_SYNTAX, "expected the end of the line");
    if (status != HW_OK)
        hw_read_drop_item(r);
    return status;
}
