/* halfwarp chips: the chips, and every number of one with its source. */
/* summary: list the chips, or show every number of one with its source */
#include "cli/cli.h"
#include "cli/json.h"

#include <halfwarp/chip.h>

#include <stdio.h>
#include <string.h>

static const char help[] =
    "usage: halfwarp chips [NAME] [--json]\n"
    "\n"
    "Without a name, list the chips.  With one, show every number of that chip and where it is from;\n"
    "a number that no document states is marked as a guess.\n"
    "\n"
    "  --json   all numbers with their sources as JSON\n"
    "\n"
    "  halfwarp chips\n"
    "  halfwarp chips g200\n"
    "  halfwarp chips sm_61 --json\n";

static void list_chips(void)
{
    printf("%-8s %-5s %-8s %4s %9s %8s  %s\n", "chip", "sm", "variant", "MPs", "registers", "warps/MP",
           "also called");
    for (unsigned i = 0; hw_chip_at(i); i++) {
        const struct hw_chip_info *chip = hw_chip_at(i);
        printf("%-8s sm_%u %-8s %4u %9u %8u  %s\n", chip->name, chip->capability, chip->variant,
               chip->tps * chip->mps_per_tp, chip->registers_per_mp, chip->warps_per_mp, chip->aliases);
    }
}

static void show_chip(const struct hw_chip_info *chip)
{
    printf("chip %s (%s), instruction set %s, variant %s\n", chip->name, chip->aliases, chip->isa,
           chip->variant);
    for (unsigned i = 0; i < chip->number_count; i++) {
        const struct hw_chip_number *number = &chip->numbers[i];
        printf("  %-21s %8u  %s%s\n", number->key, number->value, number->guess ? "guess: " : "",
               number->source);
    }
}

static void fill_chip(struct json_object *json, const struct hw_chip_info *chip)
{
    hw_json_text(json, "name", chip->name);
    hw_json_text(json, "aliases", chip->aliases);
    hw_json_text(json, "isa", chip->isa);
    hw_json_text(json, "variant", chip->variant);
    struct json_object *numbers = hw_json_object(json, "numbers");
    for (unsigned i = 0; i < chip->number_count; i++) {
        struct json_object *number = hw_json_object(numbers, chip->numbers[i].key);
        hw_json_number(number, "value", chip->numbers[i].value);
        hw_json_text(number, "source", chip->numbers[i].source);
        hw_json_bool(number, "guess", chip->numbers[i].guess);
    }
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

int hw_cmd_chips(int argc, char **argv)
{
    const struct hw_chip_info *chip = NULL;
    struct hw_list names = {.count = 0};
    struct hw_error error;
    bool json = false;
    int status;
    const struct hw_option options[] = {{"--json", .flag = &json}};

    if (!hw_args_parse(argc, argv, help, options, 1, &names, 1, &status))
        return status;
    if (names.count && hw_chip_find(names.item[0], &chip, &error) != HW_OK)
        return hw_complain("%s", error.text);
    if (json && chip)
        chip_json(chip);
    else if (json)
        all_json();
    else if (chip)
        show_chip(chip);
    else
        list_chips();
    return HW_EXIT_DONE;
}
