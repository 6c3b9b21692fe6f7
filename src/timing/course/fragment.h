/* SPDX-License-Identifier: MIT */
/* A fragment is the parsed input of the course's model: instructions, and the paths through them. */
#ifndef HW_TIMING_COURSE_FRAGMENT_H
#define HW_TIMING_COURSE_FRAGMENT_H

#include <halfwarp/course.h>
#include <halfwarp/effects.h>

struct hw_course_insn {
    char label[HW_COURSE_LABEL];
    char text[120];
    enum hw_course_unit unit;
    bool branch;
    struct hw_effects effects;
};

/* What comes next: an instruction, or a turn of the paths.  IF has the lanes of each warp that take the first
 * path. */
struct hw_course_step {
    enum { HW_STEP_INSN, HW_STEP_IF, HW_STEP_ELSE, HW_STEP_ENDIF } kind;
    unsigned index; /* of the instruction, or of the lanes */
};

struct hw_course_fragment {
    unsigned insn_count, step_count, if_count;
    struct hw_course_insn insn[HW_COURSE_INSNS];
    struct hw_course_step step[4 * HW_COURSE_INSNS];
    uint32_t lanes[HW_COURSE_INSNS][HW_COURSE_WARPS]; /* by `if`, then by warp */
};

#endif
