/* SPDX-License-Identifier: MIT */
/* The tracefile's reader: what was written here before, or by lcov of it (`lcov -a`), whose version 2 writes
 * where functions end, and gives them numbers (FNL, FNA).  Their ends, checksums and versions of files are
 * not kept. */
#include "coverage/tracefile.h"

#include <stdlib.h>
#include <string.h>

#define LINE_MAX_BYTES 8192

/* What a record has behind its word: numbers with commas between them, of which the last may be `-` or is the
 * rest of the line. */
struct trace_fields {
    const char *at;
    bool wrong;
};

static uint64_t number(struct trace_fields *fields)
{
    char *end;

    if (*fields->at < '0' || *fields->at > '9') {
        fields->wrong = true;
        return 0;
    }
    const uint64_t value = strtoull(fields->at, &end, 10);
    fields->wrong |= *end != ',' && *end != '\0';
    fields->at = end + (*end == ',');
    return value;
}

static uint32_t line_number(struct trace_fields *fields)
{
    const uint64_t line = number(fields);

    fields->wrong |= line > UINT32_MAX;
    return (uint32_t)line;
}

/* The line where a function ends may stand before its name, which begins with no digit. */
static const char *behind_end(const char *name)
{
    const size_t digits = strspn(name, "0123456789");

    return digits && name[digits] == ',' ? name + digits + 1 : name;
}

/* Counts of functions come apart from their lines. */
static bool read_function(struct hw_tracefile *tracefile, struct trace_fields *fields)
{
    const uint32_t line = line_number(fields);

    if (!fields->wrong)
        hw_tracefile_function(tracefile, line, behind_end(fields->at), 0);
    return !fields->wrong;
}

/* The line of the function of that name, which stands before its count. */
static bool read_function_count(struct hw_tracefile *tracefile, struct trace_fields *fields, const char *from,
                                const char *here)
{
    const uint64_t count = number(fields);
    const size_t length = strlen(fields->at);

    if (fields->wrong)
        return false;
    for (const char *at = from; (at = strstr(at, "\nFN:")) && at < here; at += 4) {
        char *end;
        const uint64_t line = strtoull(at + 4, &end, 10);
        const char *name = *end == ',' ? behind_end(end + 1) : end;
        if (name > end && strncmp(name, fields->at, length) == 0 && name[length] == '\n') {
            hw_tracefile_function(tracefile, (uint32_t)line, fields->at, count);
            return true;
        }
    }
    return false;
}

/* FNA:NUMBER,COUNT,NAME, behind FNL:NUMBER,LINE,END. */
static bool read_numbered_count(struct hw_tracefile *tracefile, struct trace_fields *fields, const char *from,
                                const char *here)
{
    const uint64_t wanted = number(fields), count = number(fields);

    for (const char *at = from; !fields->wrong && (at = strstr(at, "\nFNL:")) && at < here; at += 5) {
        struct trace_fields line = {.at = at + 5};
        char *end;
        if (number(&line) != wanted || line.wrong)
            continue;
        hw_tracefile_function(tracefile, (uint32_t)strtoull(line.at, &end, 10), fields->at, count);
        return true;
    }
    return false;
}

/* Names and counts refer to it. */
static bool is_numbered_function(struct trace_fields *fields)
{
    (void)number(fields);
    const size_t digits = strspn(fields->at, "0123456789");

    return !fields->wrong && digits && (fields->at[digits] == '\0' || fields->at[digits] == ',');
}

static bool read_branch(struct hw_tracefile *tracefile, struct trace_fields *fields)
{
    const uint32_t line = line_number(fields), block = line_number(fields), branch = line_number(fields);
    const bool reached = strcmp(fields->at, "-") != 0;
    const uint64_t count = reached ? number(fields) : 0;

    if (!fields->wrong)
        hw_tracefile_branch(tracefile, line, block, branch, reached, count);
    return !fields->wrong;
}

static bool read_line(struct hw_tracefile *tracefile, struct trace_fields *fields)
{
    const uint32_t line = line_number(fields);
    const uint64_t count = number(fields);

    if (!fields->wrong)
        hw_tracefile_line(tracefile, line, count);
    return !fields->wrong;
}

static bool is_sum(const char *line)
{
    static const char *const words[] = {
        "TN:", "VER:", "FNF:", "FNH:", "BRF:", "BRH:", "LF:", "LH:", "end_of_record", "#"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(line, words[i], strlen(words[i])) == 0)
            return true;
    return *line == '\0';
}

/* Where the records of a file begin. */
struct trace_section {
    const char *begin;
    bool named;
};

static bool take(struct hw_tracefile *tracefile, const char *line, const char *here,
                 struct trace_section *section)
{
    const char *colon = strchr(line, ':');
    struct trace_fields fields = {.at = colon ? colon + 1 : ""};

    if (strncmp(line, "SF:", 3) == 0) {
        hw_tracefile_begin(tracefile, fields.at);
        *section = (struct trace_section){here, true};
        return *fields.at != '\0';
    }
    if (is_sum(line))
        return true;
    if (!section->named)
        return false;
    if (strncmp(line, "FN:", 3) == 0)
        return read_function(tracefile, &fields);
    if (strncmp(line, "FNDA:", 5) == 0)
        return read_function_count(tracefile, &fields, section->begin, here);
    if (strncmp(line, "FNL:", 4) == 0)
        return is_numbered_function(&fields);
    if (strncmp(line, "FNA:", 4) == 0)
        return read_numbered_count(tracefile, &fields, section->begin, here);
    if (strncmp(line, "BRDA:", 5) == 0)
        return read_branch(tracefile, &fields);
    return strncmp(line, "DA:", 3) == 0 && read_line(tracefile, &fields);
}

hw_status hw_tracefile_read(struct hw_tracefile *tracefile, const char *text, struct hw_error *error)
{
    struct trace_section section = {.begin = text};
    char line[LINE_MAX_BYTES];
    unsigned count = 0;

    for (const char *at = text; *at;) {
        const size_t length = strcspn(at, "\n");
        count++;
        if (length < sizeof line) {
            memcpy(line, at, length);
            line[length] = '\0';
        }
        if (length >= sizeof line || !take(tracefile, line, at, &section)) {
            hw_fail(error, HW_ERR_FORMAT, "coverage",
                    "line %u is no record of a tracefile as it is read here: %.60s", count,
                    length < sizeof line ? line : "it is too long");
            if (error)
                error->line = count;
            return HW_ERR_FORMAT;
        }
        at += length + (at[length] == '\n');
    }
    return HW_OK;
}
