/* SPDX-License-Identifier: MIT */
/* The operand layout of a texture lookup says which register holds which source: by handle or slot, from
 * GF100 on. */
#ifndef HW_ENGINE_TRANSLATE_TRANSLATE_TEXTURE_SOURCES_H
#define HW_ENGINE_TRANSLATE_TRANSLATE_TEXTURE_SOURCES_H

#include "engine/translate/translate.h"
#include "machine/texture/texture_object.h"

#define HW_TEXTURE_SOURCES_MAX 12

/* The handle is among the sources, but is no register of the micro-operation's sources. */
#define HW_TEXTURE_SOURCE_HANDLE HW_TEX_SOURCE_COUNT

/* The sources of a lookup in the order of its registers.  The first `in_first` of them are in registers from
 * the first source operand on, the others from the second one on. */
struct hw_texture_sources {
    uint8_t item[HW_TEXTURE_SOURCES_MAX]; /* enum hw_tex_source, or HW_TEXTURE_SOURCE_HANDLE */
    unsigned count, in_first;
};

/* The sources of the instruction that is translated. */
struct hw_texture_sources hw_texture_sources(const struct hw_translator *t);

/* Whether a register says the level: for the modes bias and level, and those with a clamp as well. */
bool hw_texture_has_level(const uint8_t *mod);

#endif
