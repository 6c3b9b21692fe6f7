/* SPDX-License-Identifier: MIT */
/* Copies to, from and between arrays: of bytes that run on from row to row, and of planes.  Columns and
 * widths count bytes. */
#include "cuda/runtime/runtime_work.h"

#include "cuda/core/log/reason.h"

static cudaError_t check_end(const char *which, const struct hw_cuda_end *end)
{
    if (end->memory || hw_cuda_array_is_valid(end->array))
        return cudaSuccess;
    return hw_cuda_fail_handle(cudaErrorInvalidValue, which, end->array);
}

/* The kind of a copy must have the device at the ends that are arrays. */
static cudaError_t set_ends(struct hw_cuda_end *to, struct hw_cuda_end *from, int kind, cudaStream_t stream)
{
    cudaError_t error = hw_cuda_stream_check(stream);

    if (error == cudaSuccess)
        error = check_end("destination", to);
    if (error == cudaSuccess)
        error = check_end("source", from);
    if (error == cudaSuccess)
        error = hw_cuda_set_kind(to, from, kind);
    return error == cudaSuccess ? hw_runtime_check_kind(to, from, kind) : error;
}

/* --- bytes that run on --- */

/* Bytes that one end has in a row from where it stands; all that are left where it is no array. */
static size_t room_of(const struct hw_cuda_end *end, size_t left)
{
    if (!end->array)
        return left;
    const size_t room = hw_cuda_array_pitch(end->array) - end->x;
    return room < left ? room : left;
}

static void advance(struct hw_cuda_end *end, size_t bytes)
{
    if (!end->array) {
        end->memory = (const char *)end->memory + bytes;
        return;
    }
    end->x += bytes;
    if (end->x == hw_cuda_array_pitch(end->array)) {
        end->x = 0;
        end->y++;
    }
}

static cudaError_t check_room(const char *which, const struct hw_cuda_end *end, size_t bytes)
{
    if (!end->array || bytes == 0)
        return cudaSuccess;
    const size_t pitch = hw_cuda_array_pitch(end->array), height = hw_cuda_array_extent(end->array).height;
    const size_t rows = height ? height : 1;
    if (end->x < pitch && end->y < rows && bytes <= (rows - end->y) * pitch - end->x)
        return cudaSuccess;
    return hw_cuda_fail(cudaErrorInvalidValue,
                        "%s: %zu bytes from byte %zu of row %zu; the array has %zu rows of %zu bytes", which,
                        bytes, end->x, end->y, rows, pitch);
}

struct array_line {
    struct hw_cuda_end to, from;
    size_t bytes;
};

static cudaError_t copy_pieces(void *data)
{
    const struct array_line *line = data;
    struct hw_cuda_end to = line->to, from = line->from;
    cudaError_t error = cudaSuccess;

    for (size_t left = line->bytes; error == cudaSuccess && left > 0;) {
        const size_t piece = room_of(&to, room_of(&from, left));
        error = hw_cuda_copy_piece(&to, &from, piece, 1, 1);
        advance(&to, piece);
        advance(&from, piece);
        left -= piece;
    }
    if (error == cudaSuccess)
        hw_cuda_copied(&line->to, &line->from, line->bytes);
    return error;
}

cudaError_t hw_runtime_copy_array_line(struct hw_cuda_end to, struct hw_cuda_end from, size_t bytes, int kind,
                                       cudaStream_t stream)
{
    cudaError_t error = set_ends(&to, &from, kind, stream);

    if (error == cudaSuccess)
        error = check_room("destination", &to, bytes);
    if (error == cudaSuccess)
        error = check_room("source", &from, bytes);
    if (error != cudaSuccess)
        return error;
    struct array_line line = {to, from, bytes};
    return hw_cuda_copy_line(stream, copy_pieces, &line, sizeof line);
}

struct hw_cuda_end hw_runtime_end_in_memory(const void *memory, size_t pitch)
{
    return (struct hw_cuda_end){.memory = memory, .pitch = pitch};
}

struct hw_cuda_end hw_runtime_end_in_array(const struct cudaArray *array, size_t x, size_t y)
{
    return (struct hw_cuda_end){.array = array, .x = x, .y = y};
}

/* --- planes --- */

cudaError_t hw_runtime_copy_array_plane(struct hw_cuda_end to, struct hw_cuda_end from, size_t width,
                                        size_t height, int kind, cudaStream_t stream)
{
    cudaError_t error = set_ends(&to, &from, kind, stream);

    if (error == cudaSuccess && to.memory)
        error = hw_runtime_check_pitch("destination", to.pitch, width, height);
    if (error == cudaSuccess && from.memory)
        error = hw_runtime_check_pitch("source", from.pitch, width, height);
    return error == cudaSuccess ? hw_cuda_copy(&to, &from, width, height, 1, stream) : error;
}
