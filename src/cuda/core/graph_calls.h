/* SPDX-License-Identifier: MIT */
/* The functions of captures and graphs that runtime and driver have alike, but for their names and errors.
 *
 * Whoever includes this says how a function is called, HW_INTERFACE_NAME(name), what it returns,
 * HW_INTERFACE_RESULT, HW_INTERFACE_CONTEXT, the last parameter of those that are told a context, and
 * HW_INTERFACE_OWN, its struct hw_form_own.  HW_INTERFACE_STREAMS leaves only those with a stream, which have
 * a second form (own_stream.h).  With HW_INTERFACE_CALL(work), the body of a function, this defines
 * them, else it declares them.  What begins with `hw_form` is declared in graph_form.h. */
#ifdef HW_INTERFACE_CALL
#define FUNCTION(name, parameters, work)                   \
    HW_INTERFACE_RESULT HW_INTERFACE_NAME(name) parameters \
    {                                                      \
        HW_INTERFACE_CALL(work);                           \
    }
#else
#define FUNCTION(name, parameters, work) \
    __attribute__((visibility("default"))) HW_INTERFACE_RESULT HW_INTERFACE_NAME(name) parameters;
#endif

/* clang-format off */

/* --- with a stream --- */

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

#ifndef HW_INTERFACE_STREAMS

/* --- captures and streams --- */

FUNCTION(ThreadExchangeStreamCaptureMode, (int *mode), hw_cuda_capture_exchange_mode(mode))
FUNCTION(StreamCopyAttributes, (cudaStream_t to, cudaStream_t from), hw_cuda_stream_copy_attributes(to, from))

/* --- graphs, nodes, edges --- */

FUNCTION(GraphCreate, (hw_graph *graph, unsigned flags), flags ? cudaErrorInvalidValue : hw_cuda_graph_create(graph))
FUNCTION(GraphDestroy, (hw_graph graph), hw_cuda_graph_destroy(graph))
FUNCTION(GraphClone, (hw_graph *clone, hw_graph graph), hw_cuda_graph_clone(clone, graph))
FUNCTION(GraphDestroyNode, (hw_node node), hw_cuda_node_destroy(node))
FUNCTION(GraphNodeFindInClone, (hw_node *node, hw_node original, hw_graph clone), hw_cuda_node_in_clone(node, original, clone))
FUNCTION(GraphNodeGetType, (hw_node node, int *type), hw_cuda_node_type(node, type))
FUNCTION(GraphGetNodes, (hw_graph graph, hw_node *nodes, size_t *count), hw_cuda_graph_nodes(graph, nodes, count))
FUNCTION(GraphGetRootNodes, (hw_graph graph, hw_node *nodes, size_t *count), hw_cuda_graph_roots(graph, nodes, count))
FUNCTION(GraphGetEdges_v2, (hw_graph graph, hw_node *from, hw_node *to, struct hw_edge *data, size_t *count), hw_form_edges(graph, from, to, data, count))
FUNCTION(GraphNodeGetDependencies_v2, (hw_node node, hw_node *nodes, struct hw_edge *data, size_t *count), hw_form_before(node, nodes, data, count))
FUNCTION(GraphNodeGetDependentNodes_v2, (hw_node node, hw_node *nodes, struct hw_edge *data, size_t *count), hw_form_behind(node, nodes, data, count))
FUNCTION(GraphAddDependencies_v2, (hw_graph graph, const hw_node *from, const hw_node *to, const struct hw_edge *data, size_t count),
         hw_form_edges_add(graph, from, to, data, count))
FUNCTION(GraphRemoveDependencies_v2, (hw_graph graph, const hw_node *from, const hw_node *to, const struct hw_edge *data, size_t count),
         hw_form_edges_remove(graph, from, to, data, count))
FUNCTION(GraphDebugDotPrint, (hw_graph graph, const char *path, unsigned flags), hw_cuda_graph_print(graph, path, flags))
FUNCTION(GraphGetId, (hw_graph graph, unsigned *number), hw_form_graph_number(graph, number))
FUNCTION(GraphNodeGetLocalId, (hw_node node, unsigned *number), hw_form_node_number(node, number, NULL, NULL))
FUNCTION(GraphNodeGetToolsId, (hw_node node, unsigned long long *number), hw_form_node_number(node, NULL, number, NULL))
FUNCTION(GraphNodeGetContainingGraph, (hw_node node, hw_graph *graph), hw_form_node_number(node, NULL, NULL, graph))

/* --- nodes of each kind --- */

