/* SPDX-License-Identifier: MIT */
/* A serialised request is a header and the arrays of the compile unit, one after the other.  Only those
 * micro-operations are included whose members the code depends on. */
#include "jit/request/jit_request.h"

#include <halfwarp/version.h>

#include <stdlib.h>
#include <string.h>

#include "machine/warp.h"

struct request_header {
    char version[16];
    uint64_t layout;
    uint32_t lanes, level, first, count, literals;
    struct hw_register_layout numbering;
    uint8_t is_baseline, has_lines, goes_on, unused[3];
    struct hw_jit_entry_state entry_state;
};
_Static_assert(sizeof(struct request_header) ==
                   16 + 8 + 20 + sizeof(struct hw_register_layout) + sizeof(struct hw_jit_entry_state) + 6,
               "it has no holes");

/* A number that differs where the structures that both sides see do. */
#define LAYOUT                                                                                 \
    (sizeof(struct hw_uop) * 31 + sizeof(struct hw_warp) * 37 + sizeof(struct hw_block) * 41 + \
     sizeof(struct hw_program) * 43)

static struct request_header header_of(const struct hw_jit_request *request)
{
    const struct hw_jit_unit *unit = &request->unit;

    return (struct request_header){.version = HW_VERSION_STRING,
                                   .layout = LAYOUT,
                                   .lanes = request->lanes,
                                   .level = request->level,
                                   .is_baseline = request->is_baseline,
                                   .has_lines = request->has_lines,
                                   .first = unit->first,
                                   .goes_on = unit->goes_on,
                                   .count = unit->count,
                                   .literals = unit->literals,
                                   .numbering = unit->numbering,
                                   .entry_state = unit->entry_state};
}

/* Whether the code depends on anything of a micro-operation. */
static bool has_operands(const struct hw_jit_unit *unit, uint32_t index)
{
    const unsigned kind = unit->kind[index];

    return kind == HW_JIT_KIND_INLINE || kind == HW_JIT_KIND_ACCESS || hw_jit_is_guarded(unit, index);
}

/* --- one pass over all parts, in one order --- */

/* Bytes that are written, read, or only counted. */
struct pass {
    uint8_t *to;         /* NULL: not written */
    const uint8_t *from; /* NULL: not read */
    size_t size;         /* passed so far */
    size_t limit;
};

/* False: there are not so many. */
static bool pass_bytes(struct pass *pass, void *data, size_t size)
{
    if (size > pass->limit - pass->size)
        return false;
    if (pass->to && size)
        memcpy(pass->to + pass->size, data, size);
    if (pass->from && size)
        memcpy(data, pass->from + pass->size, size);
    pass->size += size;
    return true;
}

static bool pass_unit(struct pass *pass, struct hw_jit_unit *unit)
{
    const size_t count = unit->count, literals = unit->literals;

    if (!pass_bytes(pass, unit->kind, count) || !pass_bytes(pass, unit->guard_region, count) ||
        !pass_bytes(pass, unit->leader, count) ||
        !pass_bytes(pass, unit->function, count * sizeof *unit->function) ||
        !pass_bytes(pass, unit->literal, literals * sizeof *unit->literal) ||
        !pass_bytes(pass, unit->changes, literals))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (has_operands(unit, i) && !pass_bytes(pass, &unit->uop[i], sizeof *unit->uop))
            return false;
    return true;
}

/* --- writing --- */

uint8_t *hw_jit_request_write(const struct hw_jit_request *request, size_t *size)
{
    struct request_header header = header_of(request);
    struct hw_jit_unit unit = request->unit; /* its arrays are only read */
    struct pass counted = {.limit = SIZE_MAX};

    pass_bytes(&counted, &header, sizeof header);
    pass_unit(&counted, &unit);
    uint8_t *bytes = malloc(counted.size);
    if (!bytes)
        return NULL;
    struct pass written = {.to = bytes, .limit = counted.size};
    pass_bytes(&written, &header, sizeof header);
    pass_unit(&written, &unit);
    *size = counted.size;
    return bytes;
}

/* --- reading --- */

/* Whether a branch may lead to an index: a leader, or, if there is more of the program, something outside. */
static bool may_follow(const struct hw_jit_unit *unit, uint32_t index, bool more)
{
    return index < unit->count ? unit->leader[index] : more;
}

static bool is_sound(const struct hw_jit_unit *unit)
{
    const uint32_t count = unit->count;

    for (uint32_t i = 0; i < count; i++) {
        if (unit->kind[i] >= HW_JIT_KIND_COUNT || unit->guard_region[i] >= HW_JIT_GUARD_REGION_COUNT ||
            unit->function[i].family >= HW_JIT_FAMILY_COUNT)
            return false;
        if (unit->kind[i] == HW_JIT_KIND_ACCESS &&
            (unit->function[i].family >= HW_MEM_FAST_COUNT || unit->function[i].number >= HW_WIDTHS))
            return false;
        /* A branch has a target, and an index after it where it falls through. */
        const uint32_t target = unit->uop[i].jump.target;
        if (unit->kind[i] == HW_JIT_KIND_BRANCH && (!may_follow(unit, target, unit->first || unit->goes_on) ||
                                                    !may_follow(unit, i + 1, unit->goes_on)))
            return false;
    }
    return unit->goes_on || unit->kind[count - 1] == HW_JIT_KIND_INDIRECT;
}

static hw_status refuse_bytes(struct hw_error *error)
{
    return hw_fail(error, HW_ERR_FORMAT, "jit", "the compiler was given what is no request");
}

hw_status hw_jit_request_read(struct hw_jit_request *request, const uint8_t *bytes, size_t size,
                              struct hw_error *error)
{
    struct pass read = {.from = bytes, .limit = size};
    struct request_header header;

    memset(request, 0, sizeof *request);
    if (!pass_bytes(&read, &header, sizeof header))
        return refuse_bytes(error);
    if (strncmp(header.version, HW_VERSION_STRING, sizeof header.version) != 0 || header.layout != LAYOUT)
        return hw_fail(error, HW_ERR_UNSUPPORTED, "jit", "the compiler is of another build of halfwarp");
    if (header.lanes >= HW_CODE_WARPS_COUNT || header.level > HW_HOST_LEVEL_V4 || header.count == 0 ||
        header.count > HW_COMPILE_UOPS_MAX || header.literals > HW_NO_REGISTER || header.is_baseline > 1 ||
        header.has_lines > 1 || header.goes_on > 1 || memcmp(header.unused, (uint8_t[3]){0}, 3) != 0 ||
        header.entry_state.unused)
        return refuse_bytes(error);
    if (!hw_jit_unit_allocate(&request->unit, header.count, header.literals))
        return hw_fail(error, HW_ERR_NO_MEMORY, "jit", "no memory to read a request");
    request->lanes = header.lanes;
    request->level = header.level;
    request->is_baseline = header.is_baseline;
    request->has_lines = header.has_lines;
    request->unit.first = header.first;
    request->unit.goes_on = header.goes_on;
    request->unit.numbering = header.numbering;
    request->unit.entry_state = header.entry_state;
    if (!pass_unit(&read, &request->unit) || read.size != size || !is_sound(&request->unit))
        return refuse_bytes(error);
    return HW_OK;
}
