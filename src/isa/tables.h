/* SPDX-License-Identifier: MIT */
/* These structures are the generated tables of an instruction set: what tools/isagen makes of a file in isa/.
 *
 * A form (struct hw_form) is one fixed bit pattern with fixed kinds of operands.  It knows its fields and,
 * for each dialect, the items of its text: literals, modifier tables and operand primitives.  Decoder,
 * encoder, printer, parser and hw_insn_semantics all interpret these tables; none of them knows an
 * instruction.
 *
 * Forms and what they consist of have no pointers, because the loader would have to relocate each pointer
 * when the library is loaded.  They have indices into the texts and arrays of their ISA. */
#ifndef HW_ISA_TABLES_H
#define HW_ISA_TABLES_H

#include "isa/bits.h"
#include "isa/timing.h"

#include <halfwarp/isa.h>

#define HW_FIELD_PARTS  3
#define HW_ELEMENT_ARGS 5
#define HW_NO_FIELD     0xff
#define HW_NO_ZERO      0xffff
#define HW_NO_SLOT      0xff
#define HW_SPARE        0xfd /* an argument that is bits which the form ignores or does not know */
#define HW_ALWAYS       0xfe /* a mark (negation, ...) that every instruction of the form has */

/* The languages that the texts of forms are in; the dialects of enum hw_syntax are forms of writing one of
 * them.
 */
enum hw_language { HW_LANGUAGE_NV = 0, HW_LANGUAGE_DECUDA, HW_LANGUAGE_COUNT };

/* The texts of a form: one a language, a second spelling of decuda's that is only read, and NVIDIA's of older
 * days. */
enum hw_text {
    HW_TEXT_NV = HW_LANGUAGE_NV,
    HW_TEXT_DECUDA = HW_LANGUAGE_DECUDA,
    HW_TEXT_CUDASM,
    HW_TEXT_NV42,
    HW_TEXT_NV40,
    HW_TEXT_COUNT
};

/* Which of them is written in a dialect, and read too, except decuda's second spelling. */
static inline enum hw_text hw_text_of(enum hw_syntax syntax)
{
    static const uint8_t texts[] = {[HW_SYNTAX_NV] = HW_TEXT_NV,
                                    [HW_SYNTAX_NV42] = HW_TEXT_NV42,
                                    [HW_SYNTAX_NV40] = HW_TEXT_NV40,
                                    [HW_SYNTAX_DECUDA] = HW_TEXT_DECUDA};
    return (enum hw_text)texts[syntax];
}

static inline enum hw_language hw_language_of(enum hw_syntax syntax)
{
    return syntax == HW_SYNTAX_DECUDA ? HW_LANGUAGE_DECUDA : HW_LANGUAGE_NV;
}

/* The dialects of CUDA 4 and before. */
static inline bool hw_is_old(enum hw_syntax syntax)
{
    return syntax == HW_SYNTAX_NV42 || syntax == HW_SYNTAX_NV40;
}

struct hw_field {
    uint32_t name; /* in the ISA's texts */
    uint8_t bits;  /* width */
    uint8_t parts;
    struct hw_bits part[HW_FIELD_PARTS]; /* low bits first */
    uint32_t preset;                     /* the value that text does not mention */
    uint16_t zero;                       /* the register number that is RZ, or HW_NO_ZERO */
    uint8_t slot;                        /* slot of the operand cache, or HW_NO_SLOT */
    bool uniform;                        /* a register or predicate of the uniform datapath */
};

/* One (modifier, value) that a form or a table entry sets in hw_semantics.mod. */
struct hw_setting {
    uint8_t mod, value;
};

/* One text of a modifier.  Of a value's entries the first is the one that is written. */
struct hw_enum_entry {
    uint8_t value;
    uint8_t length; /* of the text */
    const char *text;
    struct hw_setting set[2]; /* mod HW_MODIFIER_COUNT: none */
};
struct hw_enum {
    const char *expected; /* for errors: its texts, or "a modifier" */
    uint8_t count;        /* of entries */
    uint8_t values;       /* of values that have a text */
    uint8_t raw;          /* the modifier that gets the value itself, or HW_MODIFIER_COUNT */
    const struct hw_enum_entry *entry;
    const uint8_t *index; /* value -> entry, 0xff: no text */
    uint16_t index_count;
};

