/* SPDX-License-Identifier: MIT */
/* See parse_help.h. */
#include "isa/parse_help.h"

#include "isa/isas.h"
#include "isa/text.h"
#include "nearest.h"

#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------- compute capabilities */

/* A set of capabilities: of all that there are, those that have something. */
struct capabilities {
    bool known[HW_CAPABILITIES], has[HW_CAPABILITIES];
};

/* Whether any form of a mnemonic is an instruction of this chip and program type. */
static bool is_on_chip(const struct hw_isa *isa, enum hw_text template, const struct hw_mnemonic *mnemonic,
                       const struct hw_target *target)
{
    for (uint32_t i = 0; mnemonic && i < mnemonic->count; i++) {
        const struct hw_form *form = &isa->form[isa->candidate[template][mnemonic->first + i]];
        if (hw_form_legal(form, target->chip, target->program) && (form->assembled >> target->chip & 1))
            return true;
    }
    return false;
}

static void find_capabilities(struct capabilities *set, enum hw_text template, const char *name,
                              size_t length, unsigned program)
{
    memset(set, 0, sizeof *set);
    for (unsigned i = 10; i < HW_CAPABILITIES; i++) {
        struct hw_target target;
        char text[8];
        snprintf(text, sizeof text, "sm_%u", i);
        set->known[i] = hw_target_find(text, &target, NULL) == HW_OK;
        if (!set->known[i])
            continue;
        target.program = (uint8_t)program;
        set->has[i] =
            is_on_chip(target.isa, template, hw_mnemonic_find(target.isa, template, name, length), &target);
    }
}

static unsigned next_known(const struct capabilities *set, unsigned i)
{
    do
        i++;
    while (i < HW_CAPABILITIES && !set->known[i]);
    return i;
}

/* "sm_61, sm_70 and later"; returns how many there are. */
static unsigned write_capabilities(const struct capabilities *set, char *text, size_t size)
{
    unsigned count = 0;
    size_t used = 0;

    text[0] = '\0';
    for (unsigned i = next_known(set, 0); i < HW_CAPABILITIES;) {
        unsigned last = i, run = 1;
        if (!set->has[i]) {
            i = next_known(set, i);
            continue;
        }
        for (unsigned n = next_known(set, i); n < HW_CAPABILITIES && set->has[n];
             n = next_known(set, n), run++)
            last = n;
        const bool to_end = next_known(set, last) >= HW_CAPABILITIES;
        if (run == 2 && !to_end) /* two of them are named */
            last = i, run = 1;
        if (used < size)
            used += (size_t)snprintf(text + used, size - used, "%ssm_%u", used ? ", " : "", i);
        if (run > 1 && used < size)
            used += to_end ? (size_t)snprintf(text + used, size - used, " and later")
                           : (size_t)snprintf(text + used, size - used, " to sm_%u", last);
        count += run;
        i = next_known(set, last);
    }
    return count;
}

/* What a target is called: its capabilities, which may be several; the chip of one that has none. */
static void write_target(const struct hw_target *target, char *text, size_t size)
{
    struct capabilities set = {{false}, {false}};

    for (unsigned i = 10; i < HW_CAPABILITIES; i++) {
        struct hw_target other;
        snprintf(text, size, "sm_%u", i);
        set.known[i] = hw_target_find(text, &other, NULL) == HW_OK;
        set.has[i] = set.known[i] && other.isa == target->isa && other.chip == target->chip;
    }
    if (!write_capabilities(&set, text, size))
        snprintf(text, size, "%s", hw_isa_chip(target->isa, target->chip));
}

/* ---------------------------------------------------------------- mnemonics */

/* Those of this chip and program type that are near. */
static void write_near(const struct hw_target *target, enum hw_text template, const char *name, char *text,
                       size_t size)
{
    const struct hw_isa *isa = target->isa;
    struct hw_nearest nearest;

    hw_nearest_begin(&nearest, name);
    for (uint32_t i = 0; i < isa->mnemonic_slots[template]; i++) {
        const struct hw_mnemonic *entry = &isa->mnemonic[template][i];
        if (entry->name && is_on_chip(isa, template, entry, target))
            hw_nearest_offer(&nearest, entry->name, strlen(entry->name));
    }
    if (nearest.count && !nearest.item[0].distance) /* in small letters */
        nearest.count = 1;
    hw_nearest_write(&nearest, text, size);
}

/* Older dialects have no texts of later sets: there they are looked up as NVIDIA writes them today. */
static unsigned which_have(const struct hw_target *target, enum hw_text template, const char *name,
                           size_t length, char *text, size_t size)
{
    const bool decuda = template == HW_TEXT_DECUDA || template == HW_TEXT_CUDASM;
    struct capabilities set;

    find_capabilities(&set, decuda ? template : HW_TEXT_NV, name, length, target->program);
    return write_capabilities(&set, text, size);
}

