/* SPDX-License-Identifier: MIT */
/* `run --texture UNIT=BUFFER:SIZE:FORMAT[:OPTION...]`.
 *
 * SIZE is W, WxH or WxHxD; FORMAT a texel type (u8 s8 u16 s16 u32 s32 f16 f32, unorm8 snorm8 unorm16
 * snorm16), with x2 or x4 behind it for several channels.  Options: linear, point; wrap, clamp, mirror,
 * border; normalized (coordinates from 0 to 1); normalized-read (integers read as fractions); pitch=N;
 * layers=N; cube (layers are faces); levels=N (smaller pictures follow each other behind the first, each
 * half as wide and high), blend-levels, level-bias=X, least-level=X, most-level=X.
 *
 * To kernels that take textures and surfaces by handle, UNIT is the handle, or the name of a reference, and
 * the same texels are a surface. */
#include "cli/run.h"

#include <stdlib.h>
#include <string.h>

struct name {
    const char *text;
    uint8_t value;
};

static const struct name formats[] = {
    {"u8", HW_TEXEL_U8},
    {"s8", HW_TEXEL_S8},
    {"u16", HW_TEXEL_U16},
    {"s16", HW_TEXEL_S16},
    {"u32", HW_TEXEL_U32},
    {"s32", HW_TEXEL_S32},
    {"f16", HW_TEXEL_F16},
    {"f32", HW_TEXEL_F32},
    {"unorm8", HW_TEXEL_UNORM8},
    {"snorm8", HW_TEXEL_SNORM8},
    {"unorm16", HW_TEXEL_UNORM16},
    {"snorm16", HW_TEXEL_SNORM16},
    {NULL, 0},
};
static const struct name address_modes[] = {
    {"wrap", HW_TEXTURE_ADDRESS_WRAP},
    {"clamp", HW_TEXTURE_ADDRESS_CLAMP},
    {"mirror", HW_TEXTURE_ADDRESS_MIRROR},
    {"border", HW_TEXTURE_ADDRESS_BORDER},
    {NULL, 0},
};

static const struct name *find_name(const struct name *list, const char *text, size_t length)
{
    for (; list->text; list++)
        if (strlen(list->text) == length && strncmp(list->text, text, length) == 0)
            return list;
    return NULL;
}

/* Dimensions; false when malformed. */
static bool parse_size(const char *text, struct hw_texture *texture)
{
    uint32_t *const extent[3] = {&texture->width, &texture->height, &texture->depth};
    texture->width = texture->height = texture->depth = 1;
    for (texture->dimensions = 0; texture->dimensions < 3;) {
        char *end;
        unsigned long value = strtoul(text, &end, 10);
        if (end == text || value == 0 || value > HW_TEXTURE_MAX_EXTENT)
            return false;
        *extent[texture->dimensions++] = (uint32_t)value;
        if (*end != 'x')
            return *end == '\0';
        text = end + 1;
    }
    return false;
}

static bool parse_format(const char *text, struct hw_texture *texture)
{
    size_t length = strcspn(text, "x");
    const struct name *format = find_name(formats, text, length);
    if (!format)
        return false;
    texture->type = format->value;
    texture->channels = text[length] ? (uint8_t)atoi(text + length + 1) : 1;
    return texture->channels == 1 || texture->channels == 2 || texture->channels == 4;
}