/* An argument of a primitive: a field of the form, a value that the form fixes, or spare bits of the word. */
struct hw_arg {
    uint8_t field; /* HW_NO_FIELD: `value`; HW_SPARE: the bits from bit `value` on */
    uint8_t value;
    uint8_t bits; /* width */
};

struct hw_element {
    uint8_t kind; /* enum hw_element_kind, primitives.h */
    uint8_t arg_count;
    uint8_t neg, abs, inv; /* field that marks it, HW_NO_FIELD or HW_ALWAYS */
    uint8_t length;        /* of the literal */
    uint8_t isa;           /* enum hw_isa_number */
    struct hw_arg arg[HW_ELEMENT_ARGS];
    uint16_t table; /* number of the modifier table, or of names that a primitive uses; 0: none */
    uint32_t text;  /* literal, in the ISA's texts */
};

struct hw_mask {
    uint64_t mask[2], value[2];
};

/* Which scheduling bits an instruction may have in its own word (scheduling_bits_check.c): any; of fixed
 * latency, which may set scoreboards or never does; or of a latency that varies, setting both scoreboards,
 * that of its sources or none. */
enum hw_sets {
    HW_SETS_ANY = 0,
    HW_SETS_FIXED,
    HW_SETS_NEVER,
    HW_SETS_BOTH,
    HW_SETS_WRITE,
    HW_SETS_READ,
    HW_SETS_NONE
};

struct hw_form {
    uint32_t name, mnemonic, summary, picture; /* in the ISA's texts */
    uint8_t isa;                               /* enum hw_isa_number */
    uint8_t bytes;
    uint16_t op;        /* enum hw_op */
    uint8_t timing;     /* enum hw_timing_class */
    uint16_t chips;     /* bit a chip variant: it decodes the form */
    uint16_t assembled; /* bit a chip variant: it has the instruction, so `as` takes it */
    uint16_t
        dont_care_chips; /* bit a chip variant: it ignores the bits `dont_care`, which are 0 to the others */
    uint8_t programs;    /* bit an enum hw_program_type */
    uint8_t sets;        /* enum hw_sets */
    uint8_t slots;       /* bit a slot of the operand cache: a register is read through it */
    uint8_t field_count, setting_count, never_count;
    struct hw_mask fixed;
    struct hw_mask ignored; /* bits that the chip ignores; value: what `as` writes there */
    uint64_t unknown[2];    /* bits that belong to no field */
    uint64_t dont_care[2];  /* fixed bits that some chips ignore: set, they are unknown bits */
    struct hw_bits control; /* scheduling bits in its own word; none where they stand in others */
    /* The first ones, in the ISA's arrays. */
    uint32_t never; /* masks: words that match `fixed` but belong to other forms */
    uint32_t field, setting, item[HW_TEXT_COUNT];
    uint8_t item_count[HW_TEXT_COUNT];
};

/* Decision tree over the word: a node tests `bits` bits from `shift`; bits 0: a leaf. */
struct hw_node {
    uint8_t shift, bits;
    uint32_t next; /* first child, or first entry in `leaf` */
};
struct hw_tree {
    const struct hw_node *node; /* NULL: the instruction set has no such programs */
    const int16_t *leaf;        /* form numbers, each list closed by -1 */
};

/* The forms whose text begins with a word, in the order in which the parser tries them. */
struct hw_mnemonic {
    const char *name;
    uint32_t first, count; /* in hw_isa.candidate[text] */
};

struct hw_alias {
    const char *name;
    uint8_t chip;
};

