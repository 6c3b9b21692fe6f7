/* SPDX-License-Identifier: MIT */
/* cuDNN's CTC loss against a sum over all paths, its gradients against differences of that sum, and the
 * errors of wrong use. */
#include "cuda/dnn/cudnn_api.h"
#include "cuda_dnn_gradient.h"

#include <pthread.h>

enum { STEPS = 4, BATCH = 4, ALPHABET = 3, COUNT = STEPS * BATCH * ALPHABET };

/* The last is too long: between equal labels there has to be a blank. */
static const int labels[] = {1, 2, 2, 1, 1, 2, 2}, label_lengths[BATCH] = {2, 1, 2, 2},
                 input_lengths[BATCH] = {4, 3, 4, 2};

/* Whether a path (digits of a number) is some labels, with repetitions and blanks. */
static bool spells(int path, int steps, const int *label, int count)
{
    int before = 0, at = 0;

    for (int t = 0; t < steps; t++, path /= ALPHABET) {
        const int symbol = path % ALPHABET;
        if (symbol != 0 && symbol != before) {
            if (at == count || label[at] != symbol)
                return false;
            at++;
        }
        before = symbol;
    }
    return at == count;
}

/* The costs of all sequences; of probabilities, or of numbers that a softmax makes so. */
static void lose(const void *softmax, const double *x, double *costs)
{
    const int *label = labels;

    for (int b = 0; b < BATCH; label += label_lengths[b], b++) {
        double sum = 0;
        int paths = 1;
        for (int t = 0; t < input_lengths[b]; t++)
            paths *= ALPHABET;
        for (int path = 0; path < paths; path++) {
            double product = spells(path, input_lengths[b], label, label_lengths[b]);
            for (int t = 0, rest = path; t < input_lengths[b]; t++, rest /= ALPHABET) {
                const double *row = x + (t * BATCH + b) * ALPHABET;
                const double scale = exp(row[0]) + exp(row[1]) + exp(row[2]);
                product *= softmax ? exp(row[rest % ALPHABET]) / scale : row[rest % ALPHABET];
            }
            sum += product;
        }
        costs[b] = sum > 0 ? -log(sum) : 0; /* differences of infinity are no numbers */
    }
}

struct loss {
    struct box x, gradients, costs;
    cudnnCTCLossDescriptor_t descriptor;
    int *labels, *label_lengths, *input_lengths; /* the device's */
};

static struct loss make_loss(cudnnLossNormalizationMode_t normalization, cudnnCTCGradMode_t mode)
{
    struct loss loss = {.x = make_box(CUDNN_DATA_DOUBLE, DENSE, 3, (const int[]){STEPS, BATCH, ALPHABET}),
                        .gradients =
                            make_box(CUDNN_DATA_DOUBLE, DENSE, 3, (const int[]){STEPS, BATCH, ALPHABET}),
                        .costs = make_box(CUDNN_DATA_FLOAT, DENSE, 3, (const int[]){1, 1, BATCH}),
                        .labels = device_copy(labels, sizeof labels),
                        .label_lengths = device_copy(label_lengths, sizeof label_lengths),
                        .input_lengths = device_copy(input_lengths, sizeof input_lengths)};

    for (int i = 0; normalization == CUDNN_LOSS_NORMALIZATION_NONE && i < COUNT; i++)
        loss.x.value[i] = (i % 5 + 1) / 8.0;
    upload(&loss.x);
    RIGHT(cudnnCreateCTCLossDescriptor(&loss.descriptor));
    RIGHT(cudnnSetCTCLossDescriptorEx(loss.descriptor, CUDNN_DATA_FLOAT, normalization,
                                      (cudnnNanPropagation_t)mode));
    return loss;
}

static void free_loss(struct loss *loss)
{
    free_box(&loss->x), free_box(&loss->gradients), free_box(&loss->costs);
    cudaFree(loss->labels), cudaFree(loss->label_lengths), cudaFree(loss->input_lengths);
    RIGHT(cudnnDestroyCTCLossDescriptor(loss->descriptor));
}

#define OF_HOST(handle, loss, label)                                                                  \
    cudnnCTCLoss(handle, (loss)->x.descriptor, (loss)->x.device, label, label_lengths, input_lengths, \
                 (loss)->costs.device, (loss)->gradients.descriptor, (loss)->gradients.device,        \
                 CUDNN_CTC_LOSS_ALGO_DETERMINISTIC, (loss)->descriptor, NULL, 0)
#define OF_DEVICE(handle, loss, label)                                                                       \
    cudnnCTCLoss_v8(handle, CUDNN_CTC_LOSS_ALGO_NON_DETERMINISTIC, (loss)->descriptor, (loss)->x.descriptor, \
                    (loss)->x.device, label, (loss)->label_lengths, (loss)->input_lengths,                   \
                    (loss)->costs.device, (loss)->gradients.descriptor, (loss)->gradients.device, 0, NULL)

