/* SPDX-License-Identifier: MIT */
/* Functions of graphs that runtime and driver have alike, for test_cuda_graph_forms.c, which includes this
 * for each: G(name) is a function, CONTEXT what the driver's ask for in addition, FUNCTION the kernel,
 * INVALID the error for a wrong value. */

#define WELL(call)    assert_int_equal(call, 0)
#define REFUSED(call) assert_int_equal(call, INVALID)

static hw_exec TEST(instance)(hw_graph graph)
{
    hw_exec exec;

    WELL(G(GraphInstantiateWithFlags)(&exec, graph, 0));
    return exec;
}

static void TEST(run)(hw_exec exec)
{
    WELL(G(GraphUpload)(exec, NULL));
    WELL(G(GraphLaunch)(exec, NULL));
    assert_cuda(cudaDeviceSynchronize());
}

static hw_edge_pair TEST(only_edge)(hw_graph graph)
{
    hw_edge_pair pair;
    size_t count = 1;

    memset(&pair, 0x55, sizeof pair);
    WELL(G(GraphGetEdges_v2)(graph, &pair.from, &pair.to, &pair.data, &count));
    assert_int_equal(count, 1);
    return pair;
}

/* Data of edges: what may lead where, that it comes back, and that no question loses it. */
static void TEST(edge_data)(void **state)
{
    float *in = zeroed(2 * BYTES), *out = zeroed(BYTES);
    uint32_t full = COUNT;
    void *arguments[] = {&in, &out, &full};
    const struct hw_node_kernel kernel = {FUNCTION, {1, 1, 1}, {COUNT, 1, 1}, 0, arguments, NULL, NULL, NULL};
    const struct hw_edge plain = {0},
                         early = {.from_port = HW_PORT_PROGRAMMATIC, .type = HW_DEPENDENCY_PROGRAMMATIC},
                         begun = {.from_port = HW_PORT_BEGUN, .type = HW_DEPENDENCY_PROGRAMMATIC},
                         order = {.from_port = HW_PORT_BEGUN},
                         never[] = {{.type = HW_DEPENDENCY_PROGRAMMATIC},
                                    {.from_port = HW_PORT_PROGRAMMATIC},
                                    {.from_port = HW_PORTS},
                                    {.from_port = HW_PORT_PROGRAMMATIC, .type = HW_DEPENDENCY_TYPES},
                                    {.from_port = HW_PORT_PROGRAMMATIC, .to_port = 1, .type = 1},
                                    {.from_port = HW_PORT_PROGRAMMATIC, .type = 1, .reserved = {[4] = 1}}};
    struct hw_node_any any = {.type = HW_NODE_EMPTY};
    struct hw_update_info info;
    struct hw_edge data[2];
    hw_graph graph, clone;
    hw_node node[2], empty, added, from, to;
    size_t count = 1;

    (void)state;
    WELL(G(GraphCreate)(&graph, 0));
    for (int i = 0; i < 2; i++)
        WELL(G(GraphAddKernelNode)(&node[i], graph, NULL, 0, &kernel));
    WELL(G(GraphAddEmptyNode)(&empty, graph, NULL, 0));
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        REFUSED(G(GraphAddDependencies_v2)(graph, &node[0], &node[1], &never[i], 1));
    REFUSED(G(GraphAddDependencies_v2)(graph, &node[0], &empty, &early, 1));
    REFUSED(G(GraphAddDependencies_v2)(graph, &empty, &node[1], &early, 1));
    REFUSED(G(GraphAddDependencies_v2)(graph, &empty, &node[1], &order, 1));
    WELL(G(GraphGetEdges_v2)(graph, NULL, NULL, NULL, &count));
    assert_int_equal(count, 0);
    WELL(G(GraphAddDependencies_v2)(graph, &node[0], &node[1], &early, 1));
    REFUSED(
        G(GraphAddDependencies_v2)(graph, &node[0], &node[1], &plain, 1)); /* one edge from node to node */
    hw_edge_pair pair = TEST(only_edge)(graph);
    assert_true(pair.from == node[0] && pair.to == node[1] && hw_edge_is_same(pair.data, early));
    count = 1;
    assert_int_equal(G(GraphGetEdges_v2)(graph, &from, &to, NULL, &count), cudaErrorLossyQuery);
    assert_int_equal(G(GraphNodeGetDependencies_v2)(node[1], &from, NULL, &count), cudaErrorLossyQuery);
    assert_int_equal(G(GraphNodeGetDependentNodes_v2)(node[0], &to, NULL, &count), cudaErrorLossyQuery);
    REFUSED(G(GraphGetEdges_v2)(graph, NULL, NULL, data, &count));
    REFUSED(G(GraphNodeGetDependencies_v2)(node[1], NULL, data, &count));
    REFUSED(G(GraphNodeGetDependentNodes_v2)(node[0], NULL, data, &count));
    WELL(G(GraphNodeGetDependencies_v2)(node[1], &from, data, &count));
    assert_true(from == node[0] && hw_edge_is_same(data[0], early));
    data[0] = plain;
    WELL(G(GraphNodeGetDependentNodes_v2)(node[0], &to, data, &count));
    assert_true(to == node[1] && hw_edge_is_same(data[0], early));
    WELL(G(GraphClone)(&clone, graph));
    assert_true(hw_edge_is_same(TEST(only_edge)(clone).data, early));
    /* What is instantiated is run in order; another edge is another graph. */
    const hw_exec exec = TEST(instance)(graph);
    TEST(run)(exec);
    REFUSED(G(GraphRemoveDependencies_v2)(graph, &node[0], &node[1], NULL, 1));
    REFUSED(G(GraphRemoveDependencies_v2)(graph, &node[0], &node[1], &begun, 1));
    WELL(G(GraphRemoveDependencies_v2)(graph, &node[0], &node[1], &early, 1));
    WELL(G(GraphAddDependencies_v2)(graph, &node[0], &node[1], &begun, 1));
    assert_true(hw_edge_is_same(TEST(only_edge)(graph).data, begun));
    assert_int_not_equal(TEST(update)(exec, graph, &info), 0);
    assert_int_equal(info.result, HW_CHANGE_TOPOLOGY);
    WELL(TEST(update)(exec, clone, &info));
    WELL(G(GraphRemoveDependencies_v2)(graph, &node[0], &node[1], &begun, 1));
    /* A node and its edges at once, and what a kernel's begin is for: a node of any kind. */
    WELL(G(GraphAddNode_v2)(&added, graph, node, (struct hw_edge[]){order, plain}, 2, &any));
    count = 1;
    WELL(G(GraphNodeGetDependencies_v2)(added, &from, data, &count));
    assert_true(from == node[0] && hw_edge_is_same(data[0], order));
    REFUSED(G(GraphAddNode_v2)(&added, graph, node, &early, 1, &any));
    any = (struct hw_node_any){.type = HW_NODE_KERNEL, .kernel = kernel};
    REFUSED(G(GraphAddNode_v2)(&added, graph, &empty, &early, 1, &any));
    WELL(G(GraphAddNode_v2)(&added, graph, node, (struct hw_edge[]){plain, begun}, 2, &any));
    count = 2;
    WELL(G(GraphNodeGetDependencies_v2)(added, (hw_node[2]){NULL}, data, &count));
    assert_true(hw_edge_is_plain(data[0]) && hw_edge_is_same(data[1], begun));
    WELL(G(GraphExecDestroy)(exec));
    WELL(G(GraphDestroy)(clone));
    WELL(G(GraphDestroy)(graph));
}

