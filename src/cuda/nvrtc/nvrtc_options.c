/* SPDX-License-Identifier: MIT */
/* See nvrtc_options.h.
 *
 * An option has a long and a short name; a value follows behind `=`, as the next option, or (-I, -D, -U) at
 * once.  The sentences are those of NVIDIA's library, which programs show to their users. */
#include "cuda/nvrtc/nvrtc_options.h"

#include "cuda/core/modules/source_compiler.h"
#include "cuda/nvrtc/nvrtc_theirs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_ARCH "compute_52"

enum option_kind {
    SETS,          /* a bool, by being there */
    TRUTH,         /* a bool: true or false */
    NUMBER,        /* an unsigned */
    TEXT,          /* at most once */
    FOR_CLANG,     /* handed on, as `place` says */
    DEFINITION,    /* of a macro */
    MEANS_NOTHING, /* here: without a value */
    VALUE_MEANS_NOTHING
};

static const struct nvrtc_option {
    const char *name, *brief;
    enum option_kind kind;
    size_t place; /* of the member */
    const char *clang;
} rows[] = {
#define PLACE(member) offsetof(struct hw_nvrtc_options, member)
    /* clang-format off */
    {"--gpu-architecture", "-arch", TEXT, PLACE(arch), NULL},
    {"--std", "-std", TEXT, PLACE(standard), NULL},
    {"--maxrregcount", "-maxrregcount", NUMBER, PLACE(registers), NULL},
    {"--device-debug", "-G", SETS, PLACE(debug), NULL},
    {"--generate-line-info", "-lineinfo", SETS, PLACE(lines), NULL},
    {"--ftz", "-ftz", TRUTH, PLACE(flush), NULL},
    {"--prec-div", "-prec-div", TRUTH, PLACE(precise_divide), NULL},
    {"--prec-sqrt", "-prec-sqrt", TRUTH, PLACE(precise_root), NULL},
    {"--fmad", "-fmad", TRUTH, PLACE(fused), NULL},
    {"--use_fast_math", "-use_fast_math", SETS, PLACE(fast_math), NULL},
    {"--device-as-default-execution-space", "-default-device", SETS, PLACE(all_for_device), NULL},
    {"--disable-warnings", "-w", SETS, PLACE(quiet), NULL},
    {"--dlink-time-opt", "-dlto", SETS, PLACE(for_later_link), NULL},
    {"--include-path", "-I", FOR_CLANG, 0, "-I"},
    {"--pre-include", "-include", FOR_CLANG, 0, "-include"},
    {"--undefine-macro", "-U", FOR_CLANG, 0, "-U"},
    {"--define-macro", "-D", DEFINITION, 0, NULL},
    {"--device-c", "-dc", MEANS_NOTHING, 0, NULL},
    {"--device-w", "-dw", MEANS_NOTHING, 0, NULL},
    {"--relocatable-device-code", "-rdc", VALUE_MEANS_NOTHING, 0, NULL},
    {"--extensible-whole-program", "-ewp", MEANS_NOTHING, 0, NULL},
    {"--dopt", "-dopt", VALUE_MEANS_NOTHING, 0, NULL},
    {"--ptxas-options", "-Xptxas", VALUE_MEANS_NOTHING, 0, NULL},
    {"--extra-device-vectorization", "-extra-device-vectorization", MEANS_NOTHING, 0, NULL},
    {"--modify-stack-limit", "-modify-stack-limit", VALUE_MEANS_NOTHING, 0, NULL},
    {"--no-source-include", "-no-source-include", MEANS_NOTHING, 0, NULL},
    {"--builtin-move-forward", "-builtin-move-forward", TRUTH, PLACE(has_move), NULL},
    {"--builtin-initializer-list", "-builtin-initializer-list", TRUTH, PLACE(has_initializer_list), NULL},
    {"--restrict", "-restrict", MEANS_NOTHING, 0, NULL},
    {"--device-int128", "-device-int128", MEANS_NOTHING, 0, NULL},
    {"--device-float128", "-device-float128", MEANS_NOTHING, 0, NULL},
    {"--optimization-info", "-opt-info", VALUE_MEANS_NOTHING, 0, NULL},
    {"--version-ident", "-dQ", VALUE_MEANS_NOTHING, 0, NULL},
    {"--display-error-number", "-err-no", MEANS_NOTHING, 0, NULL},
    {"--no-display-error-number", "-no-err-no", MEANS_NOTHING, 0, NULL},
    {"--diag-error", "-diag-error", VALUE_MEANS_NOTHING, 0, NULL},
    {"--diag-suppress", "-diag-suppress", VALUE_MEANS_NOTHING, 0, NULL},
    {"--diag-warn", "-diag-warn", VALUE_MEANS_NOTHING, 0, NULL},
    {"--brief-diagnostics", "-brief-diag", VALUE_MEANS_NOTHING, 0, NULL},
    {"--time", "-time", VALUE_MEANS_NOTHING, 0, NULL},
    {"--split-compile", "-split-compile", VALUE_MEANS_NOTHING, 0, NULL},
    {"--minimal", "-minimal", MEANS_NOTHING, 0, NULL},
    {"--no-cache", "-no-cache", MEANS_NOTHING, 0, NULL},
    {"--Ofast-compile", "-Ofc", VALUE_MEANS_NOTHING, 0, NULL},
    {"--pch", "-pch", MEANS_NOTHING, 0, NULL},
    {"--pch-dir", "-pch-dir", VALUE_MEANS_NOTHING, 0, NULL},
/* clang-format on */
#undef PLACE
};
enum { ROWS = sizeof rows / sizeof *rows };

