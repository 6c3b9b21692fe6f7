/* SPDX-License-Identifier: MIT */
/* Where the weights of recurrent networks are. */
#include "cuda/dnn/rnn.h"

static int gates_of(cudnnRNNMode_t mode)
{
    return mode == CUDNN_LSTM ? 4 : mode == CUDNN_GRU ? 3 : 1;
}

struct hw_dnn_network hw_dnn_network(const struct cudnnRNNStruct *rnn, int input)
{
    return (struct hw_dnn_network){
        .mode = rnn->mode,
        .layers = rnn->layers,
        .directions = rnn->direction == CUDNN_BIDIRECTIONAL ? 2 : 1,
        .input = input,
        .hidden = rnn->hidden,
        .output = rnn->projected,
        .gates = gates_of(rnn->mode),
        .slots = rnn->mode == CUDNN_GRU ? 4 : gates_of(rnn->mode),
        .skips_input = rnn->input_mode == CUDNN_SKIP_INPUT,
        .input_bias = rnn->bias == CUDNN_RNN_SINGLE_INP_BIAS || rnn->bias == CUDNN_RNN_DOUBLE_BIAS,
        .recurrent_bias = rnn->bias == CUDNN_RNN_SINGLE_REC_BIAS || rnn->bias == CUDNN_RNN_DOUBLE_BIAS,
        .projects = rnn->projected != rnn->hidden,
        .clips = rnn->clip == CUDNN_RNN_CLIP_MINMAX,
        .least = rnn->clip_least,
        .most = rnn->clip_most,
    };
}

int hw_dnn_layer_input(const struct hw_dnn_network *network, int layer)
{
    return layer == 0 ? network->input : network->directions * network->output;
}

/* Numbers of one gate's matrices, of all matrices of a pseudo layer, and of its biases. */
static size_t of_input(const struct hw_dnn_network *network, int layer)
{
    if (layer == 0 && network->skips_input)
        return 0;
    return (size_t)network->hidden * (size_t)hw_dnn_layer_input(network, layer);
}

static size_t of_recurrent(const struct hw_dnn_network *network)
{
    return (size_t)network->hidden * (size_t)network->output;
}

static size_t of_matrices(const struct hw_dnn_network *network, int layer)
{
    return (size_t)network->gates * (of_input(network, layer) + of_recurrent(network)) +
           (network->projects ? of_recurrent(network) : 0);
}

static size_t of_biases(const struct hw_dnn_network *network)
{
    return (size_t)(network->gates * (network->input_bias + network->recurrent_bias)) *
           (size_t)network->hidden;
}

/* All matrices before a pseudo layer. */
static size_t before(const struct hw_dnn_network *network, int pseudo)
{
    size_t sum = 0;

    for (int i = 0; i < pseudo; i++)
        sum += of_matrices(network, i / network->directions);
    return sum;
}

struct hw_dnn_weight hw_dnn_rnn_matrix(const struct hw_dnn_network *network, int pseudo, int id)
{
    const int layer = pseudo / network->directions, gates = network->gates;
    const size_t input = of_input(network, layer), start = before(network, pseudo);

    if (id < gates)
        return (struct hw_dnn_weight){start + (size_t)id * input, input > 0 ? network->hidden : 0,
                                      hw_dnn_layer_input(network, layer)};
    const size_t offset = start + (size_t)gates * input + (size_t)(id - gates) * of_recurrent(network);
    if (id < 2 * gates)
        return (struct hw_dnn_weight){offset, network->hidden, network->output};
    return (struct hw_dnn_weight){offset, network->projects ? network->output : 0, network->hidden};
}

struct hw_dnn_weight hw_dnn_rnn_bias(const struct hw_dnn_network *network, int pseudo, int id)
{
    const bool input = id < network->gates, there = input ? network->input_bias : network->recurrent_bias;
    const size_t start =
        before(network, network->layers * network->directions) + (size_t)pseudo * of_biases(network);
    const int place = input || network->input_bias ? id : id - network->gates;

    if (id >= 2 * network->gates)
        return (struct hw_dnn_weight){0};
    return (struct hw_dnn_weight){start + (size_t)place * (size_t)network->hidden,
                                  there ? network->hidden : 0, 1};
}

size_t hw_dnn_weight_count(const struct hw_dnn_network *network)
{
    const int pseudos = network->layers * network->directions;

    return before(network, pseudos) + (size_t)pseudos * of_biases(network);
}

/* --- calls --- */

/* What a program asks of one matrix or bias. */
struct weight_query {
    struct hw_dnn_network network;
    cudnnDataType_t type;
    const void *weights;
    int pseudo, id;
};

static void check_query(struct hw_dnn_call *call, const struct weight_query *query)
{
    const struct hw_dnn_network *network = &query->network;

    hw_dnn_need(call, query->pseudo >= 0 && query->pseudo < network->layers * network->directions);
    hw_dnn_need(call, query->id >= 0 && query->id < 2 * network->gates + (network->projects ? 1 : 0));
}

/* Where it is, and a descriptor of one matrix, as far as the program asks for them; NULL and an empty
 * descriptor where there is none. */