void hw_unknown_mnemonic(const struct hw_target *target, enum hw_text template, const char *name,
                         size_t length, char sentence[HW_SENTENCE_ROOM])
{
    char wanted[61], of[64], have[120], near[100];
    const int shown = (int)(length < sizeof wanted ? length : sizeof wanted - 1);

    snprintf(wanted, sizeof wanted, "%.*s", shown, name);
    write_target(target, of, sizeof of);
    const unsigned count = which_have(target, template, name, length, have, sizeof have);
    if (count) {
        snprintf(sentence, HW_SENTENCE_ROOM, "'%s' is no instruction of %s; %s %s it", wanted, of, have,
                 count == 1 ? "has" : "have");
        return;
    }
    write_near(target, template, wanted, near, sizeof near);
    snprintf(sentence, HW_SENTENCE_ROOM, "'%s' is no instruction of %s%s%s%s", wanted, of,
             near[0] ? "; did you mean " : "", near, near[0] ? "?" : "");
}

void hw_lacking_mnemonic(const struct hw_target *target, enum hw_text template,
                         const struct hw_mnemonic *mnemonic, char sentence[HW_SENTENCE_ROOM])
{
    char have[120] = "";
    const char *name = mnemonic->name;
    const bool other_forms = is_on_chip(target->isa, template, mnemonic, target);
    const unsigned count =
        other_forms ? 0 : which_have(target, template, name, strlen(name), have, sizeof have);

    snprintf(sentence, HW_SENTENCE_ROOM, "this chip or program type has no '%s'%s%s%s", name,
             count ? "; " : "", have,
             count > 1 ? " have it"
             : count   ? " has it"
                       : "");
}

/* ---------------------------------------------------------------- constant memory */

/* From sm_100 on code reads constants by instructions of their own; LDCU is known by its mnemonic. */
const char *hw_constant_hint(const struct hw_target *target, const char *text)
{
    static const char load[] = "LDCU";
    const struct hw_mnemonic *mnemonic;

    if (*text == '-' || *text == '|')
        text++;
    if (strncmp(text, "c[", 2) && strncmp(text, "cx[", 3))
        return "";
    mnemonic = hw_mnemonic_find(target->isa, HW_TEXT_NV, load, sizeof load - 1);
    return mnemonic && is_on_chip(target->isa, HW_TEXT_NV, mnemonic, target)
               ? "; this chip loads constants by LDC and LDCU"
               : ", not constant memory";
}

/* ---------------------------------------------------------------- modifiers */

void hw_choice_add(struct hw_choices *choices, const char *text, size_t length)
{
    for (unsigned i = 0; i < choices->count; i++)
        if (choices->item[i].length == length && !memcmp(choices->item[i].text, text, length))
            return;
    if (choices->count == HW_CHOICES_MAX) {
        choices->more = true;
        return;
    }
    choices->item[choices->count].text = text;
    choices->item[choices->count++].length = length;
}

/* A modifier up to the next. */
static size_t modifier_length(const char *text)
{
    return 1 + strcspn(text + 1, ". ,;\t");
}

bool hw_wrong_modifier(const struct hw_choices *choices, char sentence[HW_SENTENCE_ROOM])
{
    struct hw_nearest nearest;
    char wanted[41], near[100];
    const size_t length = modifier_length(choices->at);

    if (!choices->count || length < 2 || length >= sizeof wanted)
        return false;
    memcpy(wanted, choices->at, length);
    wanted[length] = '\0';
    hw_nearest_begin(&nearest, wanted);
    for (unsigned i = 0; i < choices->count; i++)
        hw_nearest_offer(&nearest, choices->item[i].text, choices->item[i].length);
    if (*hw_nearest_write(&nearest, near, sizeof near)) {
        snprintf(sentence, HW_SENTENCE_ROOM, "'%s' is no modifier here; did you mean %s?", wanted, near);
        return true;
    }
    int used = snprintf(sentence, HW_SENTENCE_ROOM, "'%s' is no modifier here; expected ", wanted);
    for (unsigned i = 0; i < choices->count && used + 40 < HW_SENTENCE_ROOM; i++)
        used += snprintf(sentence + used, (size_t)(HW_SENTENCE_ROOM - used), "%s%.*s", i ? ", " : "",
                         (int)choices->item[i].length, choices->item[i].text);
    snprintf(sentence + used, (size_t)(HW_SENTENCE_ROOM - used),
             choices->more ? ", another or none" : " or none");
    return true;
}

#define NAMED_MOST 8u

/* ".A, .B or .C", of many the first and how many more there are. */
static void write_choices(const struct hw_choices *choices, char *text, size_t size)
{
    const unsigned named = choices->count > NAMED_MOST + 1 ? NAMED_MOST : choices->count;
    size_t used = 0;

    for (unsigned i = 0; i < named && used < size; i++) {
        const char *join = i == 0 ? "" : i + 1 == choices->count ? " or " : ", ";
        used += (size_t)snprintf(text + used, size - used, "%s%.*s", join, (int)choices->item[i].length,
                                 choices->item[i].text);
    }
    if (named < choices->count && used < size)
        snprintf(text + used, size - used, " or %s%u more", choices->more ? "at least " : "",
                 choices->count - named);
}

bool hw_missing_modifier(const struct hw_choices *choices, const char *expected,
                         char sentence[HW_SENTENCE_ROOM])
{
    const bool or_none = !strcmp(expected, "another modifier, or none");
    char names[240] = "";

    if (!choices->count || (!or_none && strcmp(expected, "a modifier") != 0))
        return false;
    write_choices(choices, names, sizeof names);
    snprintf(sentence, HW_SENTENCE_ROOM,
             or_none ? "expected another modifier (%s), or none" : "expected a modifier: %s", names);
    return true;
}
