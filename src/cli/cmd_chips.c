/* SPDX-License-Identifier: MIT */
/* halfwarp chips: the chips and their cards, and every number of one with its source. */
#include "cli/cli.h"
#include "cli/json.h"

#include <halfwarp/chip.h>

#include <stdio.h>
#include <string.h>

struct chips_options {
    bool json, standings;
};

/* clang-format off */
static const struct hw_option chips_options[] = {
    {"--json", .help = "all numbers with their sources as JSON", HW_FLAG(struct chips_options, json)},
    {"--standings", .help = "how many numbers of each standing the chips have that introduced a compute capability, "
     "and how many of those that are no guesses are cited from memory", HW_FLAG(struct chips_options, standings)},
    HW_OPTIONS_END,
};
/* clang-format on */

static void print_card(const char *before, const struct hw_card *card)
{
    printf("%-28s%s %4u %5u %6u %6u  %-6s %5u %6u", card->name, before, card->mps,
           card->core_clock_khz / 1000, card->shader_clock_khz / 1000, card->memory_clock_khz / 1000,
           card->memory_type, card->memory_bits, card->memory_mib);
}

static void print_card_columns(const char *before, const char *after)
{
    printf("%-28s%s  MPs  core shader memory  type    bits    MiB  %s\n", "card", before, after);
}

static void list_cards(void)
{
    print_card_columns(" chip   ", "also called; note");
    for (unsigned i = 0; hw_chip_at(i); i++)
        for (unsigned c = 0; c < hw_chip_at(i)->card_count; c++) {
            const struct hw_card *card = &hw_chip_at(i)->cards[c];
            char chip[16];
            snprintf(chip, sizeof chip, " %-7s", hw_chip_at(i)->name);
            print_card(chip, card);
            printf("%s%s%s%s\n", *card->others || *card->note ? "  " : "", card->others,
                   *card->others && *card->note ? "; " : "", card->note);
        }
}

static void list_chips(void)
{
    printf("%-8s %-6s %-8s %4s %9s %8s  %s\n", "chip", "sm", "variant", "MPs", "registers", "warps/MP",
           "also called");
    for (unsigned i = 0; hw_chip_at(i); i++) {
        const struct hw_chip_info *chip = hw_chip_at(i);
        printf("%-8s sm_%-3u %-8s %4u %9u %8u  %s\n", chip->name, chip->capability, chip->variant,
               chip->tps * chip->mps_per_tp, chip->registers_per_mp, chip->warps_per_mp, chip->aliases);
    }
    putchar('\n');
    list_cards();
}

static void print_number(const char *key, const char *value, const char *unit, enum hw_standing standing,
                         const char *source)
{
    printf("  %-30s %12s %-13s %-10s  %s\n", key, value, unit, hw_standing_name(standing), source);
}

/* Lists of numbers, which are limits. */
static void print_lists(const struct hw_chip_info *chip)
{
    print_number("register_doubled", *chip->register_doubled ? chip->register_doubled : "-", "registers",
                 chip->register_doubled_standing, chip->register_doubled_source);
    print_number("shared_sizes", chip->shared_sizes, "KiB", chip->shared_sizes_standing,
                 chip->shared_sizes_source);
}

static void print_numbers(const struct hw_chip_info *chip)
{
    const char *group = "";

    for (unsigned i = 0; i < chip->number_count; i++) {
        const struct hw_chip_number *number = &chip->numbers[i];
        char value[16];
        if (strcmp(number->group, group) != 0) {
            if (strcmp(group, "limits") == 0)
                print_lists(chip);
            group = number->group;
            printf("\n%s\n", group);
        }
        snprintf(value, sizeof value, "%u", number->value);
        print_number(number->key, value, number->unit, number->standing, number->source);
    }
}

