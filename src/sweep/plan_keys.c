/* SPDX-License-Identifier: MIT */
/* This table has the settings of a plan, and the values that each takes. */
#include "sweep/sweep_plan.h"

#include "nearest.h"

#include <string.h>

static const struct hw_plan_key keys[] = {
    /* clang-format off */
    {"file",             NULL,                 HW_PLAN_TEXT,   false},
    {"program",          NULL,                 HW_PLAN_LIST,   true},
    {"kernel",           "-k",                 HW_PLAN_TEXT,   true},
    {"chip",             "--chip",             HW_PLAN_CHIP,   true},
    {"clock",            "--clock",            HW_PLAN_NUMBER, true},
    {"memory_clock",     "--memory-clock",     HW_PLAN_NUMBER, true},
    {"strict",           "--strict",           HW_PLAN_FLAG,   true},
    {"target",           "--target",           HW_PLAN_TEXT,   false},
    {"grid",             "--grid",             HW_PLAN_SIZE,   false},
    {"block",            "--block",            HW_PLAN_SIZE,   false},
    {"shared",           "--shared",           HW_PLAN_NUMBER, false},
    {"stack",            "--stack",            HW_PLAN_NUMBER, false},
    {"turn",             "--turn",             HW_PLAN_NUMBER, false},
    {"max_instructions", "--max-instructions", HW_PLAN_NUMBER, false},
    {"pointer",          "--pointer",          HW_PLAN_TEXT,   false},
    {"params",           "--params",           HW_PLAN_TEXT,   false},
    {"args",             "--arg",              HW_PLAN_LIST,   false},
    {"buffers",          "--buf",              HW_PLAN_LIST,   false},
    {"maps",             "--map",              HW_PLAN_LIST,   false},
    {"textures",         "--texture",          HW_PLAN_LIST,   false},
    {"consts",           "--const",            HW_PLAN_LIST,   false},
    {"symbols",          "--symbol",           HW_PLAN_LIST,   false},
    /* clang-format on */
};

static void offer_keys(struct hw_nearest *nearest, const char *name)
{
    hw_nearest_begin(nearest, name);
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
        hw_nearest_offer(nearest, keys[i].name, strlen(keys[i].name));
}

char *hw_plan_key_near(const char *name, char *text, size_t bytes)
{
    struct hw_nearest nearest;

    offer_keys(&nearest, name);
    return hw_nearest_ask(&nearest, text, bytes);
}

char *hw_plan_member_near(const char *name, char *text, size_t bytes)
{
    static const char *const others[] = {"vary", "set", "parameters", "plot", "title", "comment"};
    struct hw_nearest nearest;

    offer_keys(&nearest, name);
    for (unsigned i = 0; i < sizeof others / sizeof *others; i++)
        hw_nearest_offer(&nearest, others[i], strlen(others[i]));
    return hw_nearest_ask(&nearest, text, bytes);
}

const struct hw_plan_key *hw_plan_key_find(const char *name)
{
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(keys[i].name, name) == 0)
            return &keys[i];
    return NULL;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Digits at *text; false: there are none, or the number is too large. */
static bool read_digits(const char **text, int64_t *value)
{
    bool fits = is_digit(**text);

    for (*value = 0; is_digit(**text); ++*text)
        fits &= !__builtin_mul_overflow(*value, INT64_C(10), value) &&
                !__builtin_add_overflow(*value, (int64_t)(**text - '0'), value);
    return fits;
}

bool hw_plan_number(const char *text, int64_t *value)
{
    int64_t scale = 1;

    if (!read_digits(&text, value))
        return false;
    if (*text == 'k' || *text == 'm')
        scale = *text++ == 'k' ? 1 << 10 : 1 << 20;
    return !*text && !__builtin_mul_overflow(*value, scale, value);
}

static bool is_size(const char *text)
{
    for (unsigned i = 0; i < 3; i++) {
        int64_t value;
        if (!read_digits(&text, &value) || value < 1 || value > UINT32_MAX)
            return false;
        if (!*text)
            return true;
        if (*text++ != ',')
            return false;
    }
    return false;
}

hw_status hw_plan_form_check(enum hw_plan_form form, const char *text, struct hw_error *error)
{
    const struct hw_chip_info *chip;
    int64_t value;

    if (form == HW_PLAN_CHIP) {
        const hw_status status = hw_chip_find(text, &chip, error);
        return status == HW_OK ? hw_chip_check_runs(chip, error) : status;
    }
    if (form == HW_PLAN_NUMBER && !hw_plan_number(text, &value))
        return hw_fail(error, HW_ERR_SYNTAX, "sweep",
                       "expected a whole number, which k or m may follow, found \"%.60s\"", text);
    if (form == HW_PLAN_SIZE && !is_size(text))
        return hw_fail(error, HW_ERR_SYNTAX, "sweep",
                       "expected one to three sizes from 1 on, found \"%.60s\"", text);
    return HW_OK;
}