/* Three nodes in a row. */
static void TEST(edges)(void **state)
{
    hw_graph graph, clone, found;
    hw_node node[3], from[3], to[3], same;
    struct hw_edge data[3];
    const struct hw_edge wrong = {.type = 9};
    size_t count = 3;
    unsigned id = 0, other = 0, local[2] = {0};
    unsigned long long tools[2] = {0};
    int type = -1;

    (void)state;
    WELL(G(GraphCreate)(&graph, 0));
    for (int i = 0; i < 3; i++)
        WELL(G(GraphAddEmptyNode)(&node[i], graph, NULL, 0));
    WELL(G(GraphAddDependencies_v2)(graph, node, node + 1, NULL, 2));
    REFUSED(G(GraphAddDependencies_v2)(graph, node, node + 1, NULL, 1)); /* again */
    assert_int_not_equal(G(GraphAddDependencies_v2)(graph, node, node + 2, &wrong, 1), 0);
    WELL(G(GraphGetEdges_v2)(graph, from, to, data, &count));
    assert_true(count == 2 && from[0] == node[0] && to[0] == node[1] && data[0].type == 0);
    REFUSED(G(GraphGetEdges_v2)(graph, from, to, data, NULL));
    count = 3;
    WELL(G(GraphNodeGetDependencies_v2)(node[1], from, data, &count));
    assert_true(count == 1 && from[0] == node[0]);
    count = 3;
    WELL(G(GraphNodeGetDependentNodes_v2)(node[1], to, data, &count));
    assert_true(count == 1 && to[0] == node[2]);
    REFUSED(G(GraphNodeGetDependencies_v2)(NULL, from, data, &count));
    REFUSED(G(GraphNodeGetDependentNodes_v2)(node[1], to, data, NULL));
    count = 3;
    WELL(G(GraphGetRootNodes)(graph, from, &count));
    assert_true(count == 1 && from[0] == node[0]);
    REFUSED(G(GraphGetRootNodes)(graph, from, NULL));
    WELL(G(GraphRemoveDependencies_v2)(graph, node, node + 1, NULL, 1));
    REFUSED(G(GraphRemoveDependencies_v2)(graph, node, node + 1, NULL, 1));
    WELL(G(GraphGetRootNodes)(graph, NULL, &count));
    assert_int_equal(count, 2);
    WELL(G(GraphNodeGetType)(node[0], &type));
    assert_int_equal(type, HW_NODE_EMPTY);
    REFUSED(G(GraphNodeGetType)(node[0], NULL));
    WELL(G(GraphGetId)(graph, &id));
    WELL(G(GraphClone)(&clone, graph));
    WELL(G(GraphGetId)(clone, &other));
    assert_true(id != other);
    REFUSED(G(GraphGetId)(graph, NULL));
    WELL(G(GraphNodeFindInClone)(&same, node[1], clone));
    WELL(G(GraphNodeGetContainingGraph)(same, &found));
    assert_ptr_equal(found, clone);
    REFUSED(G(GraphNodeGetContainingGraph)(same, NULL));
    REFUSED(G(GraphNodeFindInClone)(&same, node[1], graph));
    for (int i = 0; i < 2; i++) {
        WELL(G(GraphNodeGetLocalId)(node[i], &local[i]));
        WELL(G(GraphNodeGetToolsId)(node[i], &tools[i]));
    }
    assert_true(local[0] != local[1] && tools[0] != tools[1]);
    REFUSED(G(GraphNodeGetLocalId)(NULL, local));
    REFUSED(G(GraphNodeGetToolsId)(node[0], NULL));
    WELL(G(GraphDebugDotPrint)(graph, "/dev/null", 0));
    REFUSED(G(GraphDebugDotPrint)(graph, NULL, 0));
    WELL(G(GraphDestroyNode)(node[0]));
    count = 0;
    WELL(G(GraphGetNodes)(graph, NULL, &count));
    assert_int_equal(count, 2);
    WELL(G(GraphDestroy)(graph));
    WELL(G(GraphDestroy)(clone));
    REFUSED(G(GraphGetId)(graph, &id));
}

