/* SPDX-License-Identifier: MIT */
/* A subcommand is described by one table: what it is called, its options, what each is for.  The parser
 * (options.c), help (help_text.c), man pages (man_page.c) and completion (completion.h) come from it, so an
 * option is written down once.
 *
 * The tables are constant: a row says by an offset into the subcommand's own structure where the value goes.
 * Options that several subcommands have are one array of rows, which each of them has as a group. */
#ifndef HW_CLI_OPTIONS_H
#define HW_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#define HW_LIST_MAX 256

/* Operands, and the values of an option that may be given many times. */
struct hw_list {
    const char *item[HW_LIST_MAX];
    unsigned count;
};

/* A word that an option takes, and what it means (may be NULL); a list ends with a NULL name. */
struct hw_option_word {
    const char *name, *help;
};

/* The number of a word in its list, from 0; 0 for NULL; that of the end where it is none of them, which the
 * parser does not let through. */
size_t hw_option_word_number(const struct hw_option_word *words, const char *word);

/* What a value names, for completion. */
enum hw_value_kind {
    HW_KIND_TEXT,
    HW_KIND_NUMBER,  /* what begins with no digit is refused */
    HW_KIND_FILE,    /* that is read */
    HW_KIND_OUTPUT,  /* that is written, and never one that is read */
    HW_KIND_CHANGED, /* that is written, and may be the operand */
    HW_KIND_FOLDER,
    HW_KIND_CHIP,   /* "g80" */
    HW_KIND_TARGET, /* "sm_52" */
    HW_KIND_METRIC, /* nvprof's */
    HW_KIND_EVENT,
    HW_KIND_OPCODE, /* "IMAD", of any instruction set */
    HW_KIND_KERNEL, /* one of the file that the line names */
    HW_KIND_COMMAND
};

/* Where a value goes. */
enum hw_store {
    HW_STORE_NONE,    /* the row is for help alone: who reads the line by itself says so */
    HW_STORE_FLAG,    /* bool: there is no value */
    HW_STORE_VALUE,   /* const char *: of several the last counts */
    HW_STORE_LIST,    /* struct hw_list */
    HW_STORE_VARIABLE /* of a program that runs (program_line.c): a variable of its environment */
};

/* An option.  A list of them ends with HW_OPTIONS_END. */
struct hw_option {
    const char *name;     /* "-k" or "--json" */
    const char *also;     /* other names, with blanks between them; NULL: none */
    const char *argument; /* "KERNEL"; NULL: there is none */
    const char *help;     /* wrapped where it is printed; a newline in it stays */
    bool joined;          /* its value may follow at once, as in -Ifolder */
    enum hw_value_kind kind;
    /* All values that there are: others are refused; NULL: not such an option. */
    const struct hw_option_word *words;
    enum hw_store store;
    size_t at;            /* of the member, in the structure that the group's offset leads to */
    const char *variable; /* HW_STORE_VARIABLE: "HALFWARP_LOG" */
    const char *preset;   /* the value where none is given behind `=`; NULL: the next word is the value */
};

/* The store of a row: a member of a structure, whose type is checked. */
#define HW_MEMBER(type, structure, member) \
    .at = offsetof(structure, member) + 0 * _Generic(((structure *)0)->member, type : 1)
#define HW_FLAG(structure, member)   .store = HW_STORE_FLAG, HW_MEMBER(bool, structure, member)
#define HW_VALUE(structure, member)  .store = HW_STORE_VALUE, HW_MEMBER(const char *, structure, member)
#define HW_VALUES(structure, member) .store = HW_STORE_LIST, HW_MEMBER(struct hw_list, structure, member)
#define HW_VARIABLE(name, value)     .store = HW_STORE_VARIABLE, .variable = (name), .preset = (value)
#define HW_OPTIONS_END \
    {                  \
        .name = NULL   \
    }

/* The row of --mangled, which several subcommands have. */
#define HW_MANGLED_OPTION(structure)                                                                  \
    {                                                                                                 \
        "--mangled", .help = "show names as symbols: _Z5saxpyifPf and not saxpy(int, float, float*)", \
                     HW_FLAG(structure, mangled)                                                      \
    }

/* Lists within a table. */
#define HW_WORDS(...)               \
    (const struct hw_option_word[]) \
    {                               \
        __VA_ARGS__,                \
        {                           \
            .name = NULL            \
        }                           \
    }
