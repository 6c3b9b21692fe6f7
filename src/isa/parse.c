/* Parse an instruction: try the rows that begin with its mnemonic, in the order of the .isa file.
 *
 * Each row is walked item by item, the mirror of print.c.  The first row that takes the whole text is the
 * instruction.  When none does, the error is what the attempt that got furthest expected there. */
#include "isa/text.h"

#include <halfwarp/sched.h>

#include <ctype.h>
#include <stdio.h>

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Keep the complaint that got furthest, and of those at one place the first. */
bool hw_expect(struct hw_parser *p, const char *what)
{
    if (p->at > p->furthest || !p->expected) {
        p->furthest = p->at;
        p->expected = what;
        p->status = HW_ERR_SYNTAX;
    }
    return false;
}

/* A value that was understood and is too large says more than what another form expected in its place. */
static bool expect_range(struct hw_parser *p, const char *what)
{
    if (p->at >= p->furthest) {
        p->furthest = p->at;
        p->expected = what;
        p->status = HW_ERR_RANGE;
    }
    return false;
}

void hw_skip_blanks(struct hw_parser *p)
{
    while (*p->at == ' ' || *p->at == '\t')
        p->at++;
}

bool hw_take(struct hw_parser *p, const char *text)
{
    hw_skip_blanks(p);
    const char *s = p->at;
    for (; *text; text++, s++)
        if (*s != *text)
            return false;
    p->at = s;
    return true;
}

bool hw_take_word(struct hw_parser *p, const char *text)
{
    const char *start = p->at;
    if (hw_take(p, text) && !is_word(*p->at))
        return true;
    p->at = start;
    return false;
}

bool hw_take_number(struct hw_parser *p, uint64_t *value)
{
    hw_skip_blanks(p);
    const char *s = p->at;
    uint64_t number = 0;
    unsigned base = 10;
    if (s[0] == '0' && (s[1] == 'x' || s[1] == 'X')) {
        base = 16;
        s += 2;
    } else if (s[0] == '0' && p->language == HW_LANGUAGE_DECUDA) {
        base = 8;
    }
    const char *digits = s;
    for (;; s++) {
        unsigned digit = *s >= '0' && *s <= '9'        ? (unsigned)(*s - '0')
                         : isxdigit((unsigned char)*s) ? (unsigned)((*s | 32) - 'a' + 10)
                                                       : 99;
        if (digit >= base)
            break;
        if (number > (UINT64_MAX - digit) / base)
            return expect_range(p, "a number of at most 64 bits");
        number = number * base + digit;
    }
    if (s == digits || is_word(*s))
        return hw_expect(p, "a number");
    p->at = s;
    *value = number;
    return true;
}

bool hw_give_field(struct hw_parser *p, unsigned field, uint64_t value)
{
    const struct hw_field *f = &p->insn->row->field[field];
    if (f->bits < 64 && value >> f->bits)
        return expect_range(p, "a value that fits its field");
    if ((p->given >> field & 1) && p->insn->field[field] != value)
        return hw_expect(p, "the same register as where it was named before");
    p->insn->field[field] = value;
    p->given |= 1u << field;
    return true;
}

static bool give_spare(struct hw_parser *p, const struct hw_arg *arg, uint64_t value)
{
    struct hw_insn *insn = p->insn;
    uint64_t mask = ((1ull << arg->bits) - 1) << arg->value, bits = value << arg->value;
    insn->unknown[0] |= bits & insn->row->unknown[0];
    insn->ignored[0] |= (bits ^ insn->row->ignored.value[0]) & insn->row->ignored.mask[0] & mask;
    return true;
}

bool hw_give(struct hw_parser *p, const struct hw_element *item, unsigned index, uint64_t value)
{
    const struct hw_arg *arg = &item->arg[index];
    if (arg->field == HW_SPARE)
        return give_spare(p, arg, value);
    if (arg->field != HW_NO_FIELD)
        return hw_give_field(p, arg->field, value);
    return arg->value == value || hw_expect(p, "the value that this form of the instruction has");
}

bool hw_give_enum(struct hw_parser *p, const struct hw_element *item, uint64_t value)
{
    for (unsigned i = item->arg_count; i--; value >>= item->arg[i].bits)
        if (!hw_give(p, item, i, value & ((1ull << item->arg[i].bits) - 1)))
            return false;
    return !value || hw_expect(p, "the modifier that this form of the instruction has");
}

void hw_take_end(struct hw_parser *p)
{
    if (p->slot != HW_NO_SLOT && hw_take_word(p, ".reuse"))
        p->reuse |= 1u << p->slot;
    p->slot = HW_NO_SLOT;
}