static void compare_loss(struct loss *loss, const void *softmax, bool keeps)
{
    double costs[BATCH], ones[] = {1, 1, 1, 0}, *old = malloc(COUNT * sizeof *old);

    memcpy(old, loss->gradients.value, COUNT * sizeof *old);
    lose(softmax, loss->x.value, costs);
    download(&loss->costs);
    for (int b = 0; b < BATCH; b++)
        assert_true(b == BATCH - 1 ? isinf(loss->costs.value[b])
                                   : fabs(costs[b] - loss->costs.value[b]) < 1e-5);
    double *expected = gradient(lose, softmax, loss->x.value, COUNT, ones, BATCH);
    for (int i = 0; i < COUNT; i++) /* that of the last one's infinite cost is 0, or what was there */
        if (i / ALPHABET % BATCH == BATCH - 1)
            expected[i] = keeps ? old[i] : 0;
    compare_nearly(&loss->gradients, expected);
    free(old);
}

static void test_losses(void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++) {
        static const bool yes = true;
        const void *softmax = i & 1 ? &yes : NULL;
        struct loss loss =
            make_loss(softmax ? CUDNN_LOSS_NORMALIZATION_SOFTMAX : CUDNN_LOSS_NORMALIZATION_NONE,
                      i & 2 ? CUDNN_CTC_SKIP_OOB_GRADIENTS : CUDNN_CTC_ZERO_OOB_GRADIENTS);
        if (i & 4)
            RIGHT(OF_DEVICE(dnn, &loss, loss.labels));
        else
            RIGHT(OF_HOST(dnn, &loss, labels));
        compare_loss(&loss, softmax, i & 2);
        free_loss(&loss);
    }
}

static void *lose_often(void *argument)
{
    struct loss *loss = argument;

    for (int i = 0; i < 20; i++)
        RIGHT(OF_HOST(dnn, loss, labels));
    return NULL;
}

static void test_four_threads(void **state)
{
    pthread_t thread[4];
    struct loss loss[4];

    (void)state;
    for (int i = 0; i < 4; i++) {
        loss[i] = make_loss(CUDNN_LOSS_NORMALIZATION_SOFTMAX, CUDNN_CTC_ZERO_OOB_GRADIENTS);
        assert_int_equal(pthread_create(&thread[i], NULL, lose_often, &loss[i]), 0);
    }
    for (int i = 0; i < 4; i++) {
        assert_int_equal(pthread_join(thread[i], NULL), 0);
        compare_loss(&loss[i], "softmax", false);
        free_loss(&loss[i]);
    }
}

static void test_wrong_use(void **state)
{
    static const int blank[] = {1, 0, 2, 1, 1, 2, 2}, foreign[] = {1, ALPHABET, 2, 1, 1, 2, 2};
    cudnnLossNormalizationMode_t normalization;
    size_t bytes = 7;
    int longest;

    (void)state;
    struct loss loss = make_loss(CUDNN_LOSS_NORMALIZATION_SOFTMAX, CUDNN_CTC_ZERO_OOB_GRADIENTS);
    BAD(OF_HOST(NULL, &loss, labels));
    BAD(OF_HOST(dnn, &loss, NULL));
    BAD(OF_HOST(dnn, &loss, blank));
    BAD(OF_HOST(dnn, &loss, foreign));
    BAD(OF_DEVICE(dnn, &loss, NULL));
    assert_int_equal(OF_DEVICE(dnn, &loss, labels), CUDNN_STATUS_EXECUTION_FAILED);
    assert_int_equal(cudaMemcpy(loss.labels, foreign, sizeof foreign, cudaMemcpyHostToDevice), cudaSuccess);
    assert_int_equal(OF_DEVICE(dnn, &loss, loss.labels), CUDNN_STATUS_EXECUTION_FAILED);
    BAD(cudnnSetCTCLossDescriptor(loss.descriptor, CUDNN_DATA_DOUBLE));
    BAD(cudnnSetCTCLossDescriptorEx(loss.descriptor, CUDNN_DATA_FLOAT, 2, 0));
    BAD(cudnnSetCTCLossDescriptor_v8(loss.descriptor, CUDNN_DATA_FLOAT, 0, 0, -1));
    RIGHT(cudnnSetCTCLossDescriptor_v8(loss.descriptor, CUDNN_DATA_FLOAT, CUDNN_LOSS_NORMALIZATION_SOFTMAX, 0,
                                       5));
    RIGHT(cudnnGetCTCLossDescriptor_v8(loss.descriptor, NULL, &normalization, NULL, &longest));
    assert_true(normalization == CUDNN_LOSS_NORMALIZATION_SOFTMAX && longest == 5);
    RIGHT(cudnnGetCTCLossWorkspaceSize(dnn, loss.x.descriptor, loss.gradients.descriptor, labels,
                                       label_lengths, input_lengths, 0, loss.descriptor, &bytes));
    assert_int_equal(bytes, 0);
    BAD(cudnnGetCTCLossWorkspaceSize_v8(dnn, 2, loss.descriptor, loss.x.descriptor, NULL, &bytes));
    BAD(cudnnGetCTCLossWorkspaceSize_v8(dnn, 0, loss.descriptor, loss.x.descriptor, loss.costs.descriptor,
                                        &bytes));
    free_loss(&loss);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_losses, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_four_threads, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_wrong_use, dnn_setup, dnn_teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