#define HW_STRINGS(...)   \
    (const char *const[]) \
    {                     \
        __VA_ARGS__, NULL \
    }
#define HW_GROUPS(...)               \
    (const struct hw_option_group[]) \
    {                                \
        __VA_ARGS__,                 \
        {                            \
            .options = NULL          \
        }                            \
    }
#define HW_EXAMPLES(...)        \
    (const struct hw_example[]) \
    {                           \
        __VA_ARGS__,            \
        {                       \
            .command = NULL     \
        }                       \
    }

/* Options that belong together. */
struct hw_option_group {
    const char *heading;             /* above them; NULL: the first ones need none */
    const struct hw_option *options; /* NULL: the list of groups ends */
    size_t at;                       /* of their structure in the subcommand's */
    bool of_programs;                /* they stand before a program, and are read by program_line.c */
};

#define HW_GROUP(title, rows)                 \
    {                                         \
        .heading = (title), .options = (rows) \
    }
#define HW_GROUP_AT(title, rows, to)                      \
    {                                                     \
        .heading = (title), .options = (rows), .at = (to) \
    }
#define HW_PROGRAM_GROUP(title, rows)                              \
    {                                                              \
        .heading = (title), .options = (rows), .of_programs = true \
    }

/* A line to type, and what it does (may be NULL); a list ends with a NULL command. */
struct hw_example {
    const char *command, *does;
};

/* A subcommand. */
struct hw_command {
    const char *name;         /* "dis" */
    const char *summary;      /* in a line */
    const char *const *usage; /* lines, as "halfwarp dis FILE [-k KERNEL]"; ends with NULL */
    const char *description;  /* paragraphs with a newline between them, before the options */
    const struct hw_option_group *groups;
    const char *notes;           /* paragraphs behind the options; NULL: none */
    const char *const *statuses; /* when it exits with 0, 1 and 2, and more to say; NULL: as all do */
    const struct hw_example *examples;
    const char *const *pages;   /* of the documentation, as "docs/listing.md"; ends with NULL, may be NULL */
    unsigned operands;          /* how many at most (itself at most HW_LIST_MAX) */
    enum hw_value_kind operand; /* what they are */
    int (*run)(int argc, char **argv); /* argv[0] is its name; NULL: a part of another subcommand */
};

/* All subcommands, in the order of the help; NULL behind the last.  The build collects them (commands.c). */
extern const struct hw_command *const hw_commands[];
/* The one of this name; NULL: none. */
const struct hw_command *hw_command_find(const char *name);

/* Read the arguments of a subcommand into the members of `values`, its structure, and into `operands`.  True
 * when it is to go on; else *status is its exit status: help was printed, or what is wrong with the line. */
bool hw_args_parse(int argc, char **argv, const struct hw_command *command, void *values,
                   struct hw_list *operands, int *status);

/* The option of this name that a subcommand has, of its own or of those before a program; *group, where it is
 * not NULL, its group; NULL: none. */
const struct hw_option *hw_option_find(const struct hw_command *command, bool of_programs, const char *name,
                                       size_t length, const struct hw_option_group **group);
/* Any of both that has the name that a word has up to `=`. */
const struct hw_option *hw_option_of_word(const struct hw_command *command, const char *word);

/* The first option that a line has given the subcommand's structure a value of, but for those named in `but`,
 * whose list ends with NULL; NULL: there is none. */
const struct hw_option *hw_option_given(const struct hw_command *command, const void *values,
                                        const char *const *but);

/* Call `take` for each name of an option, first for its own. */
typedef void hw_option_name_fn(void *context, const char *name, size_t length);
void hw_option_names(const struct hw_option *option, hw_option_name_fn *take, void *context);

/* --- option_errors.c --- */

/* Say of a word that is no option of the subcommand what to type instead; returns HW_EXIT_USAGE. */
int hw_unknown_option(const struct hw_command *command, const char *word);
/* Say of a value that is none of the option's words which there are; returns HW_EXIT_USAGE. */
int hw_unknown_word(const struct hw_command *command, const struct hw_option *option, const char *value);
/* Say of the name of no subcommand what there is; returns HW_EXIT_USAGE. */
int hw_unknown_command(const char *name);

#endif
