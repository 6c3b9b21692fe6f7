/* SPDX-License-Identifier: MIT */
/* The listing parser's state is the current line's tokens and the declarations that are open.
 *
 * Declarations that have data (`.const` with `.u32` lines below it) stay open until the next directive and
 * are added to the module then. */
#ifndef HW_LISTING_READ_H
#define HW_LISTING_READ_H

#include "listing/assemble.h"
#include "listing/listing_internal.h"

enum hw_open_section {
    HW_OPEN_NONE = 0,
    HW_OPEN_CODE,
    HW_OPEN_CONST,
    HW_OPEN_RELOC,
    HW_OPEN_INFO,
    HW_OPEN_SECTION
};

/* A word of a record that is an instruction's label: known when the kernel's code is. */
struct hw_fixup {
    size_t record, offset; /* number of the record, and where in its data */
    char *label;
    uint32_t line, column;
};

/* The labels of a kernel that has been read, for relocations of its code. */
struct hw_label_position {
    const struct hw_kernel *kernel;
    struct hw_assembly code; /* its labels; no lines */
};

/* An operand of a kernel that has been read, for the relocation that fills it. */
struct hw_symbolic_operand {
    struct hw_kernel *kernel;
    uint32_t address;
    char *name;
    uint64_t addend;
    uint32_t line, column;
    bool is_taken; /* a relocation has filled it */
};

struct hw_reader {
    const char *at, *end; /* the rest of the current line, comments removed at `end` */
    const char *line_start;
    uint32_t line;
    enum hw_syntax syntax; /* of the instructions */
    bool native;           /* that of the target, once it is known */
    struct hw_target target;
    const char *default_target;
    struct hw_module *module;
    struct hw_kernel *kernel; /* the open one, or NULL */
    bool has_target;          /* .target has been read */
    bool is_over;             /* what follows is another listing's */
    bool has_registers;       /* it has said how many */
    struct hw_assembly code;
    struct hw_fixup *fixups; /* of the open kernel */
    size_t fixup_count;
    struct hw_label_position *label_position;
    size_t label_position_count;
    struct hw_symbolic_operand *symbolic;
    size_t symbolic_count;
    bool in_comment; /* a block comment goes on */
    enum hw_open_section open;
    uint32_t opened;   /* the line of the open item */
    char *name;        /* of the open item, or NULL */
    char *link, *info; /* of a section: the sections that it refers to */
    char **names;      /* of a record: symbols */
    size_t name_count;
    uint64_t number[6]; /* its numbers */
    bool flag;
    struct hw_buffer data;
    bool has_data;
    struct hw_extras *extras; /* where `.extra` goes */
    struct hw_listing_errors *errors;
    struct hw_error *error; /* of the line that is read, in `wrong` */
    struct hw_error wrong;
    bool lost; /* the last directive was wrong: data behind it has no item */
};

/* --- read_tokens.c: errors and words --- */

/* An error at the current position. */
hw_status hw_read_fail_here(struct hw_reader *r, hw_status status, const char *sentence);
/* Give an error of the module's own functions the line, or that of the open item; passes `status` on. */
hw_status hw_read_located(struct hw_reader *r, hw_status status);
hw_status hw_read_located_item(struct hw_reader *r, hw_status status);
void hw_read_skip_blanks(struct hw_reader *r);
bool hw_read_at_end(struct hw_reader *r);
/* The next word, up to a blank or comma; its length, 0 at the end of the line. */
size_t hw_read_parse_token(struct hw_reader *r, const char **word);
/* Whether the line goes on with this word, which is taken then. */
bool hw_read_parse_keyword(struct hw_reader *r, const char *keyword);
hw_status hw_read_parse_number(struct hw_reader *r, uint64_t most, uint64_t *value);
/* Some 32-bit numbers into r->number. */
hw_status hw_read_parse_numbers(struct hw_reader *r, unsigned first, unsigned count);
/* A word without blanks; *name is replaced. */
hw_status hw_read_parse_name(struct hw_reader *r, char **name);
/* A quoted string with \", \\ and octal escapes. */
hw_status hw_read_parse_string(struct hw_reader *r, struct hw_buffer *out);

/* --- read_items.c: what is open --- */
hw_status hw_read_close_item(struct hw_reader *r);
/* Forget what is open, if its directive was wrong. */
void hw_read_drop_item(struct hw_reader *r);
/* One name more for the item: a word without blanks, or quoted. */
hw_status hw_read_add_name(struct hw_reader *r);
void hw_read_free_names(struct hw_reader *r);
/* Close what is open and begin an item: its numbers are 0 and it has no names. */
hw_status hw_read_open_item(struct hw_reader *r, enum hw_open_section kind);

/* --- read_labels.c: labels outside of code --- */
/* A label in the data of the open record. */
hw_status hw_read_label_word(struct hw_reader *r);
/* Data: `.u32` and `.u8` lines. */
hw_status hw_read_words(struct hw_reader *r);
hw_status hw_read_bytes(struct hw_reader *r);
/* The open kernel's code has been assembled: put labels into its records, and keep them. */
hw_status hw_read_resolve_labels(struct hw_reader *r);
/* The address of a label of an earlier kernel, by its section; HW_NO_ADDRESS where there is none. */
uint32_t hw_read_label_address(const struct hw_reader *r, const char *section, const char *label,
                               size_t length);
void hw_read_free_labels(struct hw_reader *r);
void hw_read_free_fixups(struct hw_reader *r);
/* The open record was wrong, so the kernel does not have it: forget the labels in its data. */
void hw_read_drop_fixups(struct hw_reader *r);

/* --- read_symbolic.c: operands that relocations fill --- */
/* Keep those of the open kernel, whose code has been assembled; before hw_read_resolve_labels. */
hw_status hw_read_keep_symbolic(struct hw_reader *r);
/* A relocation has been read: fill the operand at its place, if one is there. */
hw_status hw_read_fill_symbolic(struct hw_reader *r, const struct hw_reloc *reloc);
/* Whether all are filled. */
hw_status hw_read_check_symbolic(struct hw_reader *r);
void hw_read_free_symbolic(struct hw_reader *r);

/* --- read_elf.c: directives of what only ELF cubins have --- */
hw_status hw_read_section(struct hw_reader *r);
hw_status hw_read_symbol(struct hw_reader *r);
hw_status hw_read_relocate(struct hw_reader *r);
hw_status hw_read_info(struct hw_reader *r);

/* --- read_directives.c --- */

/* Make the module of the default target unless there is one. */
hw_status hw_read_need_module(struct hw_reader *r);
hw_status hw_read_need_kernel(struct hw_reader *r);
/* That of the instructions. */
enum hw_syntax hw_read_syntax(const struct hw_reader *r);
/* The error for a word that is none, with those that are near. */
hw_status hw_read_no_directive(struct hw_reader *r, const char *word, size_t length);
/* Whether a word is a directive, and if so read the rest of its line. */
bool hw_read_is_directive(const char *word, size_t length);
hw_status hw_read_directive(struct hw_reader *r, const char *word, size_t length);

/* --- read_lines.c: what both forms of listing share --- */

/* Read a text line by line and hand the module out.  `line` gets each line, which it may write to. */
typedef hw_status hw_read_line_fn(struct hw_reader *r, char *line, char *end);
hw_status hw_read_all(struct hw_reader *r, const char *text, hw_read_line_fn *line,
                      struct hw_module **module);
/* `name:` at the beginning of the line, as often as it stands there. */
hw_status hw_read_labels(struct hw_reader *r);
/* The rest of the line is an instruction. */
hw_status hw_read_instruction(struct hw_reader *r);

#endif