FUNCTION(GraphAddEmptyNode, (hw_node *node, hw_graph graph, const hw_node *before, size_t count), hw_form_add_empty(node, graph, before, count))
FUNCTION(GraphAddChildGraphNode, (hw_node *node, hw_graph graph, const hw_node *before, size_t count, hw_graph child), hw_form_add_child(node, graph, before, count, child))
FUNCTION(GraphChildGraphNodeGetGraph, (hw_node node, hw_graph *child), hw_form_child(node, child))
FUNCTION(GraphExecChildGraphNodeSetParams, (hw_exec exec, hw_node node, hw_graph child), hw_cuda_exec_set_child(exec, node, child))
FUNCTION(GraphAddEventRecordNode, (hw_node *node, hw_graph graph, const hw_node *before, size_t count, cudaEvent_t event),
         hw_form_add_event(node, graph, before, count, HW_CUDA_WORK_RECORD, event))
FUNCTION(GraphEventRecordNodeGetEvent, (hw_node node, cudaEvent_t *event), hw_form_event(node, HW_CUDA_WORK_RECORD, event))
FUNCTION(GraphEventRecordNodeSetEvent, (hw_node node, cudaEvent_t event), hw_form_set_event(NULL, node, HW_CUDA_WORK_RECORD, event))
FUNCTION(GraphExecEventRecordNodeSetEvent, (hw_exec exec, hw_node node, cudaEvent_t event), hw_form_set_event(&exec, node, HW_CUDA_WORK_RECORD, event))
FUNCTION(GraphAddEventWaitNode, (hw_node *node, hw_graph graph, const hw_node *before, size_t count, cudaEvent_t event),
         hw_form_add_event(node, graph, before, count, HW_CUDA_WORK_WAIT, event))
FUNCTION(GraphEventWaitNodeGetEvent, (hw_node node, cudaEvent_t *event), hw_form_event(node, HW_CUDA_WORK_WAIT, event))
FUNCTION(GraphEventWaitNodeSetEvent, (hw_node node, cudaEvent_t event), hw_form_set_event(NULL, node, HW_CUDA_WORK_WAIT, event))
FUNCTION(GraphExecEventWaitNodeSetEvent, (hw_exec exec, hw_node node, cudaEvent_t event), hw_form_set_event(&exec, node, HW_CUDA_WORK_WAIT, event))
FUNCTION(GraphAddHostNode, (hw_node *node, hw_graph graph, const hw_node *before, size_t count, const struct hw_node_host *host), hw_form_add_host(node, graph, before, count, host))
FUNCTION(GraphHostNodeGetParams, (hw_node node, struct hw_node_host *host), hw_form_host(node, host))
FUNCTION(GraphHostNodeSetParams, (hw_node node, const struct hw_node_host *host), hw_form_set_host(NULL, node, host))
FUNCTION(GraphExecHostNodeSetParams, (hw_exec exec, hw_node node, const struct hw_node_host *host), hw_form_set_host(&exec, node, host))
FUNCTION(GraphAddKernelNode, (hw_node *node, hw_graph graph, const hw_node *before, size_t count, const struct hw_node_kernel *kernel), hw_form_add_kernel(node, graph, before, count, kernel))
FUNCTION(GraphKernelNodeGetParams, (hw_node node, struct hw_node_kernel *kernel), hw_form_kernel(node, kernel, HW_NODE_KERNEL_BYTES, HW_INTERFACE_OWN))
FUNCTION(GraphKernelNodeSetParams, (hw_node node, const struct hw_node_kernel *kernel), hw_form_set_kernel(NULL, node, kernel))
FUNCTION(GraphExecKernelNodeSetParams, (hw_exec exec, hw_node node, const struct hw_node_kernel *kernel), hw_form_set_kernel(&exec, node, kernel))
FUNCTION(GraphKernelNodeCopyAttributes, (hw_node to, hw_node from), hw_cuda_node_copy_attributes(to, from))
FUNCTION(GraphAddMemcpyNode, (hw_node *node, hw_graph graph, const hw_node *before, size_t count, const void *copy HW_INTERFACE_CONTEXT), hw_form_add_copy(node, graph, before, count, copy, HW_INTERFACE_OWN))
FUNCTION(GraphMemcpyNodeGetParams, (hw_node node, void *copy), hw_form_copy(node, copy, HW_INTERFACE_OWN))
FUNCTION(GraphMemcpyNodeSetParams, (hw_node node, const void *copy), hw_form_set_copy(NULL, node, copy, HW_INTERFACE_OWN))
FUNCTION(GraphExecMemcpyNodeSetParams, (hw_exec exec, hw_node node, const void *copy HW_INTERFACE_CONTEXT), hw_form_set_copy(&exec, node, copy, HW_INTERFACE_OWN))
FUNCTION(GraphAddNode_v2, (hw_node *node, hw_graph graph, const hw_node *before, const struct hw_edge *data, size_t count, struct hw_node_any *any),
         hw_form_add_any(node, graph, before, data, count, any, HW_INTERFACE_OWN))
