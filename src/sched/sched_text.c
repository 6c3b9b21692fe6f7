/* SPDX-License-Identifier: MIT */
/* This file prints and parses scheduling bits behind an instruction: `&req={0,2} &rd=3 &wr=1 ?W6_Y`, or on
 * Kepler `?W9`.
 *
 * The words are those of NVIDIA's description of S2R ({&req_6} {&rdN} {&wrN} {?sched}).  A word that is
 * omitted means that there is no scoreboard, or nothing to wait for.  Hazards are told in words. */
#include <halfwarp/sched.h>

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------- printing */

struct sched_writer {
    char *text;
    size_t size, length;
};

static void append_format(struct sched_writer *w, const char *format, ...)
{
    va_list arguments;
    size_t at = w->length < w->size ? w->length : w->size;
    va_start(arguments, format);
    int n = vsnprintf(w->text ? w->text + at : NULL, w->size - at, format, arguments);
    va_end(arguments);
    w->length += n > 0 ? (size_t)n : 0;
}

static void put_waits(struct sched_writer *w, unsigned mask)
{
    for (unsigned i = 0, first = 1; i < HW_SCOREBOARD_COUNT; i++)
        if (mask >> i & 1) {
            append_format(w, "%s%u", first ? "&req={" : ",", i);
            first = 0;
        }
    if (mask)
        append_format(w, "} ");
}

/* What the words do not say: for scoreboards, bits above the known ones and reuse bits that the instruction's
 * own text does not show. */
static uint32_t rest_of(enum hw_sched_kind kind, uint32_t control, uint32_t shown,
                        const struct hw_sched *sched)
{
    if (kind == HW_SCHED_COUNTS)
        return sched->other;
    return (control >> HW_SCHED_BITS << HW_SCHED_BITS) | (control & HW_CONTROL_REUSE & ~shown);
}

size_t hw_sched_print(enum hw_sched_kind kind, uint32_t control, uint32_t shown, char *text, size_t size)
{
    struct sched_writer w = {text, size, 0};
    struct hw_sched sched = hw_sched_unpack(kind, control);
    uint32_t rest = rest_of(kind, control, shown, &sched);
    if (size)
        *text = '\0';
    if (control == HW_CONTROL_ABSENT) {
        append_format(&w, "?-");
        return w.length;
    }
    put_waits(&w, sched.wait);
    if (sched.read != HW_SCHED_NO_BARRIER)
        append_format(&w, "&rd=%u ", sched.read);
    if (sched.write != HW_SCHED_NO_BARRIER)
        append_format(&w, "&wr=%u ", sched.write);
    if (sched.stall)
        append_format(&w, "?W%u", sched.stall);
    else
        append_format(&w, sched.unstated ? "?N" : "?D");
    if (sched.yield)
        append_format(&w, "_Y");
    if (rest)
        append_format(&w, " &bits=0x%x", rest);
    return w.length;
}

/* ---------------------------------------------------------------- reading */

struct sched_reader {
    const char *text, *at, *end;
    enum hw_sched_kind kind;
    struct hw_sched sched;
    uint32_t rest;
    const char *rest_at;
    unsigned seen; /* 1 << enum sched_word */
    bool absent;   /* `?-` */
    struct hw_error *error;
};

/* Each comes once at most. */
enum sched_word { WORD_ISSUE = 0, WORD_BITS, WORD_WAITS, WORD_READ, WORD_WRITE };

/* What differs between the two kinds. */
static const struct {
    unsigned stall_max;
    const char *stall;
    uint32_t rest;
    const char *bits;
} limits[] = {
    [HW_SCHED_COUNTS] = {32, "expected a count from 1 to 32", 0xff, "expected a mask of at most 0xff"},
    [HW_SCHED_SCOREBOARDS] =
        {15, "expected a stall count of at most 15", HW_CONTROL_REUSE | 1u << HW_SCHED_BITS,
         "expected a mask of reuse bits, 0x1e0000, and on sm_50 to sm_62 the spare bit, 0x200000"},
};