static void TEST(functions)(void **state)
{
    int calls = 0, others = 0;
    struct hw_node_host host = {count, &calls}, got;
    cudaEvent_t event, found;
    hw_graph graph, child, inner;
    hw_node node, recorded, waits, small, empty;
    hw_exec exec;
    unsigned enabled = 7;

    (void)state;
    assert_cuda(cudaEventCreate(&event));
    WELL(G(GraphCreate)(&graph, 0));
    WELL(G(GraphCreate)(&child, 0));
    WELL(G(GraphAddHostNode)(&node, graph, NULL, 0, &host));
    WELL(G(GraphHostNodeGetParams)(node, &got));
    assert_true(got.function == count && got.data == &calls);
    WELL(G(GraphAddEventRecordNode)(&recorded, graph, &node, 1, event));
    WELL(G(GraphEventRecordNodeSetEvent)(recorded, event));
    WELL(G(GraphEventRecordNodeGetEvent)(recorded, &found));
    assert_ptr_equal(found, event);
    WELL(G(GraphAddEventWaitNode)(&waits, graph, &recorded, 1, event));
    WELL(G(GraphEventWaitNodeSetEvent)(waits, event));
    WELL(G(GraphEventWaitNodeGetEvent)(waits, &found));
    assert_ptr_equal(found, event);
    WELL(G(GraphAddEmptyNode)(&empty, child, NULL, 0));
    WELL(G(GraphAddChildGraphNode)(&small, graph, &waits, 1, child));
    WELL(G(GraphChildGraphNodeGetGraph)(small, &inner));
    assert_true(inner && inner != child);
    exec = TEST(instance)(graph);
    TEST(run)(exec);
    assert_int_equal(calls, 1);
    host.data = &others;
    WELL(G(GraphExecHostNodeSetParams)(exec, node, &host));
    WELL(G(GraphExecEventRecordNodeSetEvent)(exec, recorded, event));
    WELL(G(GraphExecEventWaitNodeSetEvent)(exec, waits, event));
    WELL(G(GraphExecChildGraphNodeSetParams)(exec, small, child));
    TEST(run)(exec);
    assert_true(calls == 1 && others == 1);
    WELL(G(GraphHostNodeSetParams)(node, &host));
    REFUSED(G(GraphHostNodeSetParams)(node, NULL));
    REFUSED(G(GraphHostNodeGetParams)(waits, &got));
    REFUSED(G(GraphExecHostNodeSetParams)(exec, waits, &host));
    REFUSED(G(GraphAddHostNode)(&node, graph, NULL, 0, NULL));
    REFUSED(G(GraphAddEventRecordNode)(&node, graph, NULL, 0, NULL));
    REFUSED(G(GraphAddEventWaitNode)(&node, graph, NULL, 0, NULL));
    REFUSED(G(GraphEventRecordNodeGetEvent)(waits, &found));
    REFUSED(G(GraphEventRecordNodeSetEvent)(waits, event));
    REFUSED(G(GraphEventWaitNodeGetEvent)(recorded, &found));
    REFUSED(G(GraphEventWaitNodeSetEvent)(recorded, event));
    REFUSED(G(GraphExecEventRecordNodeSetEvent)(exec, waits, event));
    REFUSED(G(GraphExecEventWaitNodeSetEvent)(exec, recorded, event));
    REFUSED(G(GraphChildGraphNodeGetGraph)(small, NULL));
    REFUSED(G(GraphExecChildGraphNodeSetParams)(exec, small, NULL));
    WELL(G(GraphDestroy)(child));
    WELL(G(GraphExecDestroy)(exec));
    /* Switched off, a node does nothing; only of kernels, copies and fills. */
    assert_int_not_equal(G(GraphNodeSetEnabled)(exec, node, 0), 0);
    assert_int_not_equal(G(GraphNodeGetEnabled)(exec, node, &enabled), 0);
    WELL(G(GraphDestroy)(graph));
    assert_cuda(cudaEventDestroy(event));
}