/* An option that is being read. */
struct nvrtc_walk {
    struct hw_nvrtc_program *program;
    struct hw_nvrtc_options *wish;
    const char *const *options;
    int count, next;
};

static bool wants_value(const struct nvrtc_option *row)
{
    return row->kind != SETS && row->kind != MEANS_NOTHING;
}

/* --- which it is --- */

/* Whether a word is a name, or begins with a name and has its value behind; *value: that, or NULL. */
static bool is_called(const char *word, const char *name, bool joined, const char **value)
{
    const size_t length = strlen(name);

    *value = NULL;
    if (strncmp(word, name, length) != 0)
        return false;
    if (word[length] == '=')
        *value = word + length + 1;
    else if (word[length] && joined)
        *value = word + length;
    return !word[length] || *value;
}

static const struct nvrtc_option *find_row(const char *word, const char **value)
{
    for (size_t i = 0; i < 2 * ROWS; i++) { /* whole names first */
        const struct nvrtc_option *row = &rows[i % ROWS];
        const bool joined = i >= ROWS && strlen(row->brief) == 2 && wants_value(row);
        if (is_called(word, row->name, false, value) || is_called(word, row->brief, joined, value))
            return row;
    }
    return NULL;
}

/* --- its value --- */

static nvrtcResult refuse(struct nvrtc_walk *walk, const struct nvrtc_option *row, const char *what)
{
    hw_nvrtc_say(walk->program, "nvrtc: error: %s (%s) %s\n", row->name, row->brief, what);
    return NVRTC_ERROR_INVALID_OPTION;
}

static nvrtcResult refuse_value(struct hw_nvrtc_program *program, const char *names)
{
    hw_nvrtc_say(program, "nvrtc: error: invalid value for %s\n", names);
    return NVRTC_ERROR_INVALID_OPTION;
}

static nvrtcResult take_truth(struct nvrtc_walk *walk, const struct nvrtc_option *row, const char *value)
{
    bool *to = (bool *)((char *)walk->wish + row->place);

    *to = strcmp(value, "true") == 0;
    return *to || strcmp(value, "false") == 0 ? NVRTC_SUCCESS : refuse(walk, row, "expects true or false");
}

