/* SPDX-License-Identifier: MIT */
/* Random words through decode, print, parse and encode: the identity, for every chip, program type and
 * dialect.
 *
 * usage: check_words COUNT [CHIP].  COUNT words each, of all chips or of one; valid or not, what comes back
 * must be the same instruction to the last member, since text (with its annotations) loses nothing.  NVIDIA's
 * text without one of its modifiers is refused, or is another instruction: what a text omits has no text.
 * Where instructions have two lengths the words are of both, about as many of each.  Where scheduling bits
 * are in the word, a quarter of the words have such as every instruction may have.  Prints TAP, one test a
 * chip and type. The words depend on nothing but their number, so a failure can be repeated. */
#include "own_control.h"

#include <halfwarp/isa.h>
#include <halfwarp/sched.h>

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_JOBS  256
#define MAX_SHOWN 5 /* differences printed per job */

struct job {
    char name[64];
    struct hw_target target;
    uint64_t known, differing, narrow; /* of `known`: of 32 bits */
    char shown[MAX_SHOWN * 512];
};

static struct job jobs[MAX_JOBS];
static unsigned job_count;
static uint64_t word_count;
static atomic_uint next_job;

/* splitmix64: a well-mixed function of a counter. */
static uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static bool same(const struct hw_insn *a, const struct hw_insn *b)
{
    if (a->form != b->form || a->bytes != b->bytes || memcmp(a->word, b->word, sizeof a->word))
        return false;
    unsigned fields = a->form ? hw_form_field_count(a->form) : 0;
    return !memcmp(a->field, b->field, fields * sizeof a->field[0]) &&
           !memcmp(a->ignored, b->ignored, sizeof a->ignored) &&
           !memcmp(a->unknown, b->unknown, sizeof a->unknown);
}

/* Encoding what was decoded must give the words again without their help. */
static bool encodes_again(const struct hw_insn *insn)
{
    struct hw_insn copy = *insn;
    if (copy.form)
        memset(copy.word, 0, sizeof copy.word);
    hw_encode(&copy);
    return same(insn, &copy);
}

static void note(struct job *job, const struct hw_insn *insn, const char *text, const char *what)
{
    size_t used = strlen(job->shown);
    if (job->differing++ < MAX_SHOWN)
        snprintf(job->shown + used, sizeof job->shown - used, "# 0x%016" PRIx64 "%016" PRIx64 " `%s`: %s\n",
                 insn->word[1], insn->word[0], text, what);
}

/* Whether all of NVIDIA's text is the instruction, and none of it is taken for its scheduling. */
static bool is_one_instruction(const struct hw_target *target, enum hw_syntax syntax, const char *text)
{
    const size_t length = strlen(text);
    return syntax != HW_SYNTAX_NV || hw_sched_kind(target) == HW_SCHED_NONE ||
           hw_sched_find(text, length) == length;
}

/* Whether the instruction comes back from its text. */
static bool reads_back(struct job *job, const struct hw_insn *insn, enum hw_syntax syntax)
{
    struct hw_insn again;
    struct hw_error error;
    char text[HW_TEXT_MAX];
    const char *what = NULL;
    if (hw_print(insn, syntax, 0, text, sizeof text) >= sizeof text)
        what = "text longer than HW_TEXT_MAX";
    else if (!is_one_instruction(&job->target, syntax, text))
        what = "part of the text reads as scheduling";
    else if (hw_parse(&job->target, syntax, text, 0, &again, &error))
        what = error.text;
    else if (!own_control_agrees(&job->target, insn, &again) || !same(insn, &again))
        what = "parses to another instruction";
    if (what)
        note(job, insn, text, what);
    return !what;
}

/* Modifiers that may be left out: the operands imply the first three, .AND joins with PT, and .reuse is
 * scheduling. */
static bool may_be_omitted(const char *modifier, size_t length)
{
    static const char *const names[] = {".MOV", ".IADD", ".SHL", ".AND", ".reuse"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strlen(names[i]) == length && !strncmp(modifier, names[i], length))
            return true;
    return false;
}

