/* SPDX-License-Identifier: MIT */
/* This file reads inputs of a graphics program from the command line, and makes its launch. */
#include "cli/run_graphics.h"

#include <stdlib.h>
#include <string.h>

#define VERTICES_MAX 6          /* of a primitive: a triangle with its neighbours */
#define EMITS_MAX    1024       /* vertices that a geometry program emits, on Tesla */
#define THREADS_MAX  (1u << 20) /* vertices, primitives or fragments that are given one by one */
#define CORNERS      3

/* All lists of inputs of one kind. */
struct lists {
    struct hw_input_words item[HW_VARYINGS_MAX];
    unsigned count;
    uint32_t words, longest; /* the words that there are; the most values */
};

/* Each word is given once: of two lists one would be lost. */
static hw_status check_word(const struct lists *lists, const char *text, struct hw_error *error)
{
    const uint32_t word = lists->item[lists->count - 1].word;

    for (unsigned i = 0; i + 1 < lists->count; i++)
        if (lists->item[i].word == word)
            return hw_fail(error, HW_ERR_SYNTAX, "cli",
                           "`%s`: input %u has its values already; expected another word", text, word);
    return HW_OK;
}

static void free_lists(struct lists *lists)
{
    for (unsigned i = 0; i < lists->count; i++)
        free(lists->item[i].value);
}

static hw_status read_lists(const struct hw_list *texts, bool floats, struct lists *lists,
                            struct hw_error *error)
{
    hw_status status = HW_OK;

    if (texts->count > HW_VARYINGS_MAX)
        return hw_fail(error, HW_ERR_RANGE, "cli", "%u words of input; expected at most %d", texts->count,
                       HW_VARYINGS_MAX);
    for (unsigned i = 0; i < texts->count && status == HW_OK; i++) {
        struct hw_input_words *item = &lists->item[lists->count++];

        status = hw_input_words_read(texts->item[i], floats, item, error);
        if (status == HW_OK)
            status = check_word(lists, texts->item[i], error);
        if (item->word >= lists->words)
            lists->words = item->word + 1;
        if (item->count > lists->longest)
            lists->longest = item->count;
    }
    return status;
}

/* Each list has a value for each of `count`, or one for all. */
static hw_status check_lists(const struct lists *lists, uint32_t count, const char *what,
                             struct hw_error *error)
{
    for (unsigned i = 0; i < lists->count; i++)
        if (lists->item[i].count != 1 && lists->item[i].count != count)
            return hw_fail(error, HW_ERR_SYNTAX, "cli", "input %u has %u values; expected 1 or %u, one %s",
                           lists->item[i].word, lists->item[i].count, count, what);
    return HW_OK;
}

static uint32_t value_of(const struct hw_input_words *item, uint32_t number)
{
    return item->value[item->count == 1 ? 0 : number];
}

/* An option that is a number; `preset` where it is omitted. */
static hw_status take_number(const char *name, const char *text, uint32_t least, uint32_t most,
                             uint32_t preset, uint32_t *number, struct hw_error *error)
{
    uint64_t value = preset;
    const hw_status status = text ? hw_number(text, most, false, &value, error) : HW_OK;

    *number = (uint32_t)value;
    if (status == HW_OK && value < least)
        return hw_fail(error, HW_ERR_RANGE, "cli", "%s %s; expected %u to %u", name, text, least, most);
    return status;
}

static hw_status make_input(struct hw_graphics_run *run, struct hw_error *error)
{
    const size_t words = (size_t)run->graphics.threads * hw_graphics_input_words(&run->graphics);

    run->graphics.input = run->input = calloc(words + 1, sizeof *run->input);
    return run->input ? HW_OK : hw_fail(error, HW_ERR_NO_MEMORY, "cli", "no memory for the inputs");
}

/* --- vertices --- */

static hw_status make_vertices(struct hw_graphics_run *run, const struct lists *lists, struct hw_error *error)
{
    struct hw_graphics *graphics = &run->graphics;
    hw_status status = take_number("--count", run->options->count, 1, THREADS_MAX,
                                   lists->longest ? lists->longest : 1, &graphics->threads, error);

    if (status == HW_OK)
        status = check_lists(lists, graphics->threads, "a vertex", error);
    graphics->attribute_words = lists->words;
    if (status == HW_OK)
        status = make_input(run, error);
    for (unsigned i = 0; i < lists->count && status == HW_OK; i++)
        for (uint32_t vertex = 0; vertex < graphics->threads; vertex++)
            run->input[(size_t)vertex * lists->words + lists->item[i].word] =
                value_of(&lists->item[i], vertex);
    return status;
}

/* --- primitives --- */

