/* SPDX-License-Identifier: MIT */
/* The note section holds ELF notes of the name "halfwarp": each is one statement, and its type says which.
 *
 *   1 EXTRA    position, text              an unknown top-level part, which becomes the item there
 *   2 MEMBER   position, part, slot, text  an unknown member of the item there, or of its const block `part`
 *   3 BARE     position                    the module constant there has no initial value
 *   4 PIECE    position, bank, offset,     a const block of the kernel there; together they replace the
 *              bytes, has data, name       one block a bank that the sections show
 *
 * Positions count all items, and notes stand in their order. */
#include "module/elf_note.h"
#include "module/elf_file.h"

#include <stdlib.h>
#include <string.h>

enum note_type { NOTE_EXTRA = 1, NOTE_MEMBER, NOTE_BARE, NOTE_PIECE };

static const char owner[] = "halfwarp";
enum { OWNER_BYTES = 12, HEADER_BYTES = 12 }; /* the owner's name is padded to a multiple of 4 */

/* --- writing ----------------------------------------------------------------------------------- */

static void put_note(struct hw_buffer *out, enum note_type type, const uint32_t *words, size_t count,
                     const char *text)
{
    size_t text_bytes = text ? strlen(text) : 0;
    size_t bytes = 4 * count + text_bytes;
    hw_buffer_u32(out, sizeof owner);
    hw_buffer_u32(out, (uint32_t)bytes);
    hw_buffer_u32(out, type);
    hw_buffer_add(out, owner, sizeof owner);
    hw_buffer_zero(out, OWNER_BYTES - sizeof owner);
    for (size_t i = 0; i < count; i++)
        hw_buffer_u32(out, words[i]);
    hw_buffer_add(out, text, text_bytes);
    hw_buffer_zero(out, hw_round_up4(bytes) - bytes);
}

static void put_members(struct hw_buffer *out, uint32_t position, uint32_t part,
                        const struct hw_extras *extras)
{
    for (size_t i = 0; i < extras->count; i++) {
        uint32_t words[] = {position, part, extras->list[i].slot};
        put_note(out, NOTE_MEMBER, words, 3, extras->list[i].text);
    }
}

/* Whether a kernel's const blocks are what its sections show anyway: one a bank, from 0, banks ascending. */
static bool plain_pieces(const struct hw_kernel *kernel)
{
    for (size_t i = 0; i < kernel->const_count; i++) {
        const struct hw_const *piece = kernel->consts[i];
        if (piece->name || piece->offset || !piece->data || (i && piece->bank <= kernel->consts[i - 1]->bank))
            return false;
    }
    return true;
}

static void put_kernel_notes(struct hw_buffer *out, uint32_t position, const struct hw_kernel *kernel)
{
    bool plain = plain_pieces(kernel);
    for (size_t i = 0; !plain && i < kernel->const_count; i++) {
        const struct hw_const *piece = kernel->consts[i];
        uint32_t words[] = {position, piece->bank, piece->offset, piece->bytes, piece->data != NULL};
        put_note(out, NOTE_PIECE, words, 5, piece->name);
    }
    put_members(out, position, 0, &kernel->extras);
    for (size_t i = 0; i < kernel->const_count; i++)
        put_members(out, position, (uint32_t)i + 1, &kernel->consts[i]->extras);
}

static void put_item_notes(struct hw_buffer *out, const struct hw_module *module, uint32_t position)
{
    size_t index = module->items[position].index;
    switch (module->items[position].kind) {
    case HW_DECLARATION_EXTRA: put_note(out, NOTE_EXTRA, &position, 1, module->extras[index].text); break;
    case HW_DECLARATION_KERNEL: put_kernel_notes(out, position, module->kernels[index]); break;
    case HW_DECLARATION_VARIABLE: put_members(out, position, 0, &module->variables[index]->extras); break;
    case HW_DECLARATION_SAMPLER: put_members(out, position, 0, &module->samplers[index]->extras); break;
    case HW_DECLARATION_CONST:
        if (!module->consts[index]->data)
            put_note(out, NOTE_BARE, &position, 1, NULL);
        put_members(out, position, 0, &module->consts[index]->extras);
        break;
    }
}

void hw_elf_note_write(const struct hw_module *module, struct hw_buffer *out)
{
    for (size_t i = 0; i < module->item_count; i++)
        put_item_notes(out, module, (uint32_t)i);
}

/* --- reading ----------------------------------------------------------------------------------- */

/* One note: its words, and the text behind them. */
struct note {
    uint32_t type, words[5];
    const char *text;
    size_t text_bytes;
};

static const size_t word_count[] = {[NOTE_EXTRA] = 1, [NOTE_MEMBER] = 3, [NOTE_BARE] = 1, [NOTE_PIECE] = 5};

static hw_status damaged(struct hw_error *error, uint64_t offset)
{
    return hw_elf_fail(error, HW_ERR_FORMAT, offset,
                       "the note that says what only text cubins can say is damaged");
}

/* Append an unknown part and move it to its position. */
static hw_status apply_extra(struct hw_module *module, const struct note *note, struct hw_error *error)
{
    size_t position = note->words[0];
    hw_status status = hw_module_add_extra(module, note->text, note->text_bytes, error);
    if (status)
        return status;
    size_t last = module->item_count - 1;
    if (position > last)
        return HW_ERR_FORMAT;
    struct hw_declaration item = module->items[last];
    memmove(&module->items[position + 1], &module->items[position], (last - position) * sizeof item);
    module->items[position] = item;
    return HW_OK;
}

