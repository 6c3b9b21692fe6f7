/* SPDX-License-Identifier: MIT */
/* The launch key is made from a table that has a line for each member of struct hw_launch; a static assertion
 * counts the bytes. */
#include "engine/launch/launch_key.h"

#include "machine/events.h"

#include <assert.h>
#include <halfwarp/surface.h>
#include <halfwarp/texture.h>
#include <string.h>

/* The uses of a member. */
enum {
    CODE = 1,    /* it decides the translation */
    RESULT = 2,  /* it decides the result, not the translation */
    POINTER = 4, /* the memory there is part of the key, or says what another member means: visit_targets() */
    HOST = 8,    /* only the host sees it */
    WATCH = 16,  /* if it is set, a function of the host takes part in the launch */
    ONCE = 32    /* no other launch has the same; it decides the result of those that read it (result.once) */
};

/* clang-format off */
#define MEMBERS(X)                             \
    X(code.target.isa,           CODE)         \
    X(code.target.chip,          CODE)         \
    X(code.target.program,       CODE)         \
    X(code.chip,                 CODE)         \
    X(code.data,                 RESULT)       \
    X(code.bytes,                CODE)         \
    X(code.piece,                POINTER)      \
    X(code.piece_count,          CODE)         \
    X(code.entry,                CODE)         \
    X(code.registers,            CODE)         \
    X(code.turn,                 CODE)         \
    X(code.async,                CODE)         \
    X(code.calls_out,            CODE | WATCH) \
    X(code.launches,             CODE)         \
    X(code.caches_loads,         CODE)         \
    X(code.misses_more,          HOST)         \
    X(code.missing,              HOST)         \
    X(code.name,                 HOST)         \
    X(code.image,                HOST)         \
    X(grid,                      RESULT)       \
    X(block,                     RESULT)       \
    X(threads,                   RESULT)       \
    X(lanes,                     RESULT)       \
    X(grid_id,                   ONCE)         \
    X(shared_bytes,              RESULT)       \
    X(dynamic_shared_bytes,      RESULT)       \
    X(local_bytes,               RESULT)       \
    X(memory,                    RESULT)       \
    X(params,                    POINTER)      \
    X(param_bytes,               CODE)         \
    X(param_base,                CODE)         \
    X(preset_count,              RESULT)       \
    X(presets,                   POINTER)      \
    X(bank,                      RESULT)       \
    X(constants,                 RESULT)       \
    X(grid_workspace,            RESULT)       \
    X(graph,                     RESULT)       \
    X(multi_grid,                HOST | WATCH) \
    X(multi_rank,                RESULT)       \
    X(segment,                   RESULT)       \
    X(pm,                        RESULT)       \
    X(ticks,                     ONCE)         \
    X(clock_khz,                 RESULT)       \
    X(placement.units,               RESULT)       \
    X(placement.local.memory,        CODE)         \
    X(placement.local.base,          RESULT)       \
    X(placement.local.warps_log,     RESULT)       \
    X(placement.local.aliases,       RESULT)       \
    X(placement.local.read_only,     RESULT)       \
    X(placement.local.end,           RESULT)       \
    X(placement.stack.memory,        RESULT)       \
    X(placement.stack.base,          RESULT)       \
    X(placement.stack.warps_log,     RESULT)       \
    X(placement.stack.aliases,       RESULT)       \
    X(placement.stack.read_only,     RESULT)       \
    X(placement.stack.end,           RESULT)       \
    X(graphics,                  CODE | WATCH) \
    X(textures.unit,             POINTER)      \
    X(textures.sample,           CODE | WATCH) \
    X(textures.sample_context,   HOST)         \
    X(textures.bindless,         POINTER)      \
    X(textures.bindless_count,   RESULT)       \
    X(textures.references,       POINTER)      \
    X(textures.reference_count,  RESULT)       \
    X(limits.stack_entries,      RESULT)       \
    X(limits.call_limit,         RESULT)       \
    X(limits.max_alignment,     RESULT)       \
    X(limits.strict,             RESULT)       \
    X(limits.max_instructions,   RESULT)       \
    X(children.image,            HOST)         \
    X(children.queue,            HOST)         \
    X(children.self,             HOST)         \
    X(host.execution_context,               HOST)         \
    X(host.workers,              HOST)         \
    X(host.beside_others,        HOST)         \
    X(host.any_order,            RESULT)       \
    X(host.order,                RESULT)       \
    X(host.log_bytes,            HOST)         \
    X(host.output,               HOST)         \
    X(host.output_context,       HOST)         \
    X(host.assertions,           HOST)         \
    X(host.assertions_context,   HOST)         \
    X(host.progress,             HOST)         \
    X(host.progress_context,     HOST)         \
    X(host.is_quiet,             HOST)         \
    X(host.quiet_context,        HOST)         \
    X(host.block_end,            HOST | WATCH) \
    X(host.block_end_context,    HOST)         \
    X(listeners,                 HOST | WATCH) \
    X(listener_count,            HOST)
/* clang-format on */

#define SIZE(name)          sizeof((struct hw_launch *)0)->name
#define ADD_SIZE(name, use) +SIZE(name)
/* After target, turn, misses_more, preset_count, multi_rank, clock_khz, units, both read_only,
 * bindless_count, strict, beside_others and listener_count. */
