/* SPDX-License-Identifier: MIT */
/* The files of src/module share this header: growing arrays, an output buffer, the readers and writers. */
#ifndef HW_MODULE_MODULE_INTERNAL_H
#define HW_MODULE_MODULE_INTERNAL_H

#include <halfwarp/module.h>

/* The module name in every error of this directory. */
#define HW_MODULE_ERROR "module"

/* What stands between the name of a symbol, section or kernel and its number where a file has the name
 * again. */
#define HW_NAME_COPY "#"

/* Make room for one more element of `size` bytes in *array, which holds `count`; the room doubles, so
 * appending is cheap without a capacity field.  *array is unchanged on failure. */
bool hw_module_grow(void *array, size_t count, size_t size);

/* Free an array of constants and all in it. */
void hw_module_free_consts(struct hw_const **consts, size_t count);

/* Free a part and all in it; the first two also the structure itself. */
void hw_kernel_free(struct hw_kernel *kernel);
void hw_symbol_free(struct hw_symbol *symbol);
void hw_reloc_clear(struct hw_reloc *reloc);
void hw_section_clear(struct hw_section *section);
void hw_nv_info_clear(struct hw_nv_info *info);

hw_status hw_module_no_memory(struct hw_error *error);

/* Copy of `length` bytes as a string; NULL when out of memory. */
char *hw_module_copy_text(const char *text, size_t length);

static inline size_t hw_round_up4(size_t bytes)
{
    return (bytes + 3) & ~(size_t)3;
}

/* Little-endian fields in byte strings. */
static inline uint32_t hw_get16(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8;
}

static inline uint32_t hw_get32(const uint8_t *p)
{
    return hw_get16(p) | hw_get16(p + 2) << 16;
}

static inline void hw_put16(uint8_t *p, uint32_t value)
{
    p[0] = (uint8_t)value;
    p[1] = (uint8_t)(value >> 8);
}

static inline void hw_put32(uint8_t *p, uint32_t value)
{
    hw_put16(p, value);
    hw_put16(p + 2, value >> 16);
}

/* Output that grows.  A failed allocation is remembered: writers need to look only once, at the end. */
struct hw_buffer {
    uint8_t *bytes;
    size_t length;
    size_t capacity;
    bool failed;
};

void hw_buffer_add(struct hw_buffer *buffer, const void *bytes, size_t length);
void hw_buffer_zero(struct hw_buffer *buffer, size_t length);
void hw_buffer_u32(struct hw_buffer *buffer, uint32_t value);
void hw_buffer_printf(struct hw_buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Whether the module is for sm_1x. */
bool hw_module_is_tesla(const struct hw_module *module);

/* --- kernel_code.c --- */

/* Whether a section is the code of this kernel: ".text." and its name. */
bool hw_is_code_of(const char *section, const struct hw_kernel *kernel);
/* That section; NULL: the module has none. */
const struct hw_section *hw_code_section(const struct hw_module *module, const struct hw_kernel *kernel);
/* The relocation that fills an operand of the instruction at an address; NULL: none does. */
const struct hw_reloc *hw_operand_reloc(const struct hw_module *module, const struct hw_kernel *kernel,
                                        uint64_t address);

/* One reader and one writer a container; arguments as in hw_module_read and hw_module_write. */
hw_status hw_cubin_text_read(const char *text, size_t length, struct hw_module **module,
                             struct hw_error *error);
void hw_cubin_text_write(const struct hw_module *module, struct hw_buffer *out);
hw_status hw_cubin_elf_read(const uint8_t *bytes, size_t length, struct hw_module **module,
                            struct hw_error *error);
hw_status hw_cubin_elf_write(const struct hw_module *module, bool wide, struct hw_buffer *out,
                             struct hw_error *error);

#endif
