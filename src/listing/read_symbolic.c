/* SPDX-License-Identifier: MIT */
/* Symbolic operands while a listing is read: the kernel's code comes first, and the relocations that fill its
 * operands behind all kernels. */
#include "listing/read.h"

#include "listing/symbolic.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The symbol's name, as a directive would have it: in quotes where it has odd characters. */
static hw_status read_name(struct hw_reader *r, const struct hw_symbolic *symbolic, char **name)
{
    const char *const at = r->at, *const end = r->end;

    r->at = symbolic->name;
    r->end = symbolic->name + symbolic->length;
    const hw_status status = hw_read_parse_name(r, name);
    r->at = at;
    r->end = end;
    return status;
}

static hw_status keep(struct hw_reader *r, const struct hw_source_line *line)
{
    struct hw_symbolic symbolic;
    const uint32_t column = line->column + (uint32_t)(line->symbolic - line->text);

    if (!hw_symbolic_parse(line->symbolic, line->symbolic_length, &symbolic))
        return hw_assembly_fail(r->error, line->line, column, HW_ERR_SYNTAX,
                                "expected a symbol, as in `(name), 32@lo(name) or `((name + 0x10))");
    if (symbolic.label) {
        const uint32_t address = hw_assembly_address(&r->code, symbolic.label, symbolic.label_length);
        if (address == HW_NO_ADDRESS)
            return hw_assembly_fail(r->error, line->line, column, HW_ERR_NOT_FOUND,
                                    "before @srel expected a label of this kernel");
        symbolic.addend = address;
    }
    char *name = NULL;
    hw_status status = read_name(r, &symbolic, &name);
    if (status == HW_OK && !hw_module_grow(&r->symbolic, r->symbolic_count, sizeof *r->symbolic))
        status = hw_module_no_memory(r->error);
    if (status != HW_OK) {
        free(name);
        return status;
    }
    r->symbolic[r->symbolic_count++] = (struct hw_symbolic_operand){.kernel = r->kernel,
                                                                    .address = line->address,
                                                                    .name = name,
                                                                    .addend = symbolic.addend,
                                                                    .line = line->line,
                                                                    .column = column};
    return HW_OK;
}

hw_status hw_read_keep_symbolic(struct hw_reader *r)
{
    hw_status status = HW_OK;

    for (size_t i = 0; i < r->code.line_count && status == HW_OK; i++)
        if (r->code.lines[i].symbolic)
            status = keep(r, &r->code.lines[i]);
    return status;
}

static struct hw_symbolic_operand *find(const struct hw_reader *r, const struct hw_reloc *reloc)
{
    for (size_t i = 0; i < r->symbolic_count; i++)
        if (r->symbolic[i].address == reloc->offset && hw_is_code_of(reloc->section, r->symbolic[i].kernel))
            return &r->symbolic[i];
    return NULL;
}

hw_status hw_read_fill_symbolic(struct hw_reader *r, const struct hw_reloc *reloc)
{
    const struct hw_reloc_kind *kind = hw_reloc_kind(reloc->type);
    struct hw_symbolic_operand *operand = kind && kind->bits ? find(r, reloc) : NULL;

    if (!operand || operand->is_taken)
        return HW_OK;
    if (!reloc->symbol || strcmp(reloc->symbol, operand->name) != 0 ||
        (reloc->explicit_addend && (uint64_t)reloc->addend != operand->addend)) {
        hw_fail(r->error, HW_ERR_FORMAT, "listing",
                "the operand of line %" PRIu32 " is %.120s + 0x%" PRIx64
                ", which this relocation does not say",
                operand->line, operand->name, operand->addend);
        r->error->line = r->line;
        return HW_ERR_FORMAT;
    }
    operand->is_taken = true;
    if (!reloc->explicit_addend && reloc->offset + kind->bytes <= operand->kernel->code_bytes)
        hw_reloc_put(kind, operand->kernel->code + reloc->offset, operand->addend);
    return HW_OK;
}

hw_status hw_read_check_symbolic(struct hw_reader *r)
{
    for (size_t i = 0; i < r->symbolic_count; i++)
        if (!r->symbolic[i].is_taken)
            return hw_assembly_fail(r->error, r->symbolic[i].line, r->symbolic[i].column, HW_ERR_NOT_FOUND,
                                    "there is no .relocate for this operand, nor a label of that name");
    return HW_OK;
}

void hw_read_free_symbolic(struct hw_reader *r)
{
    for (size_t i = 0; i < r->symbolic_count; i++)
        free(r->symbolic[i].name);
    free(r->symbolic);
}
