/* SPDX-License-Identifier: MIT */
/* See elf_compat.h.
 *
 * Records are like those of .nv.info: a format, an attribute, 16 bits, and of format 4 as many bytes of data.
 * cuobjdump 13.5 calls attribute 9 EICOMPAT_ATTR_CUDA_ACCELERATOR_TARGET, and prints sm=100a for a file in
 * which it is 1 and sm=100 for one in which it is 0, whatever e_flags say. */
#include "module/elf_compat.h"

#include "module/elf_flags.h"
#include "target_name.h"

#include <string.h>

enum { RECORD_BYTES = 4, ATTRIBUTE_ACCELERATED = 9, FORMAT_BYTE = 2, FORMAT_DATA = 4 };
enum { TYPE_COMPAT = 0x70000086, NOTE_FLAGS = 0x1000040, SECTION_ALIGN = 4 };
enum { NOTE_TYPE = 1000, NOTE_VERSION = 2, TOOLKIT = 130 }; /* as CUDA 13.0 writes them */

const char *hw_compat_attribute_name(unsigned attribute)
{
    static const char *const names[] = {
        [0x00] = "ERROR",
        [0x01] = "PAD",
        [0x02] = "ISA_CLASS",
        [0x03] = "INST_TENSORMAP_V1",
        [0x04] = "INST_TCGEN05_MMA_DEPRECATED",
        [0x05] = "INST_TCGEN05_MMA",
        [0x06] = "ENABLE_OPPORTUNISTIC_FINALIZATION",
        [0x09] = "CUDA_ACCELERATOR_TARGET",
        [0x0a] = "CUDA_DRIVER_VERSION",
        [0x0b] = "CAN_FASTPATH_FINALIZE",
        [0x0c] = "CUDA_INTERNAL_TARGET",
        [0x0e] = "FINALIZER_VERSION",
        [0x0f] = "MIN_FINALIZER_VERSION_FOR_MVC",
    };
    return attribute < sizeof names / sizeof names[0] ? names[attribute] : NULL;
}

enum hw_accelerated hw_compat_accelerated(const uint8_t *records, size_t size)
{
    for (size_t at = 0; at + RECORD_BYTES <= size;) {
        const uint8_t *record = records + at;
        const uint32_t value = hw_get16(record + 2);
        if (record[0] == FORMAT_BYTE && record[1] == ATTRIBUTE_ACCELERATED)
            return value ? HW_ACCELERATED_YES : HW_ACCELERATED_NO;
        at += RECORD_BYTES + (record[0] == FORMAT_DATA ? value : 0);
    }
    return HW_ACCELERATED_UNSAID;
}

enum hw_accelerated hw_compat_of(const struct hw_module *module)
{
    const struct hw_section *compat = hw_module_find_section(module, CUBIN_COMPAT);
    return compat && compat->data ? hw_compat_accelerated(compat->data, compat->bytes)
                                  : HW_ACCELERATED_UNSAID;
}

bool hw_compat_is_made(const struct hw_module *module)
{
    return hw_module_os_abi(module) == CUBIN_OSABI_NEW && !hw_module_find_section(module, CUBIN_INFO) &&
           !hw_module_find_section(module, CUBIN_COMPAT) && !hw_module_find_section(module, CUBIN_NOTE_INFO);
}

hw_status hw_compat_make(const struct hw_module *module, struct hw_module *plan, struct hw_error *error)
{
    static const char owner[12] = "NVIDIA Corp";
    struct hw_target_name name = {0};
    uint8_t record[RECORD_BYTES] = {FORMAT_BYTE, ATTRIBUTE_ACCELERATED}, note[32];
    struct hw_section compat = {.name = (char *)(uintptr_t)CUBIN_COMPAT,
                                .type = TYPE_COMPAT,
                                .align = SECTION_ALIGN,
                                .data = record,
                                .bytes = sizeof record};
    struct hw_section info = {.name = (char *)(uintptr_t)CUBIN_NOTE_INFO,
                              .type = SHT_NOTE,
                              .flags = NOTE_FLAGS,
                              .align = SECTION_ALIGN,
                              .info = (char *)(uintptr_t)CUBIN_COMPAT,
                              .data = note,
                              .bytes = sizeof note};
    hw_target_name_read(module->target, "sm_", &name);
    hw_put16(record + 2, name.suffix == HW_TARGET_ACCELERATED);
    hw_put32(note, sizeof owner);
    hw_put32(note + 4, 8);
    hw_put32(note + 8, NOTE_TYPE);
    memcpy(note + 12, owner, sizeof owner);
    hw_put16(note + 24, NOTE_VERSION);
    hw_put16(note + 26, name.capability);
    hw_put32(note + 28, TOOLKIT);
    hw_status status = hw_module_add_section(plan, &info, error);
    return status ? status : hw_module_add_section(plan, &compat, error);
}