static void show_chip(const struct hw_chip_info *chip)
{
    printf("chip %s (%s), instruction set %s, variant %s\n", chip->name, chip->aliases, chip->isa,
           chip->variant);
    if (!hw_chip_runs(chip))
        puts("its code is read and written, not yet run");
    print_numbers(chip);
    if (chip->card_count) {
        putchar('\n');
        print_card_columns("", "standing    source");
    }
    for (unsigned i = 0; i < chip->card_count; i++) {
        const struct hw_card *card = &chip->cards[i];
        print_card("", card);
        printf("  %-10s  %s\n", hw_standing_name(card->standing), card->source);
        if (*card->others)
            printf("    also called %s\n", card->others);
        if (card->rate_fp64)
            printf("    held to rate_fp64 %u\n", card->rate_fp64);
        if (*card->note)
            printf("    %s\n", card->note);
    }
}

/* "guess" is what there was before standings. */
static void fill_standing(struct json_object *json, enum hw_standing standing)
{
    hw_json_text(json, "standing", hw_standing_name(standing));
    hw_json_bool(json, "guess", standing == HW_STANDING_GUESS);
}

static void fill_card(struct json_object *json, const struct hw_card *card)
{
    hw_json_text(json, "name", card->name);
    hw_json_text(json, "others", card->others);
    hw_json_text(json, "note", card->note);
    hw_json_number(json, "mps", card->mps);
    hw_json_number(json, "core_clock_khz", card->core_clock_khz);
    hw_json_number(json, "shader_clock_khz", card->shader_clock_khz);
    hw_json_number(json, "memory_clock_khz", card->memory_clock_khz);
    hw_json_text(json, "memory_type", card->memory_type);
    hw_json_number(json, "memory_bits", card->memory_bits);
    hw_json_number(json, "memory_mib", card->memory_mib);
    if (card->rate_fp64)
        hw_json_number(json, "rate_fp64", card->rate_fp64);
    hw_json_text(json, "source", card->source);
    fill_standing(json, card->standing);
}

static void fill_chip(struct json_object *json, const struct hw_chip_info *chip)
{
    hw_json_text(json, "name", chip->name);
    hw_json_text(json, "aliases", chip->aliases);
    hw_json_text(json, "isa", chip->isa);
    hw_json_text(json, "variant", chip->variant);
    hw_json_bool(json, "runs", hw_chip_runs(chip));
    struct json_object *numbers = hw_json_object(json, "numbers");
    for (unsigned i = 0; i < chip->number_count; i++) {
        struct json_object *number = hw_json_object(numbers, chip->numbers[i].key);
        hw_json_number(number, "value", chip->numbers[i].value);
        hw_json_text(number, "unit", chip->numbers[i].unit);
        hw_json_text(number, "group", chip->numbers[i].group);
        hw_json_text(number, "source", chip->numbers[i].source);
        fill_standing(number, chip->numbers[i].standing);
        hw_json_bool(number, "recalled", chip->numbers[i].recalled);
    }
    hw_json_text(json, "register_doubled", chip->register_doubled);
    hw_json_text(json, "register_doubled_source", chip->register_doubled_source);
    hw_json_text(json, "register_doubled_standing", hw_standing_name(chip->register_doubled_standing));
    hw_json_text(json, "shared_sizes", chip->shared_sizes);
    hw_json_text(json, "shared_sizes_source", chip->shared_sizes_source);
    hw_json_text(json, "shared_sizes_standing", hw_standing_name(chip->shared_sizes_standing));
    struct json_object *cards = hw_json_list(json, "cards");
    for (unsigned i = 0; i < chip->card_count; i++)
        fill_card(hw_json_object(cards, NULL), &chip->cards[i]);
}

static void chip_json(const struct hw_chip_info *chip)
{
    struct json_object *json = hw_json_object(NULL, NULL);
    fill_chip(json, chip);
    hw_json_print(json, stdout);
}

static void all_json(void)
{
    struct json_object *list = hw_json_list(NULL, NULL);
    for (unsigned i = 0; hw_chip_at(i); i++)
        fill_chip(hw_json_object(list, NULL), hw_chip_at(i));
    hw_json_print(list, stdout);
}

struct counts {
    unsigned standing[HW_STANDING_COUNT], recalled;
};

