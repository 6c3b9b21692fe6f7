/* SPDX-License-Identifier: MIT */
/* Those functions of graph_calls.h that have a stream, and so a second form, for which stream 0 is the
 * calling thread's own (own_stream.h). */
#include "cuda/core/interface_function.h"

/* clang-format off */

FUNCTION(StreamBeginCaptureToGraph, (cudaStream_t stream, hw_graph graph, const hw_node *before, const struct hw_edge *data, size_t count, int mode),
         hw_form_begin_in(stream, graph, before, data, count, mode))
FUNCTION(StreamEndCapture, (cudaStream_t stream, hw_graph *graph), hw_cuda_capture_end(stream, graph))
FUNCTION(StreamIsCapturing, (cudaStream_t stream, int *status), hw_form_is_capturing(stream, status))
FUNCTION(StreamGetCaptureInfo_v2, (cudaStream_t stream, int *status, unsigned long long *number, hw_graph *graph, const hw_node **nodes, size_t *count),
         hw_form_capture_info(stream, status, number, graph, nodes, NULL, count))
FUNCTION(StreamGetCaptureInfo_v3, (cudaStream_t stream, int *status, unsigned long long *number, hw_graph *graph, const hw_node **nodes, const struct hw_edge **data, size_t *count),
         hw_form_capture_info(stream, status, number, graph, nodes, data, count))
FUNCTION(StreamUpdateCaptureDependencies_v2, (cudaStream_t stream, hw_node *nodes, const struct hw_edge *data, size_t count, unsigned flags),
         hw_form_capture_depend(stream, nodes, data, count, flags))
FUNCTION(StreamGetFlags, (cudaStream_t stream, unsigned *flags), hw_cuda_stream_alone(stream, flags))
FUNCTION(StreamGetId, (cudaStream_t stream, unsigned long long *number), hw_cuda_stream_number(stream, number))
FUNCTION(StreamGetDevice, (cudaStream_t stream, int *device), hw_cuda_stream_device(stream, device))
FUNCTION(StreamGetAttribute, (cudaStream_t stream, int attribute, void *value), hw_cuda_stream_get_attribute(stream, attribute, value))
FUNCTION(StreamSetAttribute, (cudaStream_t stream, int attribute, const void *value), hw_cuda_stream_set_attribute(stream, attribute, value))
FUNCTION(GraphUpload, (hw_exec exec, cudaStream_t stream), hw_form_upload(exec, stream))
FUNCTION(GraphLaunch, (hw_exec exec, cudaStream_t stream), hw_cuda_exec_launch(exec, stream))

/* clang-format on */
#undef FUNCTION