static void TEST(kernels)(void **state)
{
    float *in = zeroed(2 * BYTES), *out = zeroed(BYTES);
    uint32_t full = COUNT, half = 1;
    void *arguments[] = {&in, &out, &full}, *fewer[] = {&in, &out, &half};
    struct hw_node_kernel kernel = {FUNCTION, {1, 1, 1}, {COUNT, 1, 1}, 0, arguments, NULL, NULL, NULL}, got;
    uint8_t set[HW_NODE_ATTRIBUTE_BYTES] = {1, 2, 3}, attribute[HW_NODE_ATTRIBUTE_BYTES];
    struct hw_instantiation instantiation = {0};
    unsigned long long flags = 7;
    unsigned number = 0, enabled = 0;
    hw_graph graph;
    hw_node node, other;
    hw_exec exec;

    (void)state;
    assert_cuda(cudaMemset(in, 0x3f, 2 * BYTES)); /* 0.747 */
    WELL(G(GraphCreate)(&graph, 0));
    WELL(G(GraphAddKernelNode)(&node, graph, NULL, 0, &kernel));
    WELL(G(GraphAddKernelNode)(&other, graph, NULL, 0, &kernel));
    WELL(G(GraphKernelNodeGetParams)(node, &got));
    assert_true(got.function == FUNCTION && *(uint32_t *)got.arguments[2] == COUNT);
    WELL(G(GraphKernelNodeSetAttribute)(node, 2, set));
    WELL(G(GraphKernelNodeCopyAttributes)(other, node));
    WELL(G(GraphKernelNodeGetAttribute)(other, 2, attribute));
    assert_memory_equal(attribute, set, sizeof set);
    memset(set, 0, sizeof set); /* cooperative launches are of later chips */
    WELL(G(GraphKernelNodeSetAttribute)(node, 2, set));
    WELL(G(GraphDestroyNode)(other));
    WELL(G(GraphInstantiateWithParams)(&exec, graph, &instantiation));
    assert_int_equal(instantiation.result, HW_INSTANTIATE_SUCCESS);
    WELL(G(GraphExecGetFlags)(exec, &flags));
    assert_int_equal(flags, 0);
    WELL(G(GraphExecGetId)(exec, &number));
    assert_true(number != 0);
    WELL(G(GraphNodeSetEnabled)(exec, node, 0));
    WELL(G(GraphNodeGetEnabled)(exec, node, &enabled));
    assert_int_equal(enabled, 0);
    TEST(run)(exec);
    assert_int_equal(word_of(out), 0);
    WELL(G(GraphNodeSetEnabled)(exec, node, 1));
    kernel.arguments = fewer;
    WELL(G(GraphExecKernelNodeSetParams)(exec, node, &kernel));
    TEST(run)(exec);
    assert_true(word_of(out) != 0 && word_of(out + 1) == 0);
    WELL(G(GraphKernelNodeSetParams)(node, &kernel));
    REFUSED(G(GraphKernelNodeSetParams)(node, NULL));
    REFUSED(G(GraphKernelNodeGetParams)(node, NULL));
    REFUSED(G(GraphExecKernelNodeSetParams)(exec, NULL, &kernel));
    REFUSED(G(GraphKernelNodeSetAttribute)(node, 99, set));
    REFUSED(G(GraphKernelNodeGetAttribute)(node, 2, NULL));
    REFUSED(G(GraphKernelNodeCopyAttributes)(node, NULL));
    REFUSED(G(GraphInstantiateWithParams)(&exec, graph, NULL));
    REFUSED(G(GraphExecGetFlags)(exec, NULL));
    REFUSED(G(GraphExecGetId)(exec, NULL));
    REFUSED(G(GraphNodeSetEnabled)(exec, NULL, 1));
    REFUSED(G(GraphNodeGetEnabled)(exec, node, NULL));
    assert_int_not_equal(G(GraphUpload)(exec, (cudaStream_t)&number), 0);
    WELL(G(GraphExecDestroy)(exec));
    REFUSED(G(GraphExecGetId)(exec, &number));
    WELL(G(GraphDestroy)(graph));
}

