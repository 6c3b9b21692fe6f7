/* SPDX-License-Identifier: MIT */
/* A plan says which launches are to be timed.  docs/sweep.md has its format.
 *
 * A plan is settings that hold for all points, and axes.  Each axis has values, and each value brings
 * settings, which come in place of the plan's.  Points are all combinations of values; the last axis varies
 * fastest. Texts of settings may refer to other settings by `$name` and `${expression}`, so they are known
 * only for a point. */
#ifndef HW_SWEEP_SWEEP_PLAN_H
#define HW_SWEEP_SWEEP_PLAN_H

#include "sweep/string_pool.h"

#include <halfwarp/chip_override.h>

#include <stdio.h>

struct json_object;

#define HW_PLAN_BYTES  ((size_t)1 << 24) /* of a plan's text */
#define HW_PLAN_POINTS 100000u
#define HW_PLAN_AXES   16u

/* --- what can be set (plan_keys.c) --- */

/* What a setting takes. */
enum hw_plan_form {
    HW_PLAN_TEXT,
    HW_PLAN_NUMBER, /* a whole number; k and m may follow in a text */
    HW_PLAN_SIZE,   /* X[,Y[,Z]] or a list of one to three numbers */
    HW_PLAN_CHIP,   /* a chip, a compute capability, a card */
    HW_PLAN_FLAG,   /* true or false */
    HW_PLAN_LIST    /* texts */
};

struct hw_plan_key {
    const char *name;   /* "block" */
    const char *option; /* of `halfwarp time`; NULL: no option, such as the file itself */
    enum hw_plan_form form;
    bool of_programs; /* points that run a program have it, too */
};

const struct hw_plan_key *hw_plan_key_find(const char *name);
/* "; did you mean grid?", or nothing where no key is near.  Returns `text`. */
char *hw_plan_key_near(const char *name, char *text, size_t bytes);
/* The same of all that a plan has: keys, `title`, `vary` and so on. */
char *hw_plan_member_near(const char *name, char *text, size_t bytes);

/* Whether a text is what the form takes; HW_ERR_SYNTAX, HW_ERR_RANGE or HW_ERR_NOT_FOUND. */
hw_status hw_plan_form_check(enum hw_plan_form form, const char *text, struct hw_error *error);

/* A whole number, which k and m may follow; false: the text is none, or too large. */
bool hw_plan_number(const char *text, int64_t *value);

/* --- the plan (plan_read.c) --- */

enum hw_setting_kind {
    HW_SETTING_KEY,       /* of hw_plan_key */
    HW_SETTING_CHIP,      /* a number of the chip that is changed */
    HW_SETTING_PARAMETER, /* of the plan's own, for `$name` */
};

struct hw_plan_setting {
    enum hw_setting_kind kind;
    const char *name; /* "block"; of a number of the chip "shared_banks" */
    const struct hw_plan_key *key;
    const char *path;        /* where the plan says it: "vary.block[2]" */
    const char *const *text; /* one, of lists any number */
    unsigned count;
};

struct hw_plan_settings {
    struct hw_plan_setting *item;
    unsigned count, room;
};

/* A value of an axis. */
struct hw_plan_value {
    const char *label;
    struct hw_plan_settings settings;
};

struct hw_plan_axis {
    const char *name; /* "block", "set.shared_banks", "n" */
    struct hw_plan_value *value;
    uint32_t count, room;
};

struct hw_plan {
    const char *title; /* "": it has none */
    struct hw_plan_settings settings;
    struct hw_plan_axis axis[HW_PLAN_AXES];
    unsigned axis_count;
    uint32_t points;
    const char *plot_x, *plot_y; /* what pictures show; NULL: the plan does not say */
    struct hw_string_pool texts;
    struct json_object *json;
};

/* Read a plan.  Errors name the position: by line and column where the text is no JSON, else by its path. */
hw_status hw_plan_read(const char *text, size_t size, struct hw_plan **plan, struct hw_error *error);
/* NULL is allowed. */
void hw_plan_free(struct hw_plan *plan);

/* `path: sentence` as error. */
hw_status hw_plan_wrong(struct hw_error *error, const char *path, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A setting from its value; its form is checked as far as it does not refer to others. */
hw_status hw_plan_add_setting(struct hw_plan *plan, struct hw_plan_settings *to, enum hw_setting_kind kind,
                              const char *name, const char *path, struct json_object *value,
                              struct hw_error *error);
/* The same by the name that axes and cases have: "block", "set.shared_banks", "n". */
hw_status hw_plan_add_named(struct hw_plan *plan, struct hw_plan_settings *to, const char *name,
                            const char *path, struct json_object *value, struct hw_error *error);
/* A string of JSON that is no text with a NUL in it; NULL: it is none. */
const char *hw_plan_string(struct json_object *value);

/* The axes (plan_axes.c). */
hw_status hw_plan_read_axes(struct hw_plan *plan, struct json_object *vary, struct hw_error *error);

/* That each parameter is referred to somewhere (plan_lint.c). */
hw_status hw_plan_lint(const struct hw_plan *plan, struct hw_error *error);

/* --- points (plan_point.c) --- */

struct hw_point {
    uint32_t number;                                 /* from 0 */
    const struct hw_plan_value *value[HW_PLAN_AXES]; /* of each axis */
    const char **argument; /* of `halfwarp`: "time", "FILE", ...; NULL behind the last */
    unsigned argument_count, room;
    const char *file;   /* that it reads: the file or the program */
    const char *kernel; /* whose figures are wanted; NULL: of all that run */
    bool is_program;
    struct hw_string_pool texts;
};

/* A point of the plan with all that it runs, checked.  Errors name the point. */
hw_status hw_plan_point(const struct hw_plan *plan, uint32_t number, struct hw_point *point,
                        struct hw_error *error);
void hw_point_free(struct hw_point *point);
/* "block=64, n=1024", as far as it fits. */
void hw_point_describe(const struct hw_plan *plan, const struct hw_point *point, char *text, size_t size);

/* `halfwarp time ...` as a shell takes it. */
void hw_point_print_command(const struct hw_point *point, FILE *out);

/* --- references (plan_text.c) --- */

/* Where names come from: the settings of a point. */
struct hw_plan_scope {
    const struct hw_plan_settings *const *settings; /* later ones come in place of earlier ones */
    unsigned count;
    unsigned depth; /* of references within references */
    unsigned *left; /* references that may still be followed */
};

/* The setting of a name that counts; NULL: there is none. */
const struct hw_plan_setting *hw_plan_find_setting(const struct hw_plan_scope *scope,
                                                   enum hw_setting_kind kind, const char *name);

/* `text` with every `$name` and `${expression}` replaced, kept by `texts`; NULL, with *error, where that
 * cannot be done. */
const char *hw_plan_expand(const struct hw_plan_scope *scope, const char *text, struct hw_string_pool *texts,
                           struct hw_error *error);

#endif
