/* SPDX-License-Identifier: MIT */
/* See elf_flags.h.
 *
 * e_flags have the chip, and e_flags or .nv.compat say that the code is for that chip alone (sm_100a).
 * Nothing tells code for a family (sm_100f) from plain code: ptxas 12.9 to 13.5 make the same file of both,
 * but for its own command line in .note.nv.tkinfo. */
#include "module/elf_flags.h"

#include "module/elf_compat.h"
#include "target_name.h"

#include <stdio.h>
#include <string.h>

enum { NOTE_SHIFT = 24, NOTE_MOST = 0xff };

static bool is_new(uint32_t os_abi)
{
    return os_abi == CUBIN_OSABI_NEW;
}

static unsigned chip_shift(uint32_t os_abi)
{
    return is_new(os_abi) ? CUBIN_CHIP_SHIFT_NEW : 0;
}

static uint32_t accelerated_flag(uint32_t os_abi)
{
    return is_new(os_abi) ? CUBIN_FLAGS_ACCELERATED_NEW : CUBIN_FLAGS_ACCELERATED;
}

uint32_t hw_cubin_flags_chip(uint32_t os_abi, uint32_t flags)
{
    return flags >> chip_shift(os_abi) & CUBIN_CHIP_MASK;
}

uint32_t hw_cubin_flags_target(uint32_t os_abi, uint32_t chip)
{
    return CUBIN_CHIP_MASK << chip_shift(os_abi) |
           (chip >= HW_ACCELERATED_SINCE ? accelerated_flag(os_abi) : 0);
}

/* --- reading ------------------------------------------------------------------------------------- */

/* What .nv.compat says counts; then the flag. */
static void print_target(uint32_t os_abi, uint32_t flags, enum hw_accelerated said, char *target, size_t size)
{
    const uint32_t chip = hw_cubin_flags_chip(os_abi, flags);
    const bool accelerated =
        said == HW_ACCELERATED_YES || (said == HW_ACCELERATED_UNSAID && flags & accelerated_flag(os_abi));
    snprintf(target, size, "sm_%u%s", chip, accelerated && chip >= HW_ACCELERATED_SINCE ? "a" : "");
}

void hw_cubin_target_print(uint32_t os_abi, uint32_t flags, char *target, size_t size)
{
    print_target(os_abi, flags, HW_ACCELERATED_UNSAID, target, size);
}

void hw_cubin_target_read(const struct hw_elf_file *file, char *target, size_t size)
{
    enum hw_accelerated said = HW_ACCELERATED_UNSAID;
    for (uint32_t i = 0; i < file->section_count; i++)
        if (file->sections[i].data && strcmp(file->sections[i].name, CUBIN_COMPAT) == 0)
            said = hw_compat_accelerated(file->sections[i].data, (size_t)file->sections[i].size);
    print_target(file->os_abi, file->flags, said, target, size);
}

bool hw_cubin_is_flags_note(const char *section)
{
    return strcmp(section, CUBIN_NOTE_INFO) == 0 || strcmp(section, CUBIN_NOTE_VERSION) == 0;
}

uint32_t hw_cubin_flags_kept(const struct hw_elf_file *file)
{
    const uint32_t chip = hw_cubin_flags_chip(file->os_abi, file->flags), note = file->flags >> NOTE_SHIFT;
    uint32_t kept = file->flags & ~hw_cubin_flags_target(file->os_abi, chip);
    if (is_new(file->os_abi) && note < file->section_count &&
        hw_cubin_is_flags_note(file->sections[note].name))
        kept &= (1u << NOTE_SHIFT) - 1;
    return kept;
}

/* --- writing ------------------------------------------------------------------------------------- */

uint32_t hw_module_os_abi(const struct hw_module *module)
{
    if (module->os_abi)
        return module->os_abi;
    return hw_cubin_chip(module->target) >= CUBIN_CHIP_NEW ? CUBIN_OSABI_NEW : CUBIN_OSABI;
}

/* What stands in e_flags of a module that was built from nothing. */
static uint32_t default_flags(uint32_t os_abi, uint32_t chip, bool wide)
{
    if (is_new(os_abi))
        return wide ? CUBIN_FLAGS_64BIT_NEW : 0;
    return CUBIN_FLAGS_TEXMODE | chip << CUBIN_FLAGS_VIRTUAL_SHIFT |
           (chip > CUBIN_TESLA_LAST && wide ? CUBIN_FLAGS_64BIT : 0);
}

static hw_status check_target(const struct hw_module *module, struct hw_target_name *name,
                              struct hw_error *error)
{
    const enum hw_accelerated said = hw_compat_of(module);
    if (!hw_target_name_read(module->target, "sm_", name) || name->capability < CUBIN_CHIP_FIRST ||
        name->capability > CUBIN_CHIP_MASK)
        return hw_fail(error, HW_ERR_UNSUPPORTED, HW_MODULE_ERROR,
                       "the target %.40s cannot be written as an ELF cubin; expected sm_%u to sm_%u",
                       module->target, CUBIN_CHIP_FIRST, CUBIN_CHIP_MASK);
    if (said != HW_ACCELERATED_UNSAID &&
        (said == HW_ACCELERATED_YES) != (name->suffix == HW_TARGET_ACCELERATED))
        return hw_fail(error, HW_ERR_UNSUPPORTED, HW_MODULE_ERROR,
                       "the target is %.40s, and section " CUBIN_COMPAT
                       " says that the code is%s for one chip alone; expected sm_%u%s",
                       module->target, said == HW_ACCELERATED_YES ? "" : " not", name->capability,
                       said == HW_ACCELERATED_YES ? "a" : "");
    return HW_OK;
}

hw_status hw_cubin_flags_write(const struct hw_module *module, bool wide, uint32_t *flags,
                               struct hw_error *error)
{
    const uint32_t os_abi = hw_module_os_abi(module);
    struct hw_target_name name;
    hw_status status = check_target(module, &name, error);
    if (status)
        return status;
    const uint32_t taken = hw_cubin_flags_target(os_abi, name.capability);
    if (module->elf_flags & taken)
        return hw_fail(error, HW_ERR_RANGE, HW_MODULE_ERROR,
                       "the ELF flags 0x%x have bits where the target goes; expected 0 in those of 0x%x",
                       module->elf_flags, taken);
    *flags = module->elf_flags ? module->elf_flags : default_flags(os_abi, name.capability, wide);
    *flags |= name.capability << chip_shift(os_abi);
    if (name.suffix == HW_TARGET_ACCELERATED && hw_compat_of(module) == HW_ACCELERATED_UNSAID &&
        !hw_compat_is_made(module))
        *flags |= accelerated_flag(os_abi);
    return HW_OK;
}

void hw_cubin_flags_drop_capsule(struct hw_module *module)
{
    if (is_new(module->os_abi) && module->elf_flags & CUBIN_FLAGS_CAPSULE)
        module->elf_flags ^= CUBIN_FLAGS_CAPSULE | CUBIN_FLAGS_64BIT_NEW;
}

uint32_t hw_cubin_flags_add_note(uint32_t os_abi, uint32_t flags, uint32_t section)
{
    return is_new(os_abi) && !(flags >> NOTE_SHIFT) && section <= NOTE_MOST ? flags | section << NOTE_SHIFT
                                                                            : flags;
}
