/* SPDX-License-Identifier: MIT */
/* See jit_request.h.  A request is a header and the arrays of a shape, one behind the other.  Of the
 * micro-operations only those follow of which the code depends on something. */
#include "jit/request/jit_request.h"

#include <halfwarp/version.h>

#include <stdlib.h>
#include <string.h>

#include "machine/warp.h"

struct request_header {
    char version[16];
    uint64_t layout;
    uint32_t lanes, level, count, literals;
    struct hw_numbering numbering;
    uint16_t unused; /* zero */
    struct hw_jit_begin begin;
};
_Static_assert(sizeof(struct request_header) ==
                   16 + 8 + 16 + sizeof(struct hw_numbering) + sizeof(struct hw_jit_begin) + 2,
               "it has no holes");

/* A number that differs where the structures that both sides see do. */
#define LAYOUT                                                                                 \
    (sizeof(struct hw_uop) * 31 + sizeof(struct hw_warp) * 37 + sizeof(struct hw_block) * 41 + \
     sizeof(struct hw_program) * 43)

static struct request_header header_of(const struct hw_jit_request *request)
{
    const struct hw_jit_shape *shape = &request->shape;

    return (struct request_header){.version = HW_VERSION_STRING,
                                   .layout = LAYOUT,
                                   .lanes = request->lanes,
                                   .level = request->level,
                                   .count = shape->count,
                                   .literals = shape->literals,
                                   .numbering = shape->numbering,
                                   .begin = shape->begin};
}

/* Whether the code depends on anything of a micro-operation. */
static bool has_operands(const struct hw_jit_shape *shape, uint32_t place)
{
    const unsigned kind = shape->kind[place];

    return kind == HW_JIT_KIND_INLINE || kind == HW_JIT_KIND_ACCESS || hw_jit_is_guarded(shape, place);
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

static bool pass_shape(struct pass *pass, struct hw_jit_shape *shape)
{
    const size_t count = shape->count, literals = shape->literals;

    if (!pass_bytes(pass, shape->kind, count) || !pass_bytes(pass, shape->bracket, count) ||
        !pass_bytes(pass, shape->leader, count) ||
        !pass_bytes(pass, shape->function, count * sizeof *shape->function) ||
        !pass_bytes(pass, shape->literal, literals * sizeof *shape->literal) ||
        !pass_bytes(pass, shape->changes, literals))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (has_operands(shape, i) && !pass_bytes(pass, &shape->uop[i], sizeof *shape->uop))
            return false;
    return true;
}

/* --- writing --- */

uint8_t *hw_jit_request_write(const struct hw_jit_request *request, size_t *size)
{
    struct request_header header = header_of(request);
    struct hw_jit_shape shape = request->shape; /* its arrays are only read */
    struct pass counted = {.limit = SIZE_MAX};

    pass_bytes(&counted, &header, sizeof header);
    pass_shape(&counted, &shape);
    uint8_t *bytes = malloc(counted.size);
    if (!bytes)
        return NULL;
    struct pass written = {.to = bytes, .limit = counted.size};
    pass_bytes(&written, &header, sizeof header);
    pass_shape(&written, &shape);
    *size = counted.size;
    return bytes;
}

/* --- reading --- */

static bool is_sound(const struct hw_jit_shape *shape)
{
    const uint32_t count = shape->count;

    for (uint32_t i = 0; i < count; i++) {
        if (shape->kind[i] >= HW_JIT_KIND_COUNT || shape->bracket[i] >= HW_JIT_BRACKET_COUNT ||
            shape->function[i].family >= HW_JIT_FAMILY_COUNT)
            return false;
        if (shape->kind[i] == HW_JIT_KIND_ACCESS &&
            (shape->function[i].family >= HW_LANES_USUAL_COUNT || shape->function[i].number >= HW_WIDTHS))
            return false;
        /* What jumps has a place to jump to, and one behind it where it does not. */
        const uint32_t target = shape->uop[i].jump.target;
        if (shape->kind[i] == HW_JIT_KIND_BRANCH &&
            (target >= count || !shape->leader[target] || i + 1 >= count || !shape->leader[i + 1]))
            return false;
    }
    return shape->kind[count - 1] == HW_JIT_KIND_FLOW;
}

static hw_status refuse(struct hw_error *error)
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
        return refuse(error);
    if (strncmp(header.version, HW_VERSION_STRING, sizeof header.version) != 0 || header.layout != LAYOUT)
        return hw_fail(error, HW_ERR_UNSUPPORTED, "jit", "the compiler is of another build of halfwarp");
    if (header.lanes >= HW_JIT_FOR_COUNT || header.level > HW_BUILD_V4 || header.count == 0 ||
        header.count > HW_JIT_LARGEST || header.literals > HW_NO_REGISTER || header.unused ||
        header.begin.start >= header.count || header.begin.unused)
        return refuse(error);
    if (!hw_jit_shape_allocate(&request->shape, header.count, header.literals))
        return hw_fail(error, HW_ERR_NO_MEMORY, "jit", "no memory to read a request");
    request->lanes = header.lanes;
    request->level = header.level;
    request->shape.numbering = header.numbering;
    request->shape.begin = header.begin;
    if (!pass_shape(&read, &request->shape) || read.size != size || !is_sound(&request->shape))
        return refuse(error);
    return HW_OK;
}