#define HOLES (6 + 4 + 4 + 4 + 4 + 4 + 5 + 5 + 4 + 3 + 2 + 4)
static_assert(sizeof(struct hw_launch) == HOLES MEMBERS(ADD_SIZE),
              "each member of struct hw_launch stands in MEMBERS, and bytes between members in HOLES");

/* Write the members with these uses to a buffer of the size of a launch.  It is inlined, so that sizes and
 * offsets are constants, because every launch makes its key. */
static inline size_t write_members(const struct hw_launch *launch, unsigned uses, uint8_t *to)
{
    size_t bytes = 0;

#define WRITE(name, use)                               \
    if ((use)&uses) {                                  \
        memcpy(to + bytes, &launch->name, SIZE(name)); \
        bytes += SIZE(name);                           \
    }
    MEMBERS(WRITE)
    return bytes;
}

static void visit_pieces(const struct hw_launch *launch, hw_launch_key_fn *visit, void *context)
{
    if (launch->code.piece_count)
        visit(context, launch->code.piece, launch->code.piece_count * sizeof *launch->code.piece);
}

/* Which texture units are bound, the sizes of the banks, and the subscriptions of listeners. */
static void visit_bound(const struct hw_launch *launch, hw_launch_key_fn *visit, void *context)
{
    const struct hw_subscriptions subscriptions = hw_subscriptions(launch);
    uint32_t units[HW_TEXTURES / 32] = {0}, bytes[HW_BANKS];

    for (unsigned i = 0; i < HW_TEXTURES; i++)
        units[i / 32] |= (uint32_t)(launch->textures.unit[i] != NULL) << i % 32;
    for (unsigned i = 0; i < HW_BANKS; i++)
        bytes[i] = launch->bank[i].bytes;
    visit(context, units, sizeof units);
    visit(context, bytes, sizeof bytes);
    visit(context, &subscriptions, sizeof subscriptions);
}

/* References fill bank 0; their names do not count. */
static void visit_references(const struct hw_launch *launch, hw_launch_key_fn *visit, void *context)
{
    for (size_t i = 0; i < launch->textures.reference_count; i++) {
        const struct hw_reference *reference = &launch->textures.references[i];
        const uint32_t words[] = {reference->offset, reference->entry, reference->kind};
        visit(context, words, sizeof words);
    }
}

/* A binding is added as its index and its bytes; none is added if it is not bound. */
static void visit_binding(uint32_t number, const void *what, size_t bytes, hw_launch_key_fn *visit,
                          void *context)
{
    if (!what)
        return;
    visit(context, &number, sizeof number);
    visit(context, what, bytes);
}

/* A texture with its levels of detail. */
static void visit_texture(uint32_t number, const struct hw_texture *texture, hw_launch_key_fn *visit,
                          void *context)
{
    for (; texture; texture = texture->smaller)
        visit_binding(number, texture, sizeof *texture, visit, context);
}

static void visit_bindings(const struct hw_launch_textures *textures, hw_launch_key_fn *visit, void *context)
{
    for (uint32_t i = 0; i < HW_TEXTURES; i++)
        visit_texture(i, textures->unit[i], visit, context);
    for (uint32_t i = 0; i < textures->bindless_count; i++) {
        const struct hw_bindless *entry = &textures->bindless[i];
        visit_texture(~i, entry->texture, visit, context);
        visit_binding(i, entry->surface, sizeof *entry->surface, visit, context);
    }
}

/* The memory that members of use POINTER point to. */
static void visit_targets(const struct hw_launch *launch, hw_launch_key_fn *visit, void *context)
{
    visit_pieces(launch, visit, context);
    visit(context, launch->params, launch->param_bytes);
    visit(context, launch->presets, launch->preset_count * sizeof *launch->presets);
    visit_references(launch, visit, context);
    visit_bindings(&launch->textures, visit, context);
}

void hw_launch_key_visit(const struct hw_launch *launch, enum hw_launch_key which, hw_launch_key_fn *visit,
                         void *context)
{
    uint8_t members[sizeof *launch];

    if (which == HW_LAUNCH_KEY_CODE) {
        visit(context, members, write_members(launch, CODE, members));
        visit_pieces(launch, visit, context);
        visit_bound(launch, visit, context);
    } else {
        visit(context, members, write_members(launch, CODE | RESULT, members));
        visit_targets(launch, visit, context);
    }
}

struct hw_launch_blob hw_launch_blob(const struct hw_launch *launch, unsigned number)
{
    if (number == 0)
        return (struct hw_launch_blob){launch->code.data, launch->code.bytes};
    const struct hw_bank *bank = &launch->bank[number - 1];
    return (struct hw_launch_blob){bank->data, bank->bytes};
}

static bool is_set(const void *member, size_t bytes)
{
    const uint8_t *byte = member;
    uint8_t set = 0;

    for (size_t i = 0; i < bytes; i++)
        set |= byte[i];
    return set != 0;
}

bool hw_launch_is_watched(const struct hw_launch *launch)
{
#define OR_SET(name, use) || ((use)&WATCH && is_set(&launch->name, SIZE(name)))
    return false MEMBERS(OR_SET);
}