/* A primitive's words: the handles of its vertices, then the vertices. */
static void fill_primitive(uint32_t *to, uint32_t first, uint32_t vertices, const struct lists *lists)
{
    for (uint32_t v = 0; v < vertices; v++) {
        uint32_t *vertex = to + vertices + v * lists->words;

        to[v] = v * lists->words * (uint32_t)sizeof *to;
        for (unsigned i = 0; i < lists->count; i++)
            vertex[lists->item[i].word] = value_of(&lists->item[i], first + v);
    }
}

/* Where nobody says how many primitives there are, the longest list does. */
static hw_status check_whole(const struct lists *lists, uint32_t vertices, struct hw_error *error)
{
    if (lists->longest <= 1 || lists->longest % vertices == 0)
        return HW_OK;
    return hw_fail(error, HW_ERR_SYNTAX, "cli",
                   "%u values are no whole primitives; expected a multiple of %u, one a vertex (--vertices)",
                   lists->longest, vertices);
}

static hw_status make_primitives(struct hw_graphics_run *run, const struct lists *lists,
                                 struct hw_error *error)
{
    struct hw_graphics *graphics = &run->graphics;
    uint32_t vertices;
    hw_status status =
        take_number("--vertices", run->options->vertices, 1, VERTICES_MAX, CORNERS, &vertices, error);

    if (status == HW_OK && !run->options->count)
        status = check_whole(lists, vertices, error);
    if (status == HW_OK)
        status =
            take_number("--count", run->options->count, 1, THREADS_MAX,
                        lists->longest > vertices ? lists->longest / vertices : 1, &graphics->threads, error);
    if (status == HW_OK)
        status = check_lists(lists, graphics->threads * vertices, "a vertex", error);
    graphics->attribute_words = vertices;
    graphics->primitive_words = vertices * lists->words;
    if (status == HW_OK)
        status = make_input(run, error);
    for (uint32_t i = 0; i < graphics->threads && status == HW_OK; i++)
        fill_primitive(run->input + (size_t)i * hw_graphics_input_words(graphics), i * vertices, vertices,
                       lists);
    return status;
}

/* --- fragments --- */

static hw_status take_size(const char *text, struct hw_triangle *triangle, struct hw_error *error)
{
    uint64_t width = 0, height = 0;
    const char *rest = "";
    hw_status status = HW_OK;

    if (!text)
        return hw_fail(error, HW_ERR_SYNTAX, "cli",
                       "a triangle needs --size WxH, the picture that it lies in");
    status = hw_run_number(text, "x", HW_PICTURE_MAX, false, &width, &rest, error);
    if (status == HW_OK)
        status = *rest == 'x' ? hw_run_number(rest + 1, "", HW_PICTURE_MAX, false, &height, &rest, error)
                              : hw_fail(error, HW_ERR_SYNTAX, "cli", "`%s` is no size; expected WxH", text);
    triangle->width = (uint32_t)width;
    triangle->height = (uint32_t)height;
    return status;
}

static hw_status check_corners(const struct lists *lists, struct hw_error *error)
{
    return check_lists(lists, CORNERS, "a corner", error);
}

/* The fragments of a triangle whose varyings are given for its corners. */
static hw_status make_triangle(struct hw_graphics_run *run, const struct lists *lists, struct hw_error *error)
{
    float varying[CORNERS][HW_VARYINGS_MAX] = {{0}}, position[2 * CORNERS];
    struct hw_triangle triangle = {.words = lists->words, .provoking = CORNERS - 1};
    hw_status status = hw_floats_read(run->options->triangle, 2 * CORNERS, position, error);

    if (status == HW_OK)
        status = take_size(run->options->size, &triangle, error);
    if (status == HW_OK)
        status = take_number("--samples", run->options->samples, 1, 4, 1, &triangle.samples, error);
    if (status == HW_OK)
        status = check_corners(lists, error);
    if (status != HW_OK)
        return status;
    for (unsigned corner = 0; corner < CORNERS; corner++) {
        triangle.x[corner] = position[2 * corner];
        triangle.y[corner] = position[2 * corner + 1];
        triangle.varying[corner] = varying[corner];
        for (unsigned i = 0; i < lists->count; i++) {
            const uint32_t value = value_of(&lists->item[i], corner);
            memcpy(&varying[corner][lists->item[i].word], &value, sizeof value);
        }
    }
    status = hw_triangle_fragments(&triangle, &run->fragments, error);
    run->graphics.threads = run->fragments.count;
    run->graphics.input = run->fragments.varying;
    run->graphics.varying_words = lists->words;
    run->width = triangle.width;
    run->height = triangle.height;
    return status;
}

/* Fragments whose varyings are given one by one: the same for each interpolation. */
static hw_status make_fragments(struct hw_graphics_run *run, const struct lists *lists,
                                struct hw_error *error)
{
    struct hw_graphics *graphics = &run->graphics;
    hw_status status = take_number("--count", run->options->count, 1, THREADS_MAX,
                                   lists->longest ? lists->longest : 4, &graphics->threads, error);

