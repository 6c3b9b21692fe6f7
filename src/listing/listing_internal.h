/* SPDX-License-Identifier: MIT */
/* The files of src/listing share this header: code as lines with labels, and the two forms of listing. */
#ifndef HW_LISTING_LISTING_INTERNAL_H
#define HW_LISTING_LISTING_INTERNAL_H

#include <halfwarp/listing.h>

#include "module/module_internal.h"

/* One line of code: an instruction, or 4 or 8 bytes that cannot be one where they stand. */
struct hw_code_line {
    uint32_t address;
    uint32_t target;      /* the code address that it names, HW_NO_TARGET: none */
    uint32_t label;       /* its number among the labelled lines */
    bool raw;             /* a long instruction that is cut off or misaligned: only its words count */
    bool labelled;        /* something refers to it */
    bool entered;         /* something may jump there */
    const char *function; /* that begins here within the kernel's code: its name, where it can be a label */
};
#define HW_NO_TARGET UINT32_MAX

/* A kernel's code, line by line; instructions are decoded again where they are needed.  Control words are no
 * lines: their bits belong to the instructions. */
struct hw_code_lines {
    const struct hw_module *module;
    const struct hw_kernel *kernel;
    const struct hw_target *target;
    struct hw_code_line *list;
    size_t count;
    uint64_t base; /* added to the addresses that text shows */
    bool symbolic; /* operands that relocations fill are printed as symbols */
};

/* Find the lines of a kernel's code, and label those that instructions, records and relocations refer to. The
 * caller frees lines->list. */
hw_status hw_code_lines_read(const struct hw_target *target, const struct hw_module *module,
                             const struct hw_kernel *kernel, struct hw_code_lines *lines,
                             struct hw_error *error);

/* The line that begins at an address, or NULL. */
const struct hw_code_line *hw_code_line_at(const struct hw_code_lines *lines, uint64_t address);

/* The instruction of a line, without a form where the line is raw. */
void hw_code_line_insn(const struct hw_code_lines *lines, const struct hw_code_line *line,
                       struct hw_insn *insn);

/* How labels of our own listings begin; the address of the instruction follows.  A name with this at its end
 * is the address of the instruction itself, where jumps would go to the control word before it. */
#define HW_LABEL_PREFIX "L_"
#define HW_LABEL_EXACT  ".insn"

/* What NVIDIA's names of relocations begin with; hw_reloc_kind leaves it out. */
#define HW_RELOC_PREFIX "R_CUDA_"

/* Print an instruction with its jump target as a label: `prefix` (at most 16 characters) and the target's
 * address in hexadecimal, in decuda's language the label's number.  `text` holds HW_TEXT_MAX characters. */
void hw_code_line_print(const struct hw_code_lines *lines, const struct hw_code_line *line,
                        const struct hw_insn *insn, enum hw_syntax syntax, const char *prefix, char *text);

/* The comment that names the values of a kernel's constants that an instruction reads; false for none. */
bool hw_code_constants(const struct hw_kernel *kernel, const struct hw_insn *insn, char *text, size_t size);

/* The end of a text: it goes to the caller, or is freed where `status` is an error, or memory was short. */
hw_status hw_listing_finish(struct hw_buffer *out, hw_status status, char **text, size_t *length,
                            struct hw_error *error);

/* The two forms: ours, with NVIDIA's text, and that of decuda and cudasm. */
hw_status hw_listing_write_nv(const struct hw_module *module, const struct hw_target *target,
                              const struct hw_listing_options *options, struct hw_buffer *out,
                              struct hw_error *error);
hw_status hw_listing_write_decuda(const struct hw_module *module, const struct hw_target *target,
                                  const struct hw_listing_options *options, struct hw_buffer *out,
                                  struct hw_error *error);
hw_status hw_listing_read_decuda(const char *text, const char *target, struct hw_module **module,
                                 struct hw_listing_errors *errors);
hw_status hw_listing_read_nv(const char *text, int syntax, const char *target, struct hw_module **module,
                             struct hw_listing_errors *errors);

#endif
