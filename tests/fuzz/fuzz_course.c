/* SPDX-License-Identifier: MIT */
/* Fuzz the course's model: any text is a fragment or an error with its place, and what runs ends and draws.
 *
 * The first byte chooses the language, the second the machine, the third the number of warps. */
#include "choose.h"

#include <halfwarp/course.h>

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const uint8_t capabilities[] = {10, 13, 20, 21, 30, 35, 52, 60, 61};

static void check_events(const struct hw_course_run *run)
{
    for (unsigned i = 0; i < run->event_count; i++) {
        const struct hw_course_event *event = &run->events[i];
        if (!event->lanes || !event->cycles || event->start + event->cycles > run->cycles ||
            (i && event->start < event[-1].start) || hw_course_event(run, event->warp, event->insn) != event)
            abort();
    }
    if (run->busy > (uint64_t)run->cycles * run->machine->schedulers)
        abort();
}

static void draw(const struct hw_course_run *run)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return;
    hw_course_print_warps(run, true, out, NULL);
    hw_course_print_warps(run, false, out, NULL);
    if (run->warps < 4)
        hw_course_print_threads(run, true, out, NULL);
    hw_course_print_paths(run, out, NULL);
    hw_course_print_svg(run, true, "", out, NULL);
    fclose(out);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 3 || size > 1024)
        return 0;
    struct hw_target target;
    enum hw_syntax syntax;
    struct hw_course_fragment *fragment;
    struct hw_course_run run;
    struct hw_error error = {.status = HW_OK};
    choose(data[0], &target, &syntax);
    const struct hw_course_machine *machine = hw_course_machine(capabilities[data[1] % sizeof capabilities]);
    if (hw_course_fragment_read((const char *)data + 3, size - 3, &target, syntax, &fragment, &error)) {
        if (!error.text[0] || error.column > size)
            abort();
        return 0;
    }
    if (hw_course_run(machine, fragment, 1 + data[2] % machine->contexts, data[2] / 64 * 7, &run, &error))
        abort();
    check_events(&run);
    draw(&run);
    hw_course_run_end(&run);
    hw_course_fragment_free(fragment);
    return 0;
}