static nvrtcResult take_number(struct nvrtc_walk *walk, const struct nvrtc_option *row, const char *value)
{
    char *end;
    const unsigned long number = strtoul(value, &end, 10);

    if (!*value || *end || *value == '-' || number > UINT32_MAX)
        return refuse(walk, row, "expects an integer value");
    *(unsigned *)((char *)walk->wish + row->place) = (unsigned)number;
    return NVRTC_SUCCESS;
}

static nvrtcResult take_text(struct nvrtc_walk *walk, const struct nvrtc_option *row, const char *value)
{
    const char **to = (const char **)((char *)walk->wish + row->place);

    if (*to)
        return refuse(walk, row, "defined more than once");
    *to = value;
    return NVRTC_SUCCESS;
}

/* There is room for all options in both lists (see hw_nvrtc_options_read). */
static nvrtcResult take(struct nvrtc_walk *walk, const struct nvrtc_option *row, const char *value)
{
    struct hw_nvrtc_options *wish = walk->wish;

    switch (row->kind) {
    case SETS: *(bool *)((char *)wish + row->place) = true; return NVRTC_SUCCESS;
    case TRUTH: return take_truth(walk, row, value);
    case NUMBER: return take_number(walk, row, value);
    case TEXT: return take_text(walk, row, value);
    case DEFINITION: wish->definitions[wish->definition_count++] = value; return NVRTC_SUCCESS;
    case FOR_CLANG:
        if (*value) {
            wish->clang[wish->clang_count++] = row->clang;
            wish->clang[wish->clang_count++] = value;
        }
        return NVRTC_SUCCESS;
    case MEANS_NOTHING:
    case VALUE_MEANS_NOTHING: break;
    }
    return NVRTC_SUCCESS;
}

static nvrtcResult take_next(struct nvrtc_walk *walk)
{
    const char *word = walk->options[walk->next++], *value;

    if (!word)
        return NVRTC_ERROR_INVALID_INPUT;
    word += strspn(word, " \t");
    if (!*word)
        return NVRTC_SUCCESS;
    const struct nvrtc_option *row = find_row(word, &value);
    if (!row || (value && !wants_value(row))) {
        hw_nvrtc_say(walk->program, "nvrtc: error: unrecognized option %s found\n", word);
        return NVRTC_ERROR_INVALID_OPTION;
    }
    if (wants_value(row) && !value) {
        value = walk->next < walk->count ? walk->options[walk->next++] : "";
        if (!value)
            return NVRTC_ERROR_INVALID_INPUT;
    }
    return take(walk, row, value);
}

/* --- what they come to --- */

/* The number of sm_80, compute_80, sm_90a, sm_100f; 0: it is none. */
static unsigned number_of(const char *arch)
{
    const size_t prefix = strncmp(arch, "sm_", 3) == 0 ? 3 : strncmp(arch, "compute_", 8) == 0 ? 8 : 0;
    char *end;
    const unsigned long number = prefix ? strtoul(arch + prefix, &end, 10) : 0;

    if (!number || number > UINT32_MAX)
        return 0;
    end += *end == 'a' || *end == 'f';
    return *end ? 0 : (unsigned)number;
}

/* Who says no, which chips there are, and who does the others. */
static void explain(struct hw_nvrtc_program *program, const char *what)
{
    int archs[HW_NVRTC_MOST_ARCHS];
    const int count = hw_nvrtc_own_archs(archs);
    const int major = hw_nvrtc_toolkit / 1000;

    hw_nvrtc_say(program, "halfwarp: this is halfwarp's own NVRTC, which makes code for sm_%d to sm_%d",
                 archs[0], archs[count - 1]);
    if (hw_nvrtc_is_own())
        hw_nvrtc_say(program, "; HALFWARP_NVRTC=own keeps NVIDIA's from being used for %s\n", what);
    else
        hw_nvrtc_say(program,
                     "; for %s there must be NVIDIA's: `pip install nvidia-cuda-nvrtc%s`, or a folder of "
                     "LD_LIBRARY_PATH that has it\n",
                     what,
                     major == 11   ? "-cu11"
                     : major == 12 ? "-cu12"
                                   : "");
}