/* Where an instruction's scheduling bits lie: in a word before its group, or in its own word. */
struct hw_control {
    uint16_t chips;       /* bit a chip variant: its code has them */
    uint8_t kind;         /* enum hw_sched_kind */
    uint8_t group;        /* instructions behind each control word; 0: each has its bits in its own word */
    uint8_t bits;         /* for each instruction */
    uint8_t first, end;   /* [first, end) of the control word, or of the instruction's own */
    uint16_t merged;      /* bit a chip variant: of two sources, the second has the slots 1 and 2 */
    uint64_t mask, value; /* the fixed bits of a control word: a word that lacks them is an instruction */
};

/* The order in which they are listed. */
enum hw_isa_number {
    HW_ISA_TESLA = 0,
    HW_ISA_FERMI,
    HW_ISA_KEPLER,
    HW_ISA_MAXWELL,
    HW_ISA_VOLTA,
    HW_ISA_BLACKWELL,
    HW_ISA_COUNT
};

struct hw_isa {
    const char *name;
    uint8_t min_bytes, max_bytes;    /* if they differ, a bit of the first byte marks the shorter form: */
    uint8_t short_mask, short_value; /* the bit, and its value there */
    uint16_t form_count;
    uint8_t chip_count, alias_count;
    uint16_t chip_old; /* bit a chip whose listings are in the dialect of CUDA 4 */
    struct hw_control control;
    const struct hw_form *form;
    const char *const *chip;
    const struct hw_alias *alias;                /* sorted as in the .isa file */
    const struct hw_timing_table *const *timing; /* by chip variant; NULL: nothing is known of any */
    struct hw_tree tree[HW_PROGRAM_COUNT];
    const struct hw_mnemonic *mnemonic[HW_TEXT_COUNT]; /* hash table, open addressing */
    uint32_t mnemonic_slots[HW_TEXT_COUNT];            /* a power of two */
    const int16_t *candidate[HW_TEXT_COUNT];
    /* What forms and elements name by numbers. */
    const char *texts;                   /* each ends with a zero */
    const struct hw_enum *const *tables; /* of modifiers, from number 1 on */
    const struct hw_mask *masks;
    const struct hw_field *fields;
    const struct hw_setting *settings;
    const struct hw_element *elements;
};

/* All instruction sets, by enum hw_isa_number. */
extern const struct hw_isa *const hw_isas[HW_ISA_COUNT];

static inline const char *hw_form_text(const struct hw_form *form, uint32_t text)
{
    return hw_isas[form->isa]->texts + text;
}

static inline const struct hw_mask *hw_form_never_masks(const struct hw_form *form)
{
    return hw_isas[form->isa]->masks + form->never;
}

static inline const struct hw_field *hw_form_fields(const struct hw_form *form)
{
    return hw_isas[form->isa]->fields + form->field;
}

static inline const struct hw_setting *hw_form_settings(const struct hw_form *form)
{
    return hw_isas[form->isa]->settings + form->setting;
}

static inline const struct hw_element *hw_form_items(const struct hw_form *form, enum hw_text text)
{
    return hw_isas[form->isa]->elements + form->item[text];
}

static inline const char *hw_field_text(const struct hw_form *form, unsigned field)
{
    return hw_form_text(form, hw_form_fields(form)[field].name);
}

static inline const char *hw_element_text(const struct hw_element *element)
{
    return hw_isas[element->isa]->texts + element->text;
}

/* NULL: it has none. */
static inline const struct hw_enum *hw_element_table(const struct hw_element *element)
{
    return element->table ? hw_isas[element->isa]->tables[element->table - 1] : NULL;
}

/* Whether the form's instructions may have the scheduling bits of this word. */
bool hw_control_legal(const struct hw_isa *isa, const struct hw_form *form, unsigned chip,
                      const uint64_t word[2]);

/* Whether a word that has the form's fixed bits belongs to another form all the same. */
bool hw_form_never(const struct hw_form *form, const uint64_t word[2]);

/* The hash of the mnemonic tables; the generator computes the same. */
static inline uint32_t hw_mnemonic_hash(const char *name, size_t length)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (uint8_t)name[i]) * 16777619u;
    return hash;
}

#endif