FUNCTION(GraphNodeSetParams, (hw_node node, struct hw_node_any *any), hw_form_set_any(NULL, node, any, HW_INTERFACE_OWN))
FUNCTION(GraphExecNodeSetParams, (hw_exec exec, hw_node node, struct hw_node_any *any), hw_form_set_any(&exec, node, any, HW_INTERFACE_OWN))
FUNCTION(GraphAddMemsetNode, (hw_node *node, hw_graph graph, const hw_node *before, size_t count, const struct hw_node_fill *fill HW_INTERFACE_CONTEXT), hw_form_add_fill(node, graph, before, count, fill))
FUNCTION(GraphMemsetNodeGetParams, (hw_node node, struct hw_node_fill *fill), hw_form_fill(node, fill))
FUNCTION(GraphMemsetNodeSetParams, (hw_node node, const struct hw_node_fill *fill), hw_form_set_fill(NULL, node, fill))
FUNCTION(GraphExecMemsetNodeSetParams, (hw_exec exec, hw_node node, const struct hw_node_fill *fill HW_INTERFACE_CONTEXT), hw_form_set_fill(&exec, node, fill))
FUNCTION(GraphAddMemAllocNode, (hw_node *node, hw_graph graph, const hw_node *before, size_t count, struct hw_node_alloc *alloc), hw_form_add_alloc(node, graph, before, count, alloc))
FUNCTION(GraphMemAllocNodeGetParams, (hw_node node, struct hw_node_alloc *alloc), hw_form_alloc(node, alloc))
FUNCTION(GraphAddMemFreeNode, (hw_node *node, hw_graph graph, const hw_node *before, size_t count, void *address), hw_cuda_node_add_free(node, graph, before, count, address))
FUNCTION(GraphMemFreeNodeGetParams, (hw_node node, void **address), hw_form_free(node, address))
FUNCTION(GraphKernelNodeGetAttribute, (hw_node node, int attribute, void *value), hw_cuda_node_get_attribute(node, attribute, value))
FUNCTION(GraphKernelNodeSetAttribute, (hw_node node, int attribute, const void *value), hw_cuda_node_set_attribute(node, attribute, value))

/* --- what is launched --- */

FUNCTION(GraphInstantiateWithFlags, (hw_exec *exec, hw_graph graph, unsigned long long flags), hw_form_instantiate(exec, graph, flags))
FUNCTION(GraphInstantiateWithParams, (hw_exec *exec, hw_graph graph, struct hw_instantiation *instantiation), hw_form_instantiate_with(exec, graph, instantiation))
FUNCTION(GraphExecDestroy, (hw_exec exec), hw_cuda_exec_destroy(exec))
FUNCTION(GraphExecGetFlags, (hw_exec exec, unsigned long long *flags), hw_form_exec_flags(exec, flags, NULL))
FUNCTION(GraphExecGetId, (hw_exec exec, unsigned *number), hw_form_exec_flags(exec, NULL, number))
FUNCTION(GraphNodeSetEnabled, (hw_exec exec, hw_node node, unsigned enable), hw_cuda_exec_enable(exec, node, enable))
FUNCTION(GraphNodeGetEnabled, (hw_exec exec, hw_node node, unsigned *enabled), hw_cuda_exec_enabled(exec, node, enabled))

/* --- objects and memory --- */

FUNCTION(UserObjectCreate, (hw_user_object *object, void *pointer, void (*destroy)(void *pointer), unsigned count, unsigned flags), hw_cuda_user_object_create(object, pointer, destroy, count, flags))
FUNCTION(UserObjectRetain, (hw_user_object object, unsigned count), hw_cuda_user_object_retain(object, count))
FUNCTION(UserObjectRelease, (hw_user_object object, unsigned count), hw_cuda_user_object_release(object, count))
FUNCTION(GraphRetainUserObject, (hw_graph graph, hw_user_object object, unsigned count, unsigned flags), hw_cuda_graph_retain(graph, object, count, flags))
FUNCTION(GraphReleaseUserObject, (hw_graph graph, hw_user_object object, unsigned count), hw_cuda_graph_release(graph, object, count))
FUNCTION(DeviceGetGraphMemAttribute, (int device, int attribute, void *value), hw_cuda_graph_memory_get(device, attribute, value))
FUNCTION(DeviceSetGraphMemAttribute, (int device, int attribute, void *value), hw_cuda_graph_memory_set(device, attribute, value))
FUNCTION(DeviceGraphMemTrim, (int device), hw_cuda_graph_memory_trim(device))

#endif
/* clang-format on */
#undef FUNCTION
