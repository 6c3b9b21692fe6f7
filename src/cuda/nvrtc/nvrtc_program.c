/* SPDX-License-Identifier: MIT */
/* Programs of NVRTC's: made, asked for what they have, and destroyed. */
#include "cuda/nvrtc/nvrtc_program.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_NAME "default_program"

void hw_nvrtc_say(struct hw_nvrtc_program *program, const char *format, ...)
{
    char *text = NULL, *joined = NULL;
    va_list values;

    va_start(values, format);
    if (vasprintf(&text, format, values) < 0)
        text = NULL;
    va_end(values);
    if (text && asprintf(&joined, "%s%s", program->log ? program->log : "", text) >= 0) {
        free(program->log);
        program->log = joined;
    }
    free(text);
}

void hw_nvrtc_forget(struct hw_nvrtc_program *program)
{
    free(program->ptx);
    free(program->cubin);
    free(program->log);
    program->ptx = program->log = NULL;
    program->cubin = NULL;
    program->cubin_bytes = 0;
    for (size_t i = 0; i < HW_NVRTC_FORMS; i++) {
        free(program->forms[i].text);
        program->forms[i] = (struct hw_nvrtc_bytes){NULL, 0};
    }
    program->compiled = false;
    for (size_t i = 0; i < program->name_count; i++) {
        free(program->names[i].lowered);
        program->names[i].lowered = NULL;
    }
}

/* --- to make and to destroy --- */

static void destroy(struct hw_nvrtc_program *program)
{
    hw_nvrtc_forget(program);
    for (size_t i = 0; i < program->header_count; i++) {
        free(program->headers[i].name);
        free(program->headers[i].text);
    }
    for (size_t i = 0; i < program->name_count; i++)
        free(program->names[i].expression);
    free(program->headers);
    free(program->names);
    free(program->source);
    free(program->name);
    free(program);
}

static bool take_headers(struct hw_nvrtc_program *program, size_t count, const char *const *text,
                         const char *const *name)
{
    program->headers = calloc(count + 1, sizeof *program->headers);
    for (size_t i = 0; program->headers && i < count; i++) {
        struct hw_nvrtc_header *header = &program->headers[program->header_count++];
        header->name = strdup(name[i]);
        header->text = strdup(text[i]);
        if (!header->name || !header->text)
            return false;
    }
    return program->headers;
}

static bool are_texts(int count, const char *const *texts)
{
    for (int i = 0; i < count; i++)
        if (!texts || !texts[i])
            return false;
    return count >= 0;
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *source, const char *name, int headers,
                               const char *const *header, const char *const *header_name)
{
    struct hw_nvrtc_program *made;

    if (!program)
        return NVRTC_ERROR_INVALID_PROGRAM;
    if (!source || !are_texts(headers, header) || !are_texts(headers, header_name))
        return NVRTC_ERROR_INVALID_INPUT;
    made = calloc(1, sizeof *made);
    if (!made)
        return NVRTC_ERROR_OUT_OF_MEMORY;
    made->source = strdup(source);
    made->name = strdup(name && *name ? name : DEFAULT_NAME);
    if (!take_headers(made, (size_t)headers, header, header_name) || !made->source || !made->name) {
        destroy(made);
        return NVRTC_ERROR_OUT_OF_MEMORY;
    }
    *program = made;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program)
{
    if (!program || !*program)
        return NVRTC_ERROR_INVALID_PROGRAM;
    destroy(*program);
    *program = NULL;
    return NVRTC_SUCCESS;
}

/* --- what there is --- */

static nvrtcResult tell_size(nvrtcProgram program, size_t size, size_t *bytes)
{
    if (!program)
        return NVRTC_ERROR_INVALID_PROGRAM;
    if (!bytes)
        return NVRTC_ERROR_INVALID_INPUT;
    *bytes = size;
    return NVRTC_SUCCESS;
}

static nvrtcResult copy(nvrtcProgram program, const void *from, size_t size, char *to)
{
    if (!program)
        return NVRTC_ERROR_INVALID_PROGRAM;
    if (!to)
        return NVRTC_ERROR_INVALID_INPUT;
    memcpy(to, from, size);
    return NVRTC_SUCCESS;
}

/* What is not there is an empty text. */
static const char *text_of(const char *text)
{
    return text ? text : "";
}

nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t *bytes)
{
    return tell_size(program, program ? strlen(text_of(program->ptx)) + 1 : 0, bytes);
}

nvrtcResult nvrtcGetPTX(nvrtcProgram program, char *ptx)
{
    const char *text = program ? text_of(program->ptx) : "";

    return copy(program, text, strlen(text) + 1, ptx);
}

nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t *bytes)
{
    return tell_size(program, program ? strlen(text_of(program->log)) + 1 : 0, bytes);
}

nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char *log)
{
    const char *text = program ? text_of(program->log) : "";

    return copy(program, text, strlen(text) + 1, log);
}

nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *bytes)
{
    return tell_size(program, program ? program->cubin_bytes : 0, bytes);
}

nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *cubin)
{
    return copy(program, program && program->cubin ? (const void *)program->cubin : "",
                program ? program->cubin_bytes : 0, cubin);
}

/* --- forms that only NVIDIA's makes, with an option for them --- */

static nvrtcResult tell_form_size(nvrtcProgram program, size_t form, size_t *bytes)
{
    return tell_size(program, program ? program->forms[form].count : 0, bytes);
}

static nvrtcResult copy_form(nvrtcProgram program, size_t form, char *code)
{
    const struct hw_nvrtc_bytes *bytes = program ? &program->forms[form] : NULL;

    return copy(program, bytes && bytes->text ? bytes->text : "", bytes ? bytes->count : 0, code);
}

nvrtcResult nvrtcGetLTOIRSize(nvrtcProgram program, size_t *bytes)
{
    return tell_form_size(program, HW_NVRTC_LTOIR, bytes);
}

nvrtcResult nvrtcGetLTOIR(nvrtcProgram program, char *code)
{
    return copy_form(program, HW_NVRTC_LTOIR, code);
}

nvrtcResult nvrtcGetNVVMSize(nvrtcProgram program, size_t *bytes)
{
    return tell_form_size(program, HW_NVRTC_NVVM, bytes);
}

nvrtcResult nvrtcGetNVVM(nvrtcProgram program, char *code)
{
    return copy_form(program, HW_NVRTC_NVVM, code);
}

nvrtcResult nvrtcGetOptiXIRSize(nvrtcProgram program, size_t *bytes)
{
    return tell_form_size(program, HW_NVRTC_OPTIXIR, bytes);
}

nvrtcResult nvrtcGetOptiXIR(nvrtcProgram program, char *code)
{
    return copy_form(program, HW_NVRTC_OPTIXIR, code);
}
