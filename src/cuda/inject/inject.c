/* SPDX-License-Identifier: MIT */
/* See inject.h. */
#include "cuda/inject/inject.h"

#include "cuda/inject/inject_function.h"
#include "cuda/inject/inject_rule.h"
#include "cuda/inject/launched_kernels.h"
#include "names/search.h"

#include <stdlib.h>
#include <string.h>

enum site_state { SITE_NEW = 0, SITE_WITHOUT_RULE, SITE_WITH_RULE };

bool hw_inject_on;
static struct hw_inject_rules rules;
static hw_status read_status;
static struct hw_error read_error;

__attribute__((constructor)) static void read_rules(void)
{
    read_status = hw_inject_read_environment(&rules, &read_error);
    if (read_status != HW_OK)
        rules.count = 0;
    hw_inject_on = rules.count > 0;
}

hw_status hw_inject_check(struct hw_error *error)
{
    if (read_status != HW_OK && error)
        *error = read_error;
    return read_status;
}

/* Count one more for a rule, and keep that it is to fail where no rule before has said so. */
static void count(struct hw_inject_rule *rule, struct hw_injected *injected, bool *fails)
{
    const uint64_t number = atomic_fetch_add(&rule->calls, 1) + 1;

    if (*fails || number < rule->first || number > rule->last)
        return;
    *fails = true;
    injected->number = number;
    injected->status = rule->status;
    injected->own = rule->own;
}

static bool is_about(const struct hw_inject_rule *rule, const char *function)
{
    return !rule->kernel && hw_inject_is_name_of(rule->name, rule->name_length, function);
}

const struct hw_injected *hw_inject_call(struct hw_inject_site *site)
{
    static _Thread_local struct hw_injected injected;
    bool fails = false, any = false;

    if (atomic_load_explicit(&site->state, memory_order_relaxed) == SITE_WITHOUT_RULE)
        return NULL;
    injected.function = site->function;
    for (size_t i = 0; i < rules.count; i++)
        if (is_about(&rules.rule[i], site->function)) {
            any = true;
            count(&rules.rule[i], &injected, &fails);
        }
    atomic_store_explicit(&site->state, any ? SITE_WITH_RULE : SITE_WITHOUT_RULE, memory_order_relaxed);
    return fails ? &injected : NULL;
}

static bool is_kernel_of(const struct hw_inject_rule *rule, const char *symbol)
{
    char *wanted = strndup(rule->name, rule->name_length);
    const bool fits = wanted && hw_name_fits(symbol, wanted);

    free(wanted);
    return fits;
}

bool hw_inject_launch(const char *symbol, struct hw_injected *injected)
{
    bool fails = false, unmet = false;

    injected->function = NULL;
    for (size_t i = 0; i < rules.count; i++) {
        struct hw_inject_rule *rule = &rules.rule[i];
        if (rule->kernel && is_kernel_of(rule, symbol))
            count(rule, injected, &fails);
        unmet = unmet || (rule->kernel && !atomic_load(&rule->calls));
    }
    if (unmet)
        hw_inject_remember_kernel(symbol);
    return fails;
}

/* The kernels that a rule may mean, for which none came. */
static void near_kernels(const struct hw_inject_rule *rule, struct hw_inject_unused *unused)
{
    char *wanted = rule->kernel && !unused->calls ? strndup(rule->name, rule->name_length) : NULL;

    unused->near[0] = '\0';
    if (wanted)
        hw_inject_near_kernels(wanted, unused->near, sizeof unused->near);
    free(wanted);
}

bool hw_inject_unused(size_t *at, struct hw_inject_unused *unused)
{
    for (; *at < rules.count; ++*at) {
        const struct hw_inject_rule *rule = &rules.rule[*at];
        unused->calls = atomic_load(&rule->calls);
        if (unused->calls >= rule->first)
            continue;
        unused->rule = rule->text;
        unused->length = rule->text_length;
        near_kernels(rule, unused);
        ++*at;
        return true;
    }
    return false;
}