/* Whether no modifier comes back that was taken from the instruction's text. */
static bool omissions_stay(struct job *job, const struct hw_insn *insn)
{
    struct hw_insn again;
    char text[HW_TEXT_MAX], shorter[HW_TEXT_MAX];
    const size_t length = hw_print(insn, HW_SYNTAX_NV, 0, text, sizeof text);
    const char *dot = text;
    while ((dot = strchr(dot, '.'))) {
        const size_t bytes =
            1 + strspn(dot + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
        const size_t before = (size_t)(dot - text);
        memcpy(shorter, text, before);
        memcpy(shorter + before, dot + bytes, length + 1 - before - bytes);
        if (!may_be_omitted(dot, bytes) && !hw_parse(&job->target, HW_SYNTAX_NV, shorter, 0, &again, NULL) &&
            own_control_agrees(&job->target, insn, &again) && same(insn, &again)) {
            note(job, insn, shorter, "reads as the instruction with another modifier");
            return false;
        }
        dot += bytes;
    }
    return true;
}

/* A word counts as differing once, however many dialects lose it. */
static void check_word(struct job *job, const uint64_t code[2])
{
    static const enum hw_syntax syntaxes[] = {HW_SYNTAX_NV, HW_SYNTAX_NV42, HW_SYNTAX_NV40, HW_SYNTAX_DECUDA};
    struct hw_insn insn;
    if (hw_decode(&job->target, code, 2 * sizeof code[0], &insn)) {
        note(job, &(struct hw_insn){.word = {code[0], code[1]}}, "", "is not decoded");
        return;
    }
    job->known += insn.form != NULL;
    job->narrow += insn.form && insn.bytes == 4;
    if (!encodes_again(&insn)) {
        note(job, &insn, "", "does not encode to itself");
        return;
    }
    for (size_t i = 0; i < sizeof syntaxes / sizeof syntaxes[0]; i++)
        if (!reads_back(job, &insn, syntaxes[i]))
            return;
    if (insn.form)
        omissions_stay(job, &insn);
}

/* Most scheduling bits are those of no instruction: one cycle and no scoreboard are any instruction's. */
static uint64_t scheduled(const struct hw_target *target, uint64_t high)
{
    if (hw_target_group(target) || hw_sched_kind(target) != HW_SCHED_SCOREBOARDS)
        return high;
    return (high & ~(0x1fffffull << 41)) | 0x7f1ull << 41;
}

static void *work(void *unused)
{
    unsigned index;
    while ((index = atomic_fetch_add(&next_job, 1)) < job_count) {
        struct job *job = &jobs[index];
        for (uint64_t i = 0; i < word_count; i++) {
            uint64_t seed = (uint64_t)index << 40 | i << 1;
            const uint64_t high = mix(seed + 1);
            check_word(job, (uint64_t[2]){mix(seed), i % 4 ? high : scheduled(&job->target, high)});
        }
    }
    return unused;
}

static void add_jobs(const struct hw_isa *isa, const char *only)
{
    const char *chip;
    for (unsigned c = 0; (chip = hw_isa_chip(isa, c)); c++)
        for (unsigned program = 0; program < HW_PROGRAM_COUNT && job_count < MAX_JOBS; program++) {
            if ((only && strcmp(only, chip)) || !hw_isa_has_program(isa, program))
                continue;
            struct job *job = &jobs[job_count++];
            job->target = (struct hw_target){.isa = isa, .chip = (uint8_t)c, .program = (uint8_t)program};
            snprintf(job->name, sizeof job->name, "%s %s", chip, hw_program_name(program));
        }
}

int main(int argc, char **argv)
{
    word_count = argc == 2 || argc == 3 ? strtoull(argv[1], NULL, 10) : 0;
    if (!word_count) {
        fprintf(stderr, "usage: %s COUNT [CHIP]\n", argv[0]);
        return 2;
    }
    const struct hw_isa *isa;
    for (unsigned i = 0; (isa = hw_isa_at(i)); i++)
        add_jobs(isa, argc == 3 ? argv[2] : NULL);

    pthread_t thread[64];
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned threads = processors < 1 ? 1 : processors > 64 ? 64 : (unsigned)processors;
    for (unsigned i = 0; i < threads; i++)
        if (pthread_create(&thread[i], NULL, work, NULL))
            return 2;
    for (unsigned i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);

    bool failed = false;
    for (unsigned i = 0; i < job_count; i++) {
        struct job *job = &jobs[i];
        printf("%s %u - %s: %" PRIu64 " random words, %" PRIu64 " known (%" PRIu64 " of 32 bits), %" PRIu64
               " differ\n%s",
               job->differing ? "not ok" : "ok", i + 1, job->name, word_count, job->known, job->narrow,
               job->differing, job->shown);
        failed |= job->differing != 0;
    }
    return failed;
}