static bool fail(const struct sched_reader *r, const char *expected)
{
    hw_fail(r->error, HW_ERR_SYNTAX, "sched", "%s", expected);
    if (r->error)
        r->error->column = (unsigned)(r->at - r->text) + 1;
    return false;
}

static bool accept_word(struct sched_reader *r, const char *word)
{
    size_t length = strlen(word);
    if ((size_t)(r->end - r->at) < length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (toupper((unsigned char)r->at[i]) != toupper((unsigned char)word[i]))
            return false;
    r->at += length;
    return true;
}

/* Match a word's prefix; *wrong: it has been there before. */
static bool take_once(struct sched_reader *r, const char *text, enum sched_word word, bool *wrong)
{
    const char *start = r->at;
    if (!accept_word(r, text))
        return false;
    *wrong = r->seen >> word & 1;
    r->seen |= 1u << word;
    if (*wrong) {
        r->at = start;
        fail(r, "expected no second one of this kind in an instruction's scheduling");
    }
    return true;
}

static void skip_blanks(struct sched_reader *r)
{
    while (r->at < r->end && isspace((unsigned char)*r->at))
        r->at++;
}

static bool take_number(struct sched_reader *r, unsigned most, uint8_t *value, const char *expected)
{
    unsigned number = 0;
    const char *start = r->at;
    while (r->at < r->end && isdigit((unsigned char)*r->at) && number <= most)
        number = number * 10 + (unsigned)(*r->at++ - '0');
    if (r->at > start && number <= most) {
        *value = (uint8_t)number;
        return true;
    }
    r->at = start;
    return fail(r, expected);
}

static bool read_waits(struct sched_reader *r)
{
    do {
        uint8_t number;
        skip_blanks(r);
        if (!take_number(r, HW_SCOREBOARD_COUNT - 1, &number, "expected a scoreboard from 0 to 5"))
            return false;
        r->sched.wait |= (uint8_t)(1u << number);
        skip_blanks(r);
    } while (accept_word(r, ","));
    return accept_word(r, "}") || fail(r, "expected , or } behind the scoreboards that are waited for");
}

static bool read_bits(struct sched_reader *r)
{
    const char *start = r->rest_at = r->at;
    while (r->at < r->end && isxdigit((unsigned char)*r->at) && r->rest < 1u << HW_SCHED_BITS) {
        unsigned c = (unsigned char)*r->at++;
        r->rest = r->rest << 4 | (isdigit(c) ? c - '0' : (c | 32) - 'a' + 10);
    }
    if (r->at > start && !(r->rest & ~limits[r->kind].rest))
        return true;
    r->at = start;
    return fail(r, limits[r->kind].bits);
}

static bool read_issue(struct sched_reader *r)
{
    const bool counts = r->kind == HW_SCHED_COUNTS;
    if (accept_word(r, "W")) {
        if (!take_number(r, limits[r->kind].stall_max, &r->sched.stall, limits[r->kind].stall))
            return false;
        if (counts && !r->sched.stall)
            return fail(r, "expected a count from 1 to 32, or ?D for issue with the next instruction");
    } else if (counts && accept_word(r, "N")) {
        r->sched.unstated = true;
    } else if (counts && accept_word(r, "-")) {
        r->absent = true;
    } else if (!accept_word(r, "D")) {
        return fail(r, counts ? "expected ?W and a count, ?D, ?N or ?-"
                              : "expected ?W and a stall count, or ?D");
    }
    r->sched.yield = !counts && accept_word(r, "_Y");
    return true;
}

static bool read_word(struct sched_reader *r)
{
    static const char scoreboard[] = "expected a scoreboard from 0 to 5 (6: encoded as such, not used)";
    bool wrong;
    if (take_once(r, "?", WORD_ISSUE, &wrong))
        return !wrong && read_issue(r);
    if (take_once(r, "&bits=0x", WORD_BITS, &wrong))
        return !wrong && read_bits(r);
    if (r->kind != HW_SCHED_SCOREBOARDS)
        return fail(r, "expected ?W and a count, ?D, ?N, ?- or &bits=0x...: this target has no scoreboards");
    if (take_once(r, "&req={", WORD_WAITS, &wrong))
        return !wrong && read_waits(r);
    if (take_once(r, "&rd=", WORD_READ, &wrong))
        return !wrong && take_number(r, 6, &r->sched.read, scoreboard);
    if (take_once(r, "&wr=", WORD_WRITE, &wrong))
        return !wrong && take_number(r, 6, &r->sched.write, scoreboard);
    return fail(r, "expected &req={...}, &rd=N, &wr=N, ?W and a stall count, ?D, or &bits=0x...");
}

/* Counts: bits that would make another count of the one that is stated are none of the disputed ones. */
static bool bits_agree(struct sched_reader *r)
{
    uint32_t control = hw_sched_pack(r->kind, &r->sched) | r->rest;
    struct hw_sched both = hw_sched_unpack(r->kind, control);
    if (r->kind != HW_SCHED_COUNTS || !r->rest ||
        (!r->absent && both.stall == r->sched.stall && both.unstated == r->sched.unstated))
        return true;
    r->at = r->rest_at;
    return fail(
        r, "expected bits that do not state another count: 0xc0 with ?W, 0xdb with ?D and ?N, none with ?-");
}

hw_status hw_sched_parse(enum hw_sched_kind kind, const char *text, size_t length, uint32_t *control,
                         struct hw_error *error)
{
    struct sched_reader r = {.text = text,
                             .at = text,
                             .end = text + length,
                             .kind = kind,
                             .sched = {.write = HW_SCHED_NO_BARRIER, .read = HW_SCHED_NO_BARRIER},
                             .error = error};
    if (error)
        error->column = 0;
    if (kind == HW_SCHED_NONE)
        return fail(&r, "there is no scheduling in code of this target"), HW_ERR_SYNTAX;
    for (skip_blanks(&r); r.at < r.end; skip_blanks(&r))
        if (!read_word(&r))
            return HW_ERR_SYNTAX;
    if (!(r.seen >> WORD_ISSUE & 1))
        return fail(&r, "expected ?W and a stall count, or ?D, among the scheduling"), HW_ERR_SYNTAX;
    if (!bits_agree(&r))
        return HW_ERR_SYNTAX;
    *control = r.absent ? HW_CONTROL_ABSENT : hw_sched_pack(kind, &r.sched) | r.rest;
    return HW_OK;
}

size_t hw_sched_find(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        /* What has no name is written ???N: a modifier, as in VADD4.???0, and a register that is none. */
        const bool begins = text[i] == '&' || (text[i] == '?' && (i + 1 == length || text[i + 1] != '?'));
        if (begins && (i == 0 || isspace((unsigned char)text[i - 1])))
            return i;
        if (text[i] == '#')
            break;
    }
    return length;
}

/* ---------------------------------------------------------------- hazards */

const char *hw_hazard_print(const struct hw_hazard *hazard, char text[HW_HAZARD_TEXT])
{
    static const char *const what[] = {
        [HW_HAZARD_READ] = "is read before it is there",
        [HW_HAZARD_WRITE] = "is overwritten before it is there",
        [HW_HAZARD_SOURCE] = "is overwritten before it has been read",
        [HW_HAZARD_BARRIER] = "is waited for in the cycle behind the one that takes it",
        [HW_HAZARD_PAIR] = "issues together with the second of a pair",
        [HW_HAZARD_KEPT] = "is read as the operand cache kept it, and has changed since",
    };
    struct sched_writer w = {.text = text, .size = HW_HAZARD_TEXT};

    append_format(&w, "%s%s%s", hazard->name, hazard->name[0] ? " " : "", what[hazard->kind]);
    if (hazard->missing)
        append_format(&w, ", %u cycles too early", hazard->missing);
    else if (hazard->of_warpgroup)
        append_format(&w, ", no WARPGROUP.DEPBAR waits for the product");
    else if (hazard->kind <= HW_HAZARD_SOURCE)
        append_format(&w, ", no scoreboard tells when it is safe");
    return text;
}