static struct counts count_standings(const struct hw_chip_info *chip)
{
    struct counts counts = {.recalled = 0};

    for (unsigned i = 0; i < chip->number_count; i++) {
        counts.standing[chip->numbers[i].standing]++;
        counts.recalled += chip->numbers[i].recalled;
    }
    return counts;
}

/* Chips named by a compute capability are those that introduced it. */
static bool introduced_one(const struct hw_chip_info *chip)
{
    return strstr(chip->aliases, "sm_") != NULL;
}

static void show_standings(void)
{
    printf("%-8s %-6s %10s %10s %10s %10s %12s\n", "chip", "sm", "documented", "measured", "derived", "guess",
           "from memory");
    for (unsigned i = 0; hw_chip_at(i); i++) {
        const struct hw_chip_info *chip = hw_chip_at(i);
        if (!introduced_one(chip))
            continue;
        const struct counts counts = count_standings(chip);
        printf("%-8s sm_%-3u", chip->name, chip->capability);
        for (unsigned n = 0; n < HW_STANDING_COUNT; n++)
            printf(" %10u", counts.standing[n]);
        printf(" %12u\n", counts.recalled);
    }
}

static void standings_json(void)
{
    struct json_object *list = hw_json_list(NULL, NULL);

    for (unsigned i = 0; hw_chip_at(i); i++) {
        const struct hw_chip_info *chip = hw_chip_at(i);
        if (!introduced_one(chip))
            continue;
        const struct counts counts = count_standings(chip);
        struct json_object *json = hw_json_object(list, NULL);
        hw_json_text(json, "name", chip->name);
        hw_json_number(json, "capability", chip->capability);
        for (unsigned n = 0; n < HW_STANDING_COUNT; n++)
            hw_json_number(json, hw_standing_name((enum hw_standing)n), counts.standing[n]);
        hw_json_number(json, "from_memory", counts.recalled);
    }
    hw_json_print(list, stdout);
}

static int run(int argc, char **argv)
{
    const struct hw_chip_info *chip = NULL;
    struct hw_list names = {.count = 0};
    struct hw_error error;
    struct chips_options options = {.json = false};
    int status;

    if (!hw_args_parse(argc, argv, &hw_command_chips, &options, &names, &status))
        return status;
    if (options.standings && names.count)
        return hw_usage_error("chips", "--standings is about all chips; '%s' names one", names.item[0]);
    if (names.count && hw_chip_find(names.item[0], &chip, &error) != HW_OK)
        return hw_complain("%s", error.text);
    if (options.json && options.standings)
        standings_json();
    else if (options.standings)
        show_standings();
    else if (options.json && chip)
        chip_json(chip);
    else if (options.json)
        all_json();
    else if (chip)
        show_chip(chip);
    else
        list_chips();
    return HW_EXIT_DONE;
}

/* clang-format off */
const struct hw_command hw_command_chips = {
    .name = "chips",
    .summary = "list the chips and cards, or show every number of one with its source",
    .usage = HW_STRINGS("halfwarp chips [NAME] [--json]", "halfwarp chips --standings [--json]"),
    .description =
        "Without a name, list the chips and the cards that they were sold on. With the name of a chip or a card, "
        "show every number of that chip in groups: its unit, its standing, and where it is from. Standings are "
        "documented, measured, derived (from such numbers) and guess. A card's clocks are in MHz; its memory's is "
        "half the rate of the data.",
    .groups = HW_GROUPS(HW_GROUP(NULL, chips_options)),
    .examples = HW_EXAMPLES(
        {"halfwarp chips", "all of them"},
        {"halfwarp chips g200", "a chip by its name"},
        {"halfwarp chips \"GTX 480\"", "the chip of a card"},
        {"halfwarp chips sm_61 --json", "the chip of a compute capability, for a program to read"},
        {"halfwarp chips --standings", "how well the chips are known"}),
    .pages = HW_STRINGS("docs/chips.md"),
    .operands = 1,
    .operand = HW_KIND_CHIP,
    .run = run,
};
/* clang-format on */