static bool parse_option(const char *text, struct hw_texture *texture, uint32_t *levels)
{
    const struct name *mode = find_name(address_modes, text, strlen(text));
    if (mode)
        memset(texture->address, mode->value, sizeof texture->address);
    else if (strcmp(text, "linear") == 0 || strcmp(text, "point") == 0)
        texture->filter = text[0] == 'l' ? HW_TEXTURE_FILTER_LINEAR : HW_TEXTURE_FILTER_POINT;
    else if (strcmp(text, "normalized") == 0)
        texture->normalized = true;
    else if (strcmp(text, "normalized-read") == 0)
        texture->read = HW_TEXTURE_READ_NORMALIZED;
    else if (strcmp(text, "cube") == 0)
        texture->cube = true;
    else if (strncmp(text, "layers=", 7) == 0)
        texture->layers = (uint32_t)strtoul(text + 7, NULL, 0);
    else if (strncmp(text, "levels=", 7) == 0)
        *levels = (uint32_t)strtoul(text + 7, NULL, 0);
    else if (strcmp(text, "blend-levels") == 0)
        texture->blends_levels = true;
    else if (strncmp(text, "level-bias=", 11) == 0)
        texture->level_bias = strtof(text + 11, NULL);
    else if (strncmp(text, "least-level=", 12) == 0)
        texture->min_level = strtof(text + 12, NULL);
    else if (strncmp(text, "most-level=", 11) == 0)
        texture->max_level = strtof(text + 11, NULL);
    else if (strncmp(text, "pitch=", 6) == 0)
        texture->row_pitch = strtoul(text + 6, NULL, 0);
    else
        return false;
    return true;
}

/* A unit's number, or that of the reference of the kernel or else sampler of the file called so; HW_TEXTURES
 * when there is none. */
static unsigned find_unit(const struct hw_image *image, const struct hw_module *module, const char *text)
{
    const struct hw_reference *reference = hw_image_reference(image, text);
    char *end;
    unsigned long unit = strtoul(text, &end, 0);
    if (end != text && !*end)
        return unit < HW_TEXTURES ? (unsigned)unit : HW_TEXTURES;
    if (reference)
        return reference->entry < HW_TEXTURES ? reference->entry : HW_TEXTURES;
    for (size_t i = 0; i < module->sampler_count; i++) {
        const struct hw_sampler *sampler = module->samplers[i];
        if (!sampler->unread && strcmp(sampler->name, text) == 0 && sampler->unit < HW_TEXTURES)
            return sampler->unit;
    }
    return HW_TEXTURES;
}

/* The parts of `text`, which is cut up; HW_OK when all are understood. */
static hw_status parse(const struct hw_run_buffers *buffers, const struct hw_image *image,
                       const struct hw_module *module, char *text, struct hw_texture *texture,
                       uint32_t *levels, unsigned *unit, struct hw_error *error)
{
    char *unit_text = strsep(&text, "="), *buffer_text = strsep(&text, ":"), *size = strsep(&text, ":");
    char *format = strsep(&text, ":"), *option;

    if (!buffer_text || !size || !format)
        return hw_fail(error, HW_ERR_SYNTAX, "cli", "--texture wants UNIT=BUFFER:SIZE:FORMAT[:OPTION...]");
    *unit = find_unit(image, module, unit_text);
    if (*unit == HW_TEXTURES)
        return hw_fail(error, HW_ERR_NOT_FOUND, "cli",
                       "`%s` is no texture unit (0 to %u) and no sampler, texture or surface of the file",
                       unit_text, HW_TEXTURES - 1);
    const struct hw_run_buffer *buffer = hw_run_buffer_find(buffers, buffer_text, strlen(buffer_text));
    if (!buffer)
        return hw_fail(error, HW_ERR_NOT_FOUND, "cli", "there is no buffer called `%s`", buffer_text);
    if (!parse_size(size, texture))
        return hw_fail(error, HW_ERR_SYNTAX, "cli", "`%s` is no texture size; expected W, WxH or WxHxD",
                       size);
    if (!parse_format(format, texture))
        return hw_fail(error, HW_ERR_SYNTAX, "cli",
                       "`%s` is no texel format; expected a type such as u8, f32 or unorm8, "
                       "with x2 or x4 for channels",
                       format);
    while ((option = strsep(&text, ":")) != NULL)
        if (!parse_option(option, texture, levels))
            return hw_fail(error, HW_ERR_SYNTAX, "cli", "`%s` is no texture option", option);
    texture->data = hw_memory_host(buffers->memory, buffer->address, buffer->bytes);
    texture->bytes = buffer->bytes;
    texture->origin = buffer->address;
    return HW_OK;
}