bool hw_take_comma(struct hw_parser *p)
{
    hw_take_end(p);
    return hw_take(p, ",");
}

/* ---------------------------------------------------------------- items */

static bool parse_literal(struct hw_parser *p, const char *text)
{
    const char *modifier = NULL; /* where the modifier began that is being matched */
    if (*text == ',')
        hw_take_end(p);
    for (; *text; text++) {
        if (*text == ' ' || *text == ',') {
            modifier = NULL;
            hw_skip_blanks(p);
        }
        if (*text == ' ')
            continue;
        if (*text == '.')
            modifier = p->at;
        if (*p->at != *text) {
            if (modifier)
                p->at = modifier;
            return hw_expect(p, modifier       ? "another modifier, or none"
                                : *text == ',' ? "a comma"
                                               : "an operand");
        }
        p->at++;
    }
    return true;
}

const struct hw_enum_entry *hw_take_enum(struct hw_parser *p, const struct hw_enum *table)
{
    const struct hw_enum_entry *best = NULL;
    for (unsigned i = 0; i < table->count; i++) {
        const struct hw_enum_entry *entry = &table->entry[i];
        if (entry->length && (!best || entry->length > best->length) &&
            !strncmp(p->at, entry->text, entry->length) && !is_word(p->at[entry->length]))
            best = entry;
    }
    if (best)
        p->at += best->length;
    return best;
}

static const struct hw_enum_entry *empty_text(const struct hw_enum *table)
{
    for (unsigned i = 0; i < table->count; i++)
        if (!table->entry[i].length)
            return &table->entry[i];
    return NULL;
}

/* The longest text that matches as a whole word; the empty text, or a value without any, if none does. */
static bool parse_enum(struct hw_parser *p, const struct hw_element *item)
{
    if (item->table->entry[0].text[0] != '.')
        hw_skip_blanks(p);
    const struct hw_enum_entry *found = hw_take_enum(p, item->table);
    if (!found)
        found = empty_text(item->table);
    if (!found)
        return hw_enum_has_holes(item) || hw_expect(p, item->table->expected);
    return hw_give_enum(p, item, found->value);
}

static bool take_mark(struct hw_parser *p, uint8_t field, char c, const char *what)
{
    if (field == HW_NO_FIELD)
        return true;
    hw_skip_blanks(p);
    bool found = *p->at == c;
    if (field == HW_ALWAYS && !found)
        return hw_expect(p, what);
    p->at += found;
    return field == HW_ALWAYS || hw_give_field(p, field, found);
}

/* A mark behind a literal. */
static bool take_suffix_mark(struct hw_parser *p, uint8_t field, const char *suffix)
{
    if (field == HW_NO_FIELD)
        return true;
    bool found = hw_take_word(p, suffix);
    return field == HW_ALWAYS ? found || hw_expect(p, suffix) : hw_give_field(p, field, found);
}

static bool parse_marked_literal(struct hw_parser *p, const struct hw_element *item)
{
    return hw_primitive[item->kind].parse(p, item) && take_suffix_mark(p, item->neg, ".NEG") &&
           take_suffix_mark(p, item->abs, ".ABS") && take_suffix_mark(p, item->inv, ".INV");
}

static bool parse_item(struct hw_parser *p, const struct hw_element *item)
{
    if (item->kind == HW_ELEMENT_LITERAL) {
        const char *rest = item->text;
        return (!p->head.claims.open || hw_head_literal(p, item, &rest)) && (!rest || parse_literal(p, rest));
    }
    if (item->kind == HW_ELEMENT_ENUM)
        return p->head.claims.open ? hw_head_enum(p, item) : parse_enum(p, item);
    if (hw_primitive_literal[item->kind])
        return parse_marked_literal(p, item);
    if (!take_mark(p, item->neg, '-', "a minus sign") || !take_mark(p, item->inv, '~', "a tilde"))
        return false;
    hw_skip_blanks(p);
    bool bars = item->abs != HW_NO_FIELD && *p->at == '|';
    if (item->abs != HW_NO_FIELD) {
        p->at += bars;
        if (!hw_give_field(p, item->abs, bars))
            return false;
    }
    if (!hw_primitive[item->kind].parse(p, item))
        return false;
    return !bars || hw_take(p, "|") || hw_expect(p, "a closing |");
}

/* ---------------------------------------------------------------- rows */

