/* SPDX-License-Identifier: MIT */
/* An instruction set is found by name; its instructions are decoded, encoded, printed and parsed.
 *
 * All functions here take a pointer and a length, allocate nothing and keep no state, so they may be called
 * from any number of threads.  Their tables are made from the files in isa/.
 *
 * Stability: nearly stable. */
#ifndef HALFWARP_ISA_H
#define HALFWARP_ISA_H

#include <halfwarp/insn.h>
#include <halfwarp/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Program types.  They decide which forms are legal: only compute programs have shared memory. */
enum hw_program_type {
    HW_PROGRAM_CP = 0,
    HW_PROGRAM_VP,
    HW_PROGRAM_GP,
    HW_PROGRAM_FP,
    HW_PROGRAM_TCP,
    HW_PROGRAM_TEP, /* tessellation control and evaluation: from Fermi on */
    HW_PROGRAM_COUNT
};

/* Dialects of text: that of NVIDIA's disassemblers from CUDA 5.0 on, of CUDA 4.1 and 4.2, of 3.2 and 4.0,
 * and the language of decuda and cudasm (Tesla only). */
enum hw_syntax { HW_SYNTAX_NV = 0, HW_SYNTAX_NV42, HW_SYNTAX_NV40, HW_SYNTAX_DECUDA };

struct hw_isa; /* the tables of one instruction set: static, read-only */

/* What code is decoded for: an instruction set, one of its chip variants, a program type. */
struct hw_target {
    const struct hw_isa *isa;
    uint8_t chip;    /* index of the variant within the ISA */
    uint8_t program; /* enum hw_program_type */
};

/* Find a target by name: a compute capability ("sm_10", "sm_13"), a variant ("g80", "gt215") or a
 * chip ("g92").  The program type is set to compute.  HW_ERR_NOT_FOUND lists the compute capabilities. */
hw_status hw_target_find(const char *name, struct hw_target *target, struct hw_error *error);

/* NVIDIA's dialect in the listings of a target's own time: listings for compute capabilities 1.0 and 1.1 are
 * CUDA 4's, those for others are later. */
enum hw_syntax hw_target_syntax(const struct hw_target *target);

/* HW_ERR_NOT_FOUND if a target's code has no text of this kind: decuda's language is for Tesla only. */
hw_status hw_target_check_syntax(const struct hw_target *target, enum hw_syntax syntax,
                                 struct hw_error *error);

/* "cp", "vp", "gp", "fp", "tcp", "tep" -> enum hw_program_type; HW_ERR_NOT_FOUND otherwise. */
hw_status hw_program_find(const char *name, uint8_t *program, struct hw_error *error);
const char *hw_program_name(unsigned program);
/* Whether an ISA has programs of the type: Tesla has no tessellation. */
bool hw_isa_has_program(const struct hw_isa *isa, unsigned program);

/* The ISAs in the order of their age; NULL past the last. */
const struct hw_isa *hw_isa_at(unsigned index);
const char *hw_isa_name(const struct hw_isa *isa);
/* Names of the chip variants of an ISA; NULL past the last. */
const char *hw_isa_chip(const struct hw_isa *isa, unsigned index);
/* How many instructions stand behind each word of scheduling bits; 0: the target's code has no such words. */
unsigned hw_target_group(const struct hw_target *target);
/* The forms of an ISA in the order of its file; NULL past the last. */
const struct hw_form *hw_isa_form(const struct hw_isa *isa, unsigned index);

/* Decode the instruction at `code`.
 *
 * `length` is how many bytes there are; it may be larger than the instruction and is used only to prevent
 * reading past the end.  The byte order is little-endian.  An unknown word is not an error: insn->form is
 * NULL then, and insn->bytes says how far to skip.  Errors: HW_ERR_FORMAT if `length` is too short for the
 * instruction that begins there. */
hw_status hw_decode(const struct hw_target *target, const void *code, size_t length, struct hw_insn *insn);

/* The same for a word of exactly `length` bytes: a word that begins with a shorter instruction is unknown. */
hw_status hw_decode_word(const struct hw_target *target, const void *code, size_t length,
                         struct hw_insn *insn);

/* The length of an ISA's shortest instructions.  All instructions stand at multiples of it. */
unsigned hw_isa_unit(const struct hw_isa *isa);

/* The length of the instruction with this first byte. */
unsigned hw_insn_length(const struct hw_target *target, uint8_t first);