static nvrtcResult check_arch(struct hw_nvrtc_program *program, struct hw_nvrtc_options *wish)
{
    const char *arch = wish->arch ? wish->arch : DEFAULT_ARCH;
    char *end = (char[]){"?"};

    wish->wants_cubin = strncmp(arch, "sm_", 3) == 0;
    if (wish->wants_cubin || strncmp(arch, "compute_", 8) == 0)
        wish->number = (unsigned)strtoul(arch + (wish->wants_cubin ? 3 : 8), &end, 10);
    if (!*end && hw_cuda_is_target(wish->number))
        return NVRTC_SUCCESS;
    const nvrtcResult result = refuse_value(program, "--gpu-architecture (-arch)");
    if (number_of(arch))
        explain(program, arch);
    return result;
}

static nvrtcResult check_standard(struct hw_nvrtc_program *program, const struct hw_nvrtc_options *wish)
{
    static const char *const known[] = {"c++03", "c++11", "c++14", "c++17", "c++20"};

    for (size_t i = 0; wish->standard && i < sizeof known / sizeof *known; i++)
        if (strcmp(wish->standard, known[i]) == 0)
            return NVRTC_SUCCESS;
    return wish->standard ? refuse_value(program, "--std (-std)") : NVRTC_SUCCESS;
}

nvrtcResult hw_nvrtc_options_read(struct hw_nvrtc_program *program, int count, const char *const *options,
                                  struct hw_nvrtc_options *wish)
{
    struct nvrtc_walk walk = {program, wish, options, count, 0};
    nvrtcResult result = NVRTC_SUCCESS;

    *wish = (struct hw_nvrtc_options){.precise_divide = true,
                                      .precise_root = true,
                                      .fused = true,
                                      .has_initializer_list = true,
                                      .has_move = true};
    wish->clang = calloc(2 * (size_t)count + 1, sizeof *wish->clang);
    wish->definitions = calloc((size_t)count + 1, sizeof *wish->definitions);
    if (!wish->clang || !wish->definitions)
        return NVRTC_ERROR_OUT_OF_MEMORY;
    while (walk.next < count && result == NVRTC_SUCCESS)
        result = take_next(&walk);
    if (result == NVRTC_SUCCESS && wish->for_later_link) {
        hw_nvrtc_say(program, "nvrtc: error: -dlto: halfwarp makes no code for a later link\n");
        explain(program, "-dlto");
        return NVRTC_ERROR_INVALID_OPTION;
    }
    if (result == NVRTC_SUCCESS)
        result = check_arch(program, wish);
    return result == NVRTC_SUCCESS ? check_standard(program, wish) : result;
}

unsigned hw_nvrtc_options_target(int count, const char *const *options, bool *later_link)
{
    unsigned target = 0;

    *later_link = false;
    for (int i = 0; i < count; i++) {
        const char *word = options[i] ? options[i] + strspn(options[i], " \t") : "", *value;
        const struct nvrtc_option *row = find_row(word, &value);
        if (row && wants_value(row) && !value && i + 1 < count)
            value = options[++i];
        if (row && row->place == offsetof(struct hw_nvrtc_options, arch) && row->kind == TEXT && value)
            target = number_of(value);
        *later_link |=
            row && row->kind == SETS && row->place == offsetof(struct hw_nvrtc_options, for_later_link);
    }
    return target;
}

void hw_nvrtc_options_free(struct hw_nvrtc_options *wish)
{
    free(wish->clang);
    free(wish->definitions);
    wish->clang = wish->definitions = NULL;
}
