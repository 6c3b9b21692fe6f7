/* What the files of src/listing share: code as lines with labels, and the two forms of listing. */
#ifndef HW_LISTING_INTERNAL_H
#define HW_LISTING_INTERNAL_H

#include <halfwarp/listing.h>

#include "module/internal.h"

/* One line of code: an instruction, or 4 or 8 bytes that cannot be one where they stand. */
struct hw_code_line {
    uint32_t address;
    bool raw;       /* a long instruction that is cut off or misaligned: only its words count */
    bool labelled;  /* something jumps here */
    uint32_t label; /* its number among the labelled lines */
    struct hw_insn insn;
};

struct hw_code_lines {
    struct hw_code_line *list;
    size_t count;
};

/* Decode a kernel's code.  The caller frees lines->list. */
hw_status hw_code_lines_read(const struct hw_target *target, const struct hw_kernel *kernel,
                             struct hw_code_lines *lines, struct hw_error *error);
/* The line at an address, or NULL where none begins. */
const struct hw_code_line *hw_code_line_at(const struct hw_code_lines *lines, uint64_t address);
/* Where the instruction jumps to, if it names a code address. */
bool hw_code_target_of(const struct hw_insn *insn, uint64_t *address);

/* Print an instruction with its jump target as a label, `prefix` and the address in hexadecimal (in decuda's
 * language the label's number).  `text`
 * holds HW_TEXT_MAX characters and `prefix` at most 16.  `notes` gets what stands behind ` # `, or "". */
void hw_code_line_print(const struct hw_code_lines *lines, const struct hw_code_line *line,
                        enum hw_syntax syntax, const char *prefix, char *text, const char **notes);

/* The comment that names the values of a kernel's constants that an instruction reads; false for none. */
bool hw_code_constants(const struct hw_kernel *kernel, const struct hw_insn *insn, char *text, size_t size);

/* The two forms: ours, with NVIDIA's text, and that of decuda and cudasm. */
hw_status hw_listing_write_nv(const struct hw_module *module, const struct hw_target *target,
                              const struct hw_listing_options *options, struct hw_buffer *out,
                              struct hw_error *error);
hw_status hw_listing_write_decuda(const struct hw_module *module, const struct hw_target *target,
                                  const struct hw_listing_options *options, struct hw_buffer *out,
                                  struct hw_error *error);
hw_status hw_listing_read_decuda(const char *text, const char *target, struct hw_module **module,
                                 struct hw_error *error);
hw_status hw_listing_read_nv(const char *text, const char *target, struct hw_module **module,
                             struct hw_error *error);

#endif