/* Decode the instruction at or behind byte *offset of a function's code.
 *
 * The code begins at code[0], on a group boundary.  Where the ISA keeps scheduling bits in words of their own
 * (Maxwell: one before every three instructions), such a word at *offset is skipped, and insn->control gets
 * the instruction's share.  Elsewhere this is hw_decode with insn->control HW_NO_CONTROL.  (A group of
 * Kepler's that begins with an instruction is such a case: compilers omit the control word of the last
 * group.) *offset becomes the offset of the instruction itself; the next one begins insn->bytes behind it.
 *
 * Where instructions have two lengths, long ones stand at multiples of theirs.  A misaligned one is an
 * unknown word of the shorter length, so that decoding goes on at such a multiple.  Errors: HW_ERR_FORMAT if
 * `length` ends before or in the instruction. */
hw_status hw_decode_code(const struct hw_target *target, const void *code, size_t length, size_t *offset,
                         struct hw_insn *insn);

/* The instructions of a function's code that have unknown bits (insn->unknown), whether they are reached or
 * not. */
struct hw_unknown_bits {
    size_t count;
    size_t pc; /* the first: its offset in the code, and the instruction */
    struct hw_insn insn;
};
void hw_code_unknown(const struct hw_target *target, const void *code, size_t length,
                     struct hw_unknown_bits *found);
/* The same as a sentence for people, if there are any: HW_SENTENCE_MAX bytes hold it. */
void hw_unknown_bits_print(const struct hw_unknown_bits *found, const struct hw_target *target, char *text,
                           size_t size);

/* Encode: rebuild insn->word from insn->form, insn->field, insn->ignored, insn->unknown and, where an
 * instruction's own word has its scheduling bits (from Volta on), insn->control.  Bits beyond a field's width
 * are dropped.  If the form is NULL, the words stay as they are. */
void hw_encode(struct hw_insn *insn);

/* Encode, as hw_encode does, and store the word as insn->bytes bytes, little-endian.
 *
 * So what was changed by hand behind hw_decode or hw_parse counts: fields, and `control` from Volta on. The
 * text decides `control` in hw_parse, so set it behind that.  In code with control words (Kepler to Pascal)
 * an instruction's word does not have them: store all instructions of a group first, then call
 * hw_code_set_control (scheduling_bits.h) for each. */
void hw_insn_store(const struct hw_insn *insn, void *code);

/* Print one instruction.  `address` is its byte address, for targets that text shows relative to it. At most
 * `size` bytes are written including the NUL; the return value is the length of the whole text (as with
 * snprintf).  Notes behind " # " hold what text cannot carry; hw_parse reads them.  An unknown word prints as
 * ".word 0x... # unknown". HW_TEXT_MAX bytes hold any instruction. */
#define HW_TEXT_MAX 320
/* The same for a sentence about an instruction. */
#define HW_SENTENCE_MAX (HW_TEXT_MAX + 160)
size_t hw_print(const struct hw_insn *insn, enum hw_syntax syntax, uint64_t address, char *text, size_t size);

/* Parse one instruction as hw_print writes it (blanks are free, case is not). On success insn is complete, as
 * if decoded.  On failure HW_ERR_SYNTAX, HW_ERR_RANGE or HW_ERR_NOT_FOUND; error->column is the position of
 * the error and error->text says what was expected there. */
hw_status hw_parse(const struct hw_target *target, enum hw_syntax syntax, const char *text, uint64_t address,
                   struct hw_insn *insn, struct hw_error *error);

/* About forms, for reference manuals, fuzzers and tools. */
const char *hw_form_name(const struct hw_form *form);     /* unique within the ISA: "fadd.long.rr" */
const char *hw_form_mnemonic(const struct hw_form *form); /* "FADD" */
unsigned hw_form_bytes(const struct hw_form *form);
const char *hw_form_picture(const struct hw_form *form); /* 32, 64 or 128 characters, high bit first */
const char *hw_form_unit(const struct hw_form *form);    /* timing class: "alu", "sfu", "mem", ... */
const char *hw_form_summary(const struct hw_form *form); /* what it does, one line */
unsigned hw_form_op(const struct hw_form *form);         /* enum hw_op */
bool hw_form_legal(const struct hw_form *form, unsigned chip, unsigned program);
unsigned hw_form_field_count(const struct hw_form *form);
const char *hw_form_field_name(const struct hw_form *form, unsigned field);
unsigned hw_form_field_bits(const struct hw_form *form, unsigned field);
/* The form's fixed bits, and their values. */
void hw_form_fixed(const struct hw_form *form, uint64_t mask[2], uint64_t value[2]);

#ifdef __cplusplus
}
#endif
#endif
