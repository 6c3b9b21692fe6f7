/* SPDX-License-Identifier: MIT */
/* This table describes the multiprocessors of the course's model, a textbook pipeline.
 *
 * The numbers are those of the course notes ("NVIDIA GPU Microarchitecture", the third source document), who
 * have them from NVIDIA's programming guides; where they differ from a chip's own (chips/), the notes count
 * here, since the diagrams do. */
#include <halfwarp/course.h>

/* The notes' double-precision units are distinct in 1.x only: from 2.0 on such an instruction holds the CUDA
 * cores of its scheduler, too.  Where one number stands for a scheduler and for all, the schedulers share. */
static const struct hw_course_machine machines[] = {
    /* clang-format off */
    /*         schedulers          latency   odd   double    cores      special   double   load/store
     *         |  dispatch units   |         even  distinct                                             */
    {10, 11,   1, 1, 1,            24,  24,  false, true,  {{ 8,   8}, {2,  2}, { 1,  1}, { 0,  0}}, "notes, CC 1.x; warps: CUDA C Programming Guide 4.2"},
    {12, 13,   1, 1, 1,            24,  32,  false, true,  {{ 8,   8}, {2,  2}, { 1,  1}, { 0,  0}}, "notes, CC 1.x; warps: CUDA C Programming Guide 4.2"},
    {20, 20,   2, 2, 2,            24,  48,  true,  false, {{16,  32}, {2,  4}, {16, 16}, {16, 16}}, "notes, CC 2.0"},
    {21, 21,   2, 2, 2,            24,  48,  true,  false, {{24,  48}, {4,  8}, { 4,  4}, {16, 16}}, "notes, CC 2.1"},
    {30, 32,   4, 2, 2,            11,  64,  false, false, {{48, 192}, {8, 32}, { 2,  8}, { 8, 32}}, "notes, CC 3.0"},
    {35, 37,   4, 2, 2,            11,  64,  false, false, {{48, 192}, {8, 32}, {16, 64}, { 8, 32}}, "notes, CC 3.5"},
    {50, 53,   4, 2, 1,            11,  64,  false, false, {{32, 128}, {8, 32}, { 1,  4}, { 8, 32}}, "notes, CC 5.x, 6.1, 6.2"},
    {60, 60,   2, 2, 1,            11,  64,  false, false, {{32,  64}, {8, 16}, {16, 32}, { 8, 16}}, "notes, CC 6.0"},
    {61, 62,   4, 2, 1,            11,  64,  false, false, {{32, 128}, {8, 32}, { 1,  4}, { 8, 32}}, "notes, CC 5.x, 6.1, 6.2"},
    /* clang-format on */
};

const struct hw_course_machine *hw_course_machine(unsigned capability)
{
    for (size_t i = 0; i < sizeof machines / sizeof machines[0]; i++)
        if (machines[i].first <= capability && capability <= machines[i].last)
            return &machines[i];
    return NULL;
}

const char *hw_course_unit_name(enum hw_course_unit unit)
{
    static const char *const names[HW_COURSE_UNITS] = {"CUDA cores", "special function units",
                                                       "double-precision units", "load/store units"};
    return unit < HW_COURSE_UNITS ? names[unit] : "?";
}

unsigned hw_course_cycles(const struct hw_course_machine *machine, enum hw_course_unit unit)
{
    unsigned each = machine->units[unit].each;
    if (!each)
        each = machine->units[HW_COURSE_CORE].each;
    return (32 + each - 1) / each;
}