static void TEST(memory)(void **state)
{
    uint32_t *block = zeroed(8);
    struct hw_node_fill fill = fill_of(block, 5), got;
    struct hw_node_any any = {.type = HW_NODE_FILL, .fill = fill_of(block + 1, 6)};
    struct hw_node_alloc alloc = {.pool = {.allocation_type = 1, .location = {.type = 1}}, .bytes = 64},
                         asked = {.bytes = 0};
    uint64_t used = 7;
    void *address = NULL;
    hw_graph graph;
    hw_node node, more, room, freed;
    hw_exec exec;

    (void)state;
    WELL(G(GraphCreate)(&graph, 0));
    WELL(G(GraphAddMemsetNode)(&node, graph, NULL, 0, &fill CONTEXT));
    WELL(G(GraphMemsetNodeGetParams)(node, &got));
    assert_true(got.address == block && got.value == 5);
    WELL(G(GraphAddNode_v2)(&more, graph, &node, NULL, 1, &any));
    exec = TEST(instance)(graph);
    TEST(run)(exec);
    assert_true(word_of(block) == 5 && word_of(block + 1) == 6);
    fill.value = any.fill.value = 9;
    WELL(G(GraphExecMemsetNodeSetParams)(exec, node, &fill CONTEXT));
    WELL(G(GraphExecNodeSetParams)(exec, more, &any));
    TEST(run)(exec);
    assert_true(word_of(block) == 9 && word_of(block + 1) == 9);
    WELL(G(GraphMemsetNodeSetParams)(node, &fill));
    WELL(G(GraphNodeSetParams)(more, &any));
    REFUSED(G(GraphMemsetNodeSetParams)(node, NULL));
    REFUSED(G(GraphMemsetNodeGetParams)(node, NULL));
    REFUSED(G(GraphExecMemsetNodeSetParams)(exec, NULL, &fill CONTEXT));
    REFUSED(G(GraphAddNode_v2)(&more, graph, NULL, NULL, 0, NULL));
    REFUSED(G(GraphNodeSetParams)(more, NULL));
    REFUSED(G(GraphExecNodeSetParams)(exec, more, NULL));
    WELL(G(GraphExecDestroy)(exec));
    WELL(G(GraphAddMemAllocNode)(&room, graph, &more, 1, &alloc));
    WELL(G(GraphMemAllocNodeGetParams)(room, &asked));
    assert_true(asked.bytes == 64 && asked.address == alloc.address && alloc.address);
    WELL(G(GraphAddMemFreeNode)(&freed, graph, &room, 1, alloc.address));
    WELL(G(GraphMemFreeNodeGetParams)(freed, (void *)&address));
    assert_ptr_equal(address, alloc.address);
    REFUSED(G(GraphAddMemAllocNode)(&room, graph, NULL, 0, NULL));
    REFUSED(G(GraphMemAllocNodeGetParams)(freed, &asked));
    REFUSED(G(GraphAddMemFreeNode)(&freed, graph, NULL, 0, NULL));
    REFUSED(G(GraphMemFreeNodeGetParams)(room, (void *)&address));
    exec = TEST(instance)(graph);
    TEST(run)(exec);
    WELL(G(DeviceGetGraphMemAttribute)(0, 0, &used));
    used = 0;
    WELL(G(DeviceSetGraphMemAttribute)(0, 1, &used)); /* the high mark */
    WELL(G(DeviceGraphMemTrim)(0));
    assert_int_not_equal(G(DeviceGetGraphMemAttribute)(0, 99, &used), 0);
    assert_int_not_equal(G(DeviceSetGraphMemAttribute)(0, 0, &used), 0);
    assert_int_not_equal(G(DeviceGraphMemTrim)(99), 0);
    WELL(G(GraphExecDestroy)(exec));
    WELL(G(GraphDestroy)(graph));
}