static bool parse_end(struct hw_parser *p)
{
    hw_take_end(p);
    if (hw_take(p, "#")) {
        do {
            if (!hw_parse_note(p))
                return false;
        } while (hw_take(p, ","));
    }
    hw_skip_blanks(p);
    if (p->need_note)
        return hw_expect(p, p->need_note);
    return !*p->at || hw_expect(p, "the end of the instruction");
}

static void begin_row(struct hw_parser *p, const struct hw_row *row)
{
    struct hw_insn *insn = p->insn;
    insn->row = row;
    insn->foreign = false;
    insn->control = HW_NO_CONTROL;
    insn->bytes = row->bytes;
    for (unsigned i = 0; i < row->field_count; i++)
        insn->field[i] = row->field[i].preset;
    insn->ignored[0] = insn->ignored[1] = insn->unknown[0] = insn->unknown[1] = 0;
    p->given = 0;
    p->need_note = NULL;
    p->slot = HW_NO_SLOT;
    p->reuse = 0;
    if (p->language == HW_LANGUAGE_DECUDA)
        hw_head_begin(p);
}

/* The word; false when another form has it, whose text is this one's too. */
static bool encode(struct hw_parser *p)
{
    struct hw_insn *insn = p->insn;
    insn->word[0] = insn->word[1] = 0;
    hw_encode(insn);
    return !hw_row_never(insn->row, insn->word) || hw_expect(p, "what this form of the instruction can have");
}

static bool parse_row(struct hw_parser *p, const struct hw_row *row)
{
    begin_row(p, row);
    const struct hw_element *item = row->item[p->template];
    for (unsigned i = 0; i < row->item_count[p->template]; i++, item++)
        if (!parse_item(p, item))
            return false;
    return (!p->head.claims.open || hw_head_close(p)) && parse_end(p);
}

static const struct hw_mnemonic *find_mnemonic(const struct hw_isa *isa, enum hw_text template,
                                               const char *name, size_t length)
{
    uint32_t slots = isa->mnemonic_slots[template], slot = hw_mnemonic_hash(name, length) & (slots - 1);
    for (;; slot = (slot + 1) & (slots - 1)) {
        const struct hw_mnemonic *entry = &isa->mnemonic[template][slot];
        if (!entry->name)
            return NULL;
        if (!strncmp(entry->name, name, length) && !entry->name[length])
            return entry;
    }
}

static hw_status fail_at(struct hw_error *error, hw_status status, const struct hw_parser *p, const char *at,
                         const char *sentence)
{
    hw_fail(error, status, "isa", "%s", sentence);
    if (error)
        error->column = (unsigned)(at - p->text) + 1;
    return status;
}

/* `.word 0x...`: 8, 16 or 32 digits, decoded as if it had stood in memory. */
static hw_status parse_word(const struct hw_target *target, struct hw_parser *p, struct hw_error *error)
{
    uint64_t word[2];
    const char *start = p->at;
    p->insn->row = NULL;
    p->insn->bytes = 16;
    if (!hw_take_mask(p, word))
        return fail_at(error, HW_ERR_SYNTAX, p, p->at,
                       "expected a word in hexadecimal, as in .word 0x1100e804");
    while (*start == ' ' || *start == '\t')
        start++;
    unsigned digits = (unsigned)(p->at - start - 2), bytes = digits / 2;
    if (digits != 8 && digits != 16 && digits != 32)
        return fail_at(error, HW_ERR_SYNTAX, p, start, "expected 8, 16 or 32 hexadecimal digits");
    uint8_t code[16];
    struct hw_insn raw = {.bytes = (uint8_t)bytes, .word = {word[0], word[1]}};
    if (hw_take(p, "#"))
        (void)(hw_take_word(p, "unknown") || (p->at = start, true));
    hw_skip_blanks(p);
    if (*p->at)
        return fail_at(error, HW_ERR_SYNTAX, p, p->at, "expected the end of the line");
    hw_insn_store(&raw, code);
    if (hw_decode(target, code, bytes, p->insn) != HW_OK || p->insn->bytes != bytes)
        return fail_at(error, HW_ERR_SYNTAX, p, start,
                       "expected as many digits as the instruction that the word begins has");
    return HW_OK;
}

/* decuda: `.half` stands in the text of every short form and of no other. */
static bool fits_head(const struct hw_parser *p, const struct hw_row *row)
{
    return p->language == HW_LANGUAGE_NV || p->head.half == (row->bytes == 4);
}

/* What the chip lacks is taken only where a note says so. */
static bool on_chip(struct hw_parser *p, unsigned chip)
{
    bool has = p->insn->row->assembled >> chip & 1, noted = p->insn->foreign;
    p->insn->foreign = !has;
    p->lacking |= !has && !noted;
    return has || noted;
}