static void answer(struct hw_dnn_call *call, const struct weight_query *query, struct hw_dnn_weight weight,
                   struct cudnnTensorStruct *descriptor, void **address)
{
    if (!hw_dnn_is_ready(call))
        return;
    const size_t offset = weight.offset * hw_dnn_type_bytes(query->type);
    if (weight.rows == 0)
        HW_DNN_GIVE(descriptor, (struct cudnnTensorStruct){.dims = 0});
    else
        HW_DNN_GIVE(descriptor, hw_dnn_packed(query->type, 3, (const int[]){1, weight.rows, weight.columns}));
    HW_DNN_GIVE(address, weight.rows > 0 ? (char *)query->weights + offset : NULL);
}

cudnnStatus_t cudnnGetRNNWeightParams(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc,
                                      int32_t pseudo_layer, size_t weight_space_size,
                                      const void *weight_space, int32_t lin_layer_id,
                                      cudnnTensorDescriptor_t m_desc, void **m_addr,
                                      cudnnTensorDescriptor_t b_desc, void **b_addr)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    const struct cudnnRNNStruct rnn = hw_dnn_rnn(&call, rnn_desc);
    const struct weight_query query = {hw_dnn_network(&rnn, rnn.input), rnn.type, weight_space, pseudo_layer,
                                       lin_layer_id};

    hw_dnn_need(&call, (!m_desc || hw_dnn_is(m_desc, HW_DNN_TENSOR)) &&
                           (!b_desc || hw_dnn_is(b_desc, HW_DNN_TENSOR)) && !rnn.of_6);
    if (hw_dnn_is_ready(&call)) {
        check_query(&call, &query);
        hw_dnn_need(&call,
                    weight_space_size >= hw_dnn_weight_count(&query.network) * hw_dnn_type_bytes(query.type));
        answer(&call, &query, hw_dnn_rnn_matrix(&query.network, pseudo_layer, lin_layer_id), m_desc, m_addr);
        answer(&call, &query, hw_dnn_rnn_bias(&query.network, pseudo_layer, lin_layer_id), b_desc, b_addr);
    }
    return hw_dnn_end(&call);
}

/* The same of cuDNN 6, where x says how large the input is, and w of which type the weights are. */
static cudnnStatus_t query_of_6(const char *name, cudnnHandle_t handle, cudnnRNNDescriptor_t descriptor,
                                int pseudo, cudnnTensorDescriptor_t x_desc, cudnnFilterDescriptor_t w_desc,
                                const void *w, int id, cudnnFilterDescriptor_t found, void **address,
                                struct hw_dnn_weight (*find)(const struct hw_dnn_network *, int, int))
{
    struct hw_dnn_call call = hw_dnn_begin(name, handle);
    const struct cudnnRNNStruct rnn = hw_dnn_rnn(&call, descriptor);
    const struct cudnnTensorStruct x = hw_dnn_tensor(&call, x_desc), of_w = hw_dnn_filter(&call, w_desc);
    const struct weight_query query = {hw_dnn_network(&rnn, x.size[1]), of_w.type, w, pseudo, id};

    hw_dnn_need(&call, hw_dnn_is(found, HW_DNN_FILTER) && address && w);
    if (hw_dnn_is_ready(&call)) {
        check_query(&call, &query);
        answer(&call, &query, find(&query.network, pseudo, id), found, address);
    }
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnGetRNNLinLayerMatrixParams(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc,
                                              int pseudo_layer, cudnnTensorDescriptor_t x_desc,
                                              cudnnFilterDescriptor_t w_desc, const void *w, int lin_layer_id,
                                              cudnnFilterDescriptor_t lin_layer_mat_desc,
                                              void **lin_layer_mat)
{
    return query_of_6(__func__, handle, rnn_desc, pseudo_layer, x_desc, w_desc, w, lin_layer_id,
                      lin_layer_mat_desc, lin_layer_mat, hw_dnn_rnn_matrix);
}

cudnnStatus_t cudnnGetRNNLinLayerBiasParams(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc,
                                            int pseudo_layer, cudnnTensorDescriptor_t x_desc,
                                            cudnnFilterDescriptor_t w_desc, const void *w, int lin_layer_id,
                                            cudnnFilterDescriptor_t lin_layer_bias_desc,
                                            void **lin_layer_bias)
{
    return query_of_6(__func__, handle, rnn_desc, pseudo_layer, x_desc, w_desc, w, lin_layer_id,
                      lin_layer_bias_desc, lin_layer_bias, hw_dnn_rnn_bias);
}

cudnnStatus_t cudnnGetRNNWeightSpaceSize(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc,
                                         size_t *weight_space_size)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    const struct cudnnRNNStruct rnn = hw_dnn_rnn(&call, rnn_desc);
    const struct hw_dnn_network network = hw_dnn_network(&rnn, rnn.input);

    hw_dnn_need(&call, weight_space_size != NULL && !rnn.of_6);
    if (hw_dnn_is_ready(&call))
        *weight_space_size = hw_dnn_weight_count(&network) * hw_dnn_type_bytes(rnn.type);
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnGetRNNParamsSize(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc,
                                    cudnnTensorDescriptor_t x_desc, size_t *bytes, cudnnDataType_t data_type)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    const struct cudnnRNNStruct rnn = hw_dnn_rnn(&call, rnn_desc);
    const struct cudnnTensorStruct x = hw_dnn_tensor(&call, x_desc);
    const struct hw_dnn_network network = hw_dnn_network(&rnn, x.size[1]);

    hw_dnn_need(&call, bytes != NULL && hw_dnn_is_real(data_type));
    if (hw_dnn_is_ready(&call))
        *bytes = hw_dnn_weight_count(&network) * hw_dnn_type_bytes(data_type);
    return hw_dnn_end(&call);
}