static void TEST(objects)(void **state)
{
    static int destroyed;
    hw_user_object object;
    hw_graph graph;

    (void)state;
    WELL(G(GraphCreate)(&graph, 0));
    WELL(G(UserObjectCreate)(&object, &destroyed, count, 1, 1));
    WELL(G(UserObjectRetain)(object, 2));
    WELL(G(UserObjectRelease)(object, 2));
    WELL(G(GraphRetainUserObject)(graph, object, 1, 0));
    WELL(G(GraphRetainUserObject)(graph, object, 1, 0));
    WELL(G(GraphReleaseUserObject)(graph, object, 1));
    WELL(G(UserObjectRelease)(object, 1));
    assert_int_equal(__atomic_load_n(&destroyed, __ATOMIC_ACQUIRE), 0);
    REFUSED(G(UserObjectCreate)(NULL, &destroyed, count, 1, 1));
    REFUSED(G(UserObjectRetain)(NULL, 1));
    REFUSED(G(UserObjectRelease)(object, 99));
    REFUSED(G(GraphRetainUserObject)(graph, NULL, 1, 0));
    REFUSED(G(GraphReleaseUserObject)(graph, NULL, 1));
    WELL(G(GraphDestroy)(graph));
    while (__atomic_load_n(&destroyed, __ATOMIC_ACQUIRE) == 0)
        sched_yield();
}

#undef WELL
#undef REFUSED

/* What the next inclusion defines anew. */
#undef G
#undef TEST
#undef CONTEXT
#undef FUNCTION
#undef INVALID