/* Try the rows of one mnemonic; true when one takes the whole text. */
static bool parse_candidates(const struct hw_target *target, struct hw_parser *p,
                             const struct hw_mnemonic *mnemonic)
{
    const struct hw_isa *isa = target->isa;
    const int16_t *number = &isa->candidate[p->template][mnemonic->first];
    const char *start = p->at;
    for (uint32_t i = 0; i < mnemonic->count; i++) {
        const struct hw_row *row = &isa->row[number[i]];
        if (!hw_row_legal(row, target->chip, target->program) || !fits_head(p, row))
            continue;
        p->at = start;
        if (parse_row(p, row) && encode(p) && on_chip(p, target->chip))
            return true;
    }
    return false;
}

/* Try one of the texts of the rows: `name` is the word that it begins with. */
static bool parse_text(const struct hw_target *target, struct hw_parser *p, enum hw_text template,
                       const char *name, size_t length, const struct hw_mnemonic **known)
{
    const struct hw_mnemonic *mnemonic = find_mnemonic(target->isa, template, name, length);
    if (!mnemonic)
        return false;
    *known = mnemonic;
    p->template = template;
    return parse_candidates(target, p, mnemonic);
}

/* decuda's language: a guard and a head, then the operands.  Where no row has exactly the types that the text
 * names, those of another sign will do: cudasm does not look at the sign of most of them. */
static bool parse_decuda(const struct hw_target *target, struct hw_parser *p, const char *name, size_t length,
                         const struct hw_mnemonic **known)
{
    if (!hw_head_read(p))
        return false;
    for (unsigned any_sign = 0; any_sign < 2; any_sign++) {
        p->head.any_sign = any_sign;
        for (unsigned template = HW_TEXT_DECUDA; template <= HW_TEXT_CUDASM; template ++)
            if (parse_text(target, p, (enum hw_text) template, name, length, known))
                return true;
    }
    return false;
}

/* NVIDIA's guards by predicate stand before the mnemonic. */
static const char *behind_guard(const char *text)
{
    if (*text == '@')
        text += strcspn(text, " \t");
    return text + strspn(text, " \t");
}

hw_status hw_parse(const struct hw_target *target, enum hw_syntax syntax, const char *text, uint64_t address,
                   struct hw_insn *insn, struct hw_error *error)
{
    struct hw_parser p = {.text = text,
                          .at = text,
                          .insn = insn,
                          .language = hw_language_of(syntax),
                          .address = address,
                          .furthest = text,
                          .status = HW_ERR_NOT_FOUND};
    hw_skip_blanks(&p);
    if (hw_take_word(&p, ".word"))
        return parse_word(target, &p, error);
    if (p.language != HW_LANGUAGE_NV && hw_take_word(&p, "nv"))
        p.language = HW_LANGUAGE_NV;
    if (p.language == HW_LANGUAGE_DECUDA && !hw_read_guard(&p))
        return fail_at(error, HW_ERR_SYNTAX, &p, p.at, "expected a guard, as in @$p0.ne");
    hw_skip_blanks(&p);
    const char *name = behind_guard(p.at);
    size_t length = 0;
    while (is_word(name[length]))
        length++;
    const struct hw_mnemonic *known = NULL;
    if (p.language == HW_LANGUAGE_NV ? parse_text(target, &p, HW_TEXT_NV, name, length, &known)
                                     : parse_decuda(target, &p, name, length, &known)) {
        if (p.reuse)
            insn->control = HW_CONTROL_REUSE_ONLY | hw_sched_pack(&(struct hw_sched){.yield = 1, .reuse = (uint8_t)p.reuse});
        return HW_OK;
    }
    char sentence[160];
    if (!known) {
        snprintf(sentence, sizeof(sentence),
                 length ? "'%.*s' is no instruction of this instruction set" : "expected an instruction",
                 (int)(length < 60 ? length : 60), name);
        return fail_at(error, HW_ERR_NOT_FOUND, &p, name, sentence);
    }
    if (p.lacking)
        p.status = HW_ERR_NOT_FOUND;
    if (p.status == HW_ERR_NOT_FOUND)
        snprintf(sentence, sizeof(sentence), "this chip or program type has no '%s'", known->name);
    else
        snprintf(sentence, sizeof(sentence), "expected %s", p.expected);
    return fail_at(error, p.status, &p, p.lacking ? name : p.furthest, sentence);
}