/* The unknown members of an item, or of a const block in it; NULL where there is no such thing. */
static struct hw_extras *extras_of(struct hw_module *module, const struct hw_declaration *item, uint32_t part)
{
    if (item->kind == HW_DECLARATION_KERNEL && part) {
        struct hw_kernel *kernel = module->kernels[item->index];
        return part <= kernel->const_count ? &kernel->consts[part - 1]->extras : NULL;
    }
    if (part)
        return NULL;
    switch (item->kind) {
    case HW_DECLARATION_KERNEL: return &module->kernels[item->index]->extras;
    case HW_DECLARATION_CONST: return &module->consts[item->index]->extras;
    case HW_DECLARATION_VARIABLE: return &module->variables[item->index]->extras;
    case HW_DECLARATION_SAMPLER: return &module->samplers[item->index]->extras;
    case HW_DECLARATION_EXTRA: break;
    }
    return NULL;
}

/* Const blocks as they are collected for one kernel. */
struct pieces {
    struct hw_kernel *kernel;
    struct hw_const **shown; /* what the sections showed */
    size_t shown_count;
};

static void free_shown(struct pieces *pieces)
{
    hw_module_free_consts(pieces->shown, pieces->shown_count);
    *pieces = (struct pieces){0};
}

/* The bytes that the sections show for a piece, or NULL; an empty piece may stand anywhere. */
static const uint8_t *shown_data(const struct pieces *pieces, const struct note *note)
{
    for (size_t i = 0; i < pieces->shown_count; i++) {
        const struct hw_const *shown = pieces->shown[i];
        if (!shown->data || shown->bank != note->words[1])
            continue;
        if (note->words[3] == 0)
            return shown->data;
        if ((uint64_t)note->words[2] + note->words[3] <= shown->bytes)
            return shown->data + note->words[2];
    }
    return NULL;
}

static hw_status apply_piece(struct hw_kernel *kernel, struct pieces *pieces, const struct note *note,
                             struct hw_error *error)
{
    if (pieces->kernel != kernel) {
        free_shown(pieces);
        *pieces = (struct pieces){kernel, kernel->consts, kernel->const_count};
        kernel->consts = NULL;
        kernel->const_count = 0;
    }
    const uint8_t *data = note->words[4] ? shown_data(pieces, note) : NULL;
    if (note->words[4] && !data)
        return HW_ERR_FORMAT;
    struct hw_const *piece = NULL;
    hw_status status = hw_kernel_add_const(kernel, note->words[1], note->words[2], note->words[3], data,
                                           note->words[3], &piece, error);
    if (!status && note->text_bytes && !(piece->name = hw_module_copy_text(note->text, note->text_bytes)))
        status = hw_module_no_memory(error);
    return status;
}

static hw_status apply(struct hw_module *module, struct pieces *pieces, const struct note *note,
                       struct hw_error *error)
{
    if (note->type == NOTE_EXTRA)
        return apply_extra(module, note, error);
    if (note->words[0] >= module->item_count)
        return HW_ERR_FORMAT;
    const struct hw_declaration *item = &module->items[note->words[0]];
    if (note->type == NOTE_MEMBER) {
        struct hw_extras *extras = extras_of(module, item, note->words[1]);
        return extras ? hw_extras_add(extras, note->words[2], note->text, note->text_bytes, error)
                      : HW_ERR_FORMAT;
    }
    if (note->type == NOTE_PIECE && item->kind == HW_DECLARATION_KERNEL)
        return apply_piece(module->kernels[item->index], pieces, note, error);
    if (note->type == NOTE_BARE && item->kind == HW_DECLARATION_CONST) {
        free(module->consts[item->index]->data);
        module->consts[item->index]->data = NULL;
        return HW_OK;
    }
    return HW_ERR_FORMAT;
}

/* Take one note apart; false where it is not one of ours or does not fit. */
static bool read_note(const uint8_t *bytes, size_t left, struct note *note, size_t *length)
{
    if (left < HEADER_BYTES + OWNER_BYTES || hw_get32(bytes) != sizeof owner ||
        memcmp(bytes + HEADER_BYTES, owner, sizeof owner) != 0)
        return false;
    size_t size = hw_get32(bytes + 4);
    const uint8_t *at = bytes + HEADER_BYTES + OWNER_BYTES;
    note->type = hw_get32(bytes + 8);
    if (note->type < NOTE_EXTRA || note->type > NOTE_PIECE)
        return false;
    size_t words = word_count[note->type];
    if (size < 4 * words || hw_round_up4(size) > left - HEADER_BYTES - OWNER_BYTES)
        return false;
    for (size_t i = 0; i < words; i++)
        note->words[i] = hw_get32(at + 4 * i);
    note->text = (const char *)at + 4 * words;
    note->text_bytes = size - 4 * words;
    *length = HEADER_BYTES + OWNER_BYTES + hw_round_up4(size);
    return !memchr(note->text, '\0', note->text_bytes);
}

hw_status hw_elf_note_read(struct hw_module *module, const uint8_t *bytes, size_t size, uint64_t offset,
                           struct hw_error *error)
{
    struct pieces pieces = {0};
    hw_status status = HW_OK;
    for (size_t at = 0, length = 0; !status && at < size; at += length) {
        struct note note = {0};
        if (!read_note(bytes + at, size - at, &note, &length))
            status = HW_ERR_FORMAT;
        else
            status = apply(module, &pieces, &note, error);
        if (status)
            status = damaged(error, offset + at);
    }
    free_shown(&pieces);
    return status;
}
