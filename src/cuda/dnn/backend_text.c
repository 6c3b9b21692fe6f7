/* SPDX-License-Identifier: MIT */
/* Plans as text, which a program may keep and make a plan of again
 * (CUDNN_ATTR_EXECUTION_PLAN_JSON_REPRESENTATION; XLA does so with each).  NVIDIA's form is not public; ours
 * is JSON, too:
 *
 *     node = [type, attribute, ...]    attribute = [name, type, value, ...]
 *
 * A value is a node, or the bits of a number as an integer.  Handles and what finalizing derives are left
 * out. */
#include "cuda/dnn/backend_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 16, MOST_VALUES = 64 };

/* --- writing --- */

static void write_node(FILE *out, const struct hw_dnn_node *node);

static void write_value(FILE *out, const struct hw_dnn_attribute *attribute, int64_t i)
{
    const char *at = (const char *)attribute->values + (size_t)i * hw_dnn_attribute_bytes(attribute->type);
    int64_t wide = 0;
    int32_t word = 0;

    if (attribute->type == CUDNN_TYPE_BACKEND_DESCRIPTOR) {
        write_node(out, ((struct hw_dnn_node **)attribute->values)[i]);
        return;
    }
    switch (hw_dnn_attribute_bytes(attribute->type)) {
    case 1: wide = *(const int8_t *)at; break;
    case 4:
        memcpy(&word, at, sizeof word);
        wide = word;
        break;
    default: memcpy(&wide, at, sizeof wide);
    }
    fprintf(out, "%" PRId64, wide);
}

/* Whether a program set the attribute, and it means the same in another process. */
static bool is_kept(const struct hw_dnn_node *node, const struct hw_dnn_attribute *attribute)
{
    const struct hw_dnn_rule *rule = hw_dnn_rule_find(node->type, attribute->name);

    return rule && !rule->given && attribute->type != CUDNN_TYPE_HANDLE &&
           attribute->name != CUDNN_ATTR_EXECUTION_PLAN_JSON_REPRESENTATION;
}

static void write_node(FILE *out, const struct hw_dnn_node *node)
{
    fprintf(out, "[%d", (int)node->type);
    for (int i = 0; i < node->count; i++) {
        const struct hw_dnn_attribute *attribute = &node->attribute[i];
        if (!is_kept(node, attribute))
            continue;
        fprintf(out, ",[%d,%d", (int)attribute->name, (int)attribute->type);
        for (int64_t k = 0; k < attribute->count; k++) {
            fputc(',', out);
            write_value(out, attribute, k);
        }
        fputc(']', out);
    }
    fputc(']', out);
}

char *hw_dnn_node_text(const struct hw_dnn_node *node, size_t *length)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, length);

    if (!out)
        return NULL;
    write_node(out, node);
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

/* --- reading --- */

struct text_reader {
    struct hw_dnn_call *call;
    const char *at, *end;
    int depth;
};

static bool take(struct text_reader *reader, char wanted)
{
    const bool found = reader->at < reader->end && *reader->at == wanted;

    if (found)
        reader->at++;
    return found;
}

static void need(struct text_reader *reader, char wanted)
{
    if (hw_dnn_is_ready(reader->call))
        hw_dnn_need(reader->call, take(reader, wanted));
}

static int64_t read_integer(struct text_reader *reader)
{
    const bool negative = take(reader, '-');
    const char *first = reader->at;
    int64_t value = 0;
    bool fits = true;

    for (; reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9'; reader->at++) {
        const int digit = *reader->at - '0';
        fits = fits && !__builtin_mul_overflow(value, 10, &value) &&
               !__builtin_add_overflow(value, negative ? -digit : digit, &value);
    }
    hw_dnn_need(reader->call, fits && reader->at > first);
    return value;
}

static struct hw_dnn_node *read_node(struct text_reader *reader);

static void put_value(void *values, int64_t i, size_t bytes, int64_t value)
{
    char *to = (char *)values + (size_t)i * bytes;
    const int32_t word = (int32_t)value;

    if (bytes == 1)
        *to = (char)value;
    else if (bytes == 4)
        memcpy(to, &word, sizeof word);
    else
        memcpy(to, &value, sizeof value);
}

/* As cudnnBackendSetAttribute takes it. */
static void read_attribute(struct text_reader *reader, struct hw_dnn_node *node)
{
    const cudnnBackendAttributeName_t name = (cudnnBackendAttributeName_t)read_integer(reader);
    need(reader, ',');
    const cudnnBackendAttributeType_t type = (cudnnBackendAttributeType_t)read_integer(reader);
    const struct hw_dnn_rule *rule = hw_dnn_rule_find(node->type, name);
    const bool is_child = type == CUDNN_TYPE_BACKEND_DESCRIPTOR;
    int64_t values[MOST_VALUES], count = 0;

    hw_dnn_need(reader->call, rule && !rule->given && hw_dnn_rule_takes_type(rule, type) &&
                                  type != CUDNN_TYPE_HANDLE && type != CUDNN_TYPE_CHAR);
    while (hw_dnn_is_ready(reader->call) && take(reader, ',')) {
        hw_dnn_need(reader->call, count < MOST_VALUES && count < rule->most);
        if (!hw_dnn_is_ready(reader->call))
            break;
        if (is_child) {
            struct hw_dnn_node *child = read_node(reader);
            if (!child)
                break;
            hw_dnn_need(reader->call, hw_dnn_rule_takes(rule, child));
            memcpy(&values[count++], &child, sizeof child);
        } else {
            put_value(values, count, hw_dnn_attribute_bytes(type), read_integer(reader));
            count++;
        }
    }
    need(reader, ']');
    if (hw_dnn_is_ready(reader->call))
        hw_dnn_check(reader->call, hw_dnn_node_set(node, name, type, count, values),
                     CUDNN_STATUS_ALLOC_FAILED);
    for (int64_t i = 0; is_child && i < count; i++)
        hw_dnn_node_drop(((struct hw_dnn_node **)values)[i]);
}

/* Held once, and finalized; NULL where the call has failed. */
static struct hw_dnn_node *read_node(struct text_reader *reader)
{
    hw_dnn_need(reader->call, reader->depth < MOST_DEPTH);
    need(reader, '[');
    if (!hw_dnn_is_ready(reader->call))
        return NULL;
    struct hw_dnn_node *node = hw_dnn_node_new((cudnnBackendDescriptorType_t)read_integer(reader));
    hw_dnn_check(reader->call, node != NULL, CUDNN_STATUS_ALLOC_FAILED);
    if (!node)
        return NULL;
    reader->depth++;
    while (hw_dnn_is_ready(reader->call) && take(reader, ',')) {
        need(reader, '[');
        if (hw_dnn_is_ready(reader->call))
            read_attribute(reader, node);
    }
    reader->depth--;
    need(reader, ']');
    hw_dnn_need(reader->call, hw_dnn_rule_knows(node->type) && hw_dnn_rule_complete(node));
    if (hw_dnn_is_ready(reader->call) && node->type != CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR)
        hw_dnn_node_check(reader->call, node);
    node->finalized = hw_dnn_is_ready(reader->call);
    if (node->finalized)
        return node;
    hw_dnn_node_drop(node);
    return NULL;
}

struct hw_dnn_node *hw_dnn_node_read(struct hw_dnn_call *call, const char *text, size_t length)
{
    struct text_reader reader = {.call = call, .at = text, .end = text + length};

    return read_node(&reader);
}
