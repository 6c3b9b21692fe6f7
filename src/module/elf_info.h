/* The records of .nv.info sections: two bytes of format and attribute, a 16-bit value, and for format 4 that
 * many bytes of data.  Meanings as public cubins and their sources show them; the rest is carried along.
 *
 *   03 18 n            n bytes of parameters
 *   04 17 12 bytes     a parameter: 0, ordinal and offset (16 bits each), flags (18 bits) and bytes (14 bits)
 *   04 02 8 bytes      a texture that this kernel reads: its symbol, its texture unit
 *   04 07 16 bytes     (of the module) a texture's symbol, and three words of ones
 *   04 05 12 bytes     the launch bounds' block size */
#ifndef HW_MODULE_ELF_INFO_H
#define HW_MODULE_ELF_INFO_H

#include "module/elf_file.h"

/* Read the records of `section` into `infos`; a kernel's parameters go into `kernel` (NULL for the module's
 * records) and texture units into the module's samplers. */
hw_status hw_elf_infos_read(const struct hw_elf_file *file, const struct hw_elf_section *section,
                            struct hw_module *module, struct hw_kernel *kernel, struct hw_infos *infos,
                            struct hw_error *error);

/* Append the records of a kernel, or with NULL those of the module.  `sampler_symbols` holds the symbol
 * index of each sampler. */
void hw_elf_infos_write(const struct hw_module *module, const struct hw_kernel *kernel,
                        const uint32_t *sampler_symbols, struct hw_buffer *out);

#endif