/* The same texels as a surface. */
static struct hw_surface surface_of(const struct hw_texture *texture)
{
    return (struct hw_surface){
        .data = (void *)(uintptr_t)texture->data,
        .bytes = texture->bytes,
        .width = texture->width,
        .height = texture->height,
        .depth = texture->depth,
        .layers = texture->layers,
        .row_pitch = texture->row_pitch,
        .slice_pitch = texture->slice_pitch,
        .dimensions = texture->dimensions,
        .type = texture->type,
        .channels = texture->channels,
        .origin = texture->origin,
    };
}

static uint32_t half(uint32_t extent)
{
    return extent > 1 ? extent / 2 : 1;
}

/* Smaller pictures follow each other behind the first, without gaps. */
static hw_status add_levels(struct hw_texture *texture, uint32_t levels, struct hw_texture *smaller,
                            struct hw_error *error)
{
    if (levels > HW_TEXTURE_LEVELS)
        return hw_fail(error, HW_ERR_RANGE, "cli", "levels=%u; expected at most %d", levels,
                       HW_TEXTURE_LEVELS);
    for (uint32_t i = 1; i < levels; i++, texture = smaller++) {
        const uint64_t slices = texture->layers ? texture->layers : texture->depth,
                       size = texture->slice_pitch * slices;

        if (size > texture->bytes)
            return hw_fail(error, HW_ERR_RANGE, "cli", "the buffer ends before level %u", i);
        *smaller = *texture;
        smaller->data = (const uint8_t *)texture->data + size;
        smaller->bytes -= size;
        smaller->origin += size;
        smaller->width = half(texture->width);
        smaller->height = half(texture->height);
        smaller->depth = half(texture->depth);
        smaller->row_pitch = (uint64_t)smaller->width * hw_texture_texel_bytes(smaller);
        smaller->slice_pitch = smaller->row_pitch * smaller->height;
        texture->smaller = smaller;
    }
    return HW_OK;
}

static void bind(struct hw_run_textures *textures, unsigned unit, const struct hw_texture *texture,
                 struct hw_launch *launch)
{
    textures->texture[unit] = *texture;
    textures->surface[unit] = surface_of(texture);
    textures->handle[unit] = (struct hw_bindless){&textures->texture[unit], &textures->surface[unit]};
    launch->textures.unit[unit] = &textures->texture[unit];
    launch->textures.bindless = textures->handle;
    launch->textures.bindless_count = HW_TEXTURES;
}

hw_status hw_run_texture(const struct hw_run_buffers *buffers, const struct hw_image *image,
                         const struct hw_module *module, const char *text, struct hw_run_textures *textures,
                         struct hw_launch *launch, struct hw_error *error)
{
    struct hw_texture made = {
        .address = {HW_TEXTURE_ADDRESS_CLAMP, HW_TEXTURE_ADDRESS_CLAMP, HW_TEXTURE_ADDRESS_CLAMP}};
    uint32_t levels = 1;
    unsigned unit = 0;
    char *copy = strdup(text);
    hw_status status = copy ? parse(buffers, image, module, copy, &made, &levels, &unit, error)
                            : hw_fail(error, HW_ERR_NO_MEMORY, "cli", "no memory");
    free(copy);
    if (status != HW_OK)
        return status;
    if (!made.row_pitch)
        made.row_pitch = (uint64_t)made.width * hw_texture_texel_bytes(&made);
    made.slice_pitch = made.row_pitch * made.height;
    status = add_levels(&made, levels, textures->smaller[unit], error);
    if (status == HW_OK)
        status = hw_texture_check(&made, error);
    if (status == HW_OK)
        bind(textures, unit, &made, launch);
    return status;
}
