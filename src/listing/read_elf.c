/* SPDX-License-Identifier: MIT */
/* This parser reads the directives that only ELF cubins have: records of .nv.info, sections, symbols and
 * relocations.
 */
#include "listing/read.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A number, or `prefix` and a name that `find` turns into one (or into -1). */
static hw_status take_number_or_name(struct hw_reader *r, uint64_t most, const char *prefix,
                                     int (*find)(const char *), const char *expected, uint64_t *value)
{
    const char *word;
    hw_read_skip_blanks(r);
    if (r->at < r->end && isdigit((unsigned char)*r->at))
        return hw_read_parse_number(r, most, value);
    size_t length = hw_read_parse_token(r, &word), skip = strlen(prefix);
    int number = -1;
    if (length > skip && !memcmp(word, prefix, skip)) {
        char *name = hw_module_copy_text(word + skip, length - skip);
        if (!name)
            return hw_module_no_memory(r->error);
        number = find(name);
        free(name);
    }
    *value = (uint64_t)number;
    if (number >= 0)
        return HW_OK;
    r->at = word;
    return hw_read_fail_here(r, HW_ERR_NOT_FOUND, expected);
}

/* `.info FORMAT ATTRIBUTE VALUE [SYMBOL...]` */
hw_status hw_read_info(struct hw_reader *r)
{
    hw_status status = hw_read_open_item(r, HW_OPEN_INFO);
    if (status == HW_OK)
        status = hw_read_parse_number(r, 4, &r->number[0]);
    if (status == HW_OK)
        status = take_number_or_name(r, 255, "", hw_attribute_find,
                                     "expected the number or the name of an attribute", &r->number[1]);
    if (status == HW_OK)
        status = hw_read_parse_number(r, UINT16_MAX, &r->number[2]);
    while (status == HW_OK && !hw_read_at_end(r))
        status = hw_read_add_name(r);
    return status;
}

/* As ELF has it. */
static hw_status take_align(struct hw_reader *r, uint64_t *align)
{
    hw_read_skip_blanks(r);
    const char *start = r->at;
    hw_status status = hw_read_parse_number(r, UINT64_MAX, align);
    if (status != HW_OK || (!(*align & (*align - 1)) && *align <= HW_SECTION_ALIGN_MAX))
        return status;
    r->at = start;
    return hw_read_fail_here(r, HW_ERR_RANGE,
                             "expected the section's alignment, 0 or a power of two of at most 2147483648");
}

/* `.section NAME TYPE FLAGS ALIGN ENTRY BYTES [link NAME] [info NAME] [code HASH] [modelled]` */
hw_status hw_read_section(struct hw_reader *r)
{
    hw_status status = hw_read_open_item(r, HW_OPEN_SECTION);
    if (status == HW_OK)
        status = hw_read_parse_name(r, &r->name);
    for (unsigned i = 0; i < 5 && status == HW_OK; i++)
        status = i == 2 ? take_align(r, &r->number[i])
                        : hw_read_parse_number(r, i ? UINT64_MAX : UINT32_MAX, &r->number[i]);
    if (status == HW_OK && hw_read_parse_keyword(r, "link"))
        status = hw_read_parse_name(r, &r->link);
    if (status == HW_OK && hw_read_parse_keyword(r, "info"))
        status = hw_read_parse_name(r, &r->info);
    r->number[5] = 0;
    if (status == HW_OK && hw_read_parse_keyword(r, "code"))
        status = hw_read_parse_number(r, UINT64_MAX, &r->number[5]);
    r->flag = status == HW_OK && hw_read_parse_keyword(r, "modelled");
    return status;
}

/* `.symbol NAME SECTION TYPE BINDING OTHER VALUE BYTES [absolute|common]`; `-` for no section. */
hw_status hw_read_symbol(struct hw_reader *r)
{
    char *section = NULL;
    hw_status status = hw_read_open_item(r, HW_OPEN_NONE);
    if (status == HW_OK)
        status = hw_read_parse_name(r, &r->name);
    if (status == HW_OK && !hw_read_parse_keyword(r, "-"))
        status = hw_read_parse_name(r, &section);
    for (unsigned i = 0; i < 5 && status == HW_OK; i++)
        status = hw_read_parse_number(r, i < 3 ? UINT8_MAX : UINT64_MAX, &r->number[i]);
    if (status == HW_OK) {
        const bool common = hw_read_parse_keyword(r, "common");
        const struct hw_symbol symbol = {.name = r->name,
                                         .section = section,
                                         .type = (uint8_t)r->number[0],
                                         .binding = (uint8_t)r->number[1],
                                         .other = (uint8_t)r->number[2],
                                         .value = r->number[3],
                                         .bytes = r->number[4],
                                         .common = common,
                                         .absolute = !common && hw_read_parse_keyword(r, "absolute")};
        status = hw_read_located(r, hw_module_add_symbol(r->module, &symbol, r->error));
    }
    free(section);
    return status;
}

/* An offset, or in code the label of an instruction. */
static hw_status parse_offset(struct hw_reader *r, const char *section, uint64_t *offset)
{
    const char *word;
    hw_read_skip_blanks(r);
    if (r->at < r->end && isdigit((unsigned char)*r->at))
        return hw_read_parse_number(r, UINT64_MAX, offset);
    size_t length = hw_read_parse_token(r, &word);
    uint32_t address = hw_read_label_address(r, section, word, length);
    *offset = address;
    if (length && address != HW_NO_ADDRESS)
        return HW_OK;
    r->at = word;
    return hw_read_fail_here(r, HW_ERR_NOT_FOUND,
                             "expected an offset, or a label of the kernel whose code the section is");
}

/* A number, or the label of an instruction of the code that is relocated. */
static hw_status take_addend(struct hw_reader *r, struct hw_reloc *reloc)
{
    uint64_t value;
    hw_read_skip_blanks(r);
    bool negative = r->at < r->end && *r->at == '-';
    r->at += negative;
    hw_status status =
        negative ? hw_read_parse_number(r, UINT64_MAX, &value) : parse_offset(r, reloc->section, &value);
    reloc->explicit_addend = true;
    reloc->addend = (int64_t)(negative ? 0 - value : value);
    return status;
}

/* `.relocate SECTION PLACE KIND SYMBOL [ADDEND]`; `-` for no symbol. */
hw_status hw_read_relocate(struct hw_reader *r)
{
    struct hw_reloc reloc = {NULL, 0, 0, NULL, false, 0};
    hw_status status = hw_read_open_item(r, HW_OPEN_NONE);
    if (status == HW_OK)
        status = hw_read_parse_name(r, &reloc.section);
    if (status == HW_OK)
        status = parse_offset(r, reloc.section, &reloc.offset);
    if (status == HW_OK)
        status = take_number_or_name(
            r, UINT32_MAX, HW_RELOC_PREFIX, hw_reloc_find,
            "expected the number of a relocation, or its name as in R_CUDA_ABS32_LO_20", &r->number[0]);
    if (status == HW_OK && !hw_read_parse_keyword(r, "-"))
        status = hw_read_parse_name(r, &reloc.symbol);
    if (status == HW_OK && !hw_read_at_end(r))
        status = take_addend(r, &reloc);
    reloc.type = (uint32_t)r->number[0];
    if (status == HW_OK)
        status = hw_read_fill_symbolic(r, &reloc);
    if (status == HW_OK)
        status = hw_read_located(r, hw_module_add_reloc(r->module, &reloc, r->error));
    free(reloc.section);
    free(reloc.symbol);
    return status;
}