    if (status == HW_OK)
        status = check_lists(lists, graphics->threads, "a fragment", error);
    graphics->varying_words = lists->words;
    if (status == HW_OK)
        status = make_input(run, error);
    if (status != HW_OK)
        return status;
    for (uint32_t thread = 0; thread < graphics->threads; thread++)
        for (unsigned how = 0; how < HW_INTERPOLATIONS; how++)
            for (unsigned i = 0; i < lists->count; i++)
                run->input[((size_t)thread * HW_INTERPOLATIONS + how) * lists->words + lists->item[i].word] =
                    value_of(&lists->item[i], thread);
    return HW_OK;
}

/* --- all of them --- */

static hw_status make_inputs(struct hw_graphics_run *run, unsigned program, struct hw_error *error)
{
    const struct hw_graphics_options *options = run->options;
    const bool fragments = program == HW_PROGRAM_FP;
    struct lists lists = {.count = 0};
    hw_status status;

    if ((fragments ? &options->attributes : &options->varyings)->count)
        return hw_fail(error, HW_ERR_SYNTAX, "cli", "a program of type %s has %s; expected %s",
                       hw_program_name(program), fragments ? "varyings" : "attributes",
                       fragments ? "--varying" : "--attribute");
    if (options->triangle && !fragments)
        return hw_fail(error, HW_ERR_SYNTAX, "cli", "--triangle is for fragment programs");
    if (options->image && !options->triangle)
        return hw_fail(error, HW_ERR_SYNTAX, "cli", "--image is the picture of a --triangle");
    status = read_lists(fragments ? &options->varyings : &options->attributes, options->triangle != NULL,
                        &lists, error);
    if (status == HW_OK && options->triangle)
        status = make_triangle(run, &lists, error);
    else if (status == HW_OK && fragments)
        status = make_fragments(run, &lists, error);
    else if (status == HW_OK)
        status = program == HW_PROGRAM_VP ? make_vertices(run, &lists, error)
                                          : make_primitives(run, &lists, error);
    free_lists(&lists);
    return status;
}

/* N or N:TYPE. */
static hw_status take_outputs(struct hw_graphics_run *run, struct hw_error *error)
{
    const char *text = run->options->outputs ? run->options->outputs : "4", *rest, *name = "f32";
    uint64_t words = 0;
    hw_status status = hw_run_number(text, ":", HW_OUTPUTS, false, &words, &rest, error);

    if (status == HW_OK && *rest == ':')
        name = rest + 1;
    run->type = hw_run_type_find(name, strlen(name));
    run->graphics.output_words = (uint32_t)words;
    if (status == HW_OK && (!run->type || run->type->bytes != 4 || words == 0))
        return hw_fail(
            error, HW_ERR_SYNTAX, "cli",
            "`%s` is no form of outputs; expected N or N:TYPE, 1 to %d words of type u32, s32 or f32", text,
            HW_OUTPUTS);
    return status;
}

static hw_status make_outputs(struct hw_graphics_run *run, unsigned program, struct hw_error *error)
{
    struct hw_graphics *graphics = &run->graphics;
    hw_status status = take_outputs(run, error);

    if (status == HW_OK)
        status = take_number("--emits", run->options->emits, 1, EMITS_MAX, program == HW_PROGRAM_GP ? 32 : 1,
                             &graphics->records, error);
    if (status != HW_OK)
        return status;
    const size_t records = (size_t)graphics->threads * graphics->records;
    graphics->output = calloc(records * graphics->output_words + 1, sizeof *graphics->output);
    graphics->cut = calloc(records + 1, sizeof *graphics->cut);
    graphics->thread = calloc(graphics->threads + 1, sizeof *graphics->thread);
    if (!graphics->output || !graphics->cut || !graphics->thread)
        return hw_fail(error, HW_ERR_NO_MEMORY, "cli", "no memory for the outputs");
    for (uint32_t i = 0; i < run->fragments.count; i++)
        graphics->thread[i].helper = !run->fragments.fragment[i].covered;
    return HW_OK;
}

hw_status hw_graphics_prepare(struct hw_graphics_run *run, struct hw_launch *launch, struct hw_error *error)
{
    const unsigned program = launch->code.target.program;
    hw_status status = make_inputs(run, program, error);

    if (status == HW_OK)
        status = make_outputs(run, program, error);
    if (status != HW_OK)
        return status;
    const uint32_t lanes = launch->lanes ? launch->lanes : 32;
    launch->block[0] = lanes;
    launch->grid[0] = (run->graphics.threads + lanes - 1) / lanes;
    launch->graphics = &run->graphics;
    return HW_OK;
}

void hw_graphics_clear(struct hw_graphics_run *run)
{
    hw_fragments_free(&run->fragments);
    free(run->input);
    free(run->graphics.output);
    free(run->graphics.cut);
    free(run->graphics.thread);
}
