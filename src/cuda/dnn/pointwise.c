/* SPDX-License-Identifier: MIT */
/* Pointwise operations of the backend, on single numbers. */
#include "cuda/dnn/backend_graph.h"

#include <math.h>

const char *hw_dnn_pointwise_operands(cudnnPointwiseMode_t mode)
{
    switch (mode) {
#define OPERANDS(number, name, operands) \
    case name: return operands;
        HW_CUDNN_POINTWISE_MODES(OPERANDS)
#undef OPERANDS
    }
    return NULL;
}

static double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

static double relu(const struct hw_dnn_pointwise *p, double x)
{
    if (x <= p->lower)
        return p->lower + p->slope * (x - p->lower);
    return x > p->upper ? p->upper : x;
}

static double relu_slope(const struct hw_dnn_pointwise *p, double x)
{
    return x <= p->lower ? p->slope : x < p->upper ? 1 : 0;
}

static double gelu(double x)
{
    return 0.5 * x * (1 + erf(x * M_SQRT1_2));
}

static double gelu_slope(double x)
{
    return 0.5 * (1 + erf(x * M_SQRT1_2)) + x * exp(-0.5 * x * x) * M_SQRT1_2 * M_2_SQRTPI / 2;
}

/* The approximation of Hendrycks and Gimpel, "Gaussian Error Linear Units". */
static double gelu_inner(double x)
{
    return M_2_SQRTPI * M_SQRT1_2 * (x + 0.044715 * x * x * x);
}

static double near_gelu_slope(double x)
{
    const double t = tanh(gelu_inner(x));

    return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * M_2_SQRTPI * M_SQRT1_2 * (1 + 3 * 0.044715 * x * x);
}

static double swish_slope(double beta, double x)
{
    const double s = sigmoid(beta * x);

    return s + beta * x * s * (1 - s);
}

double hw_dnn_pointwise_value(const struct hw_dnn_pointwise *p, double x, double b, double t, double dy)
{
    switch (p->mode) {
    case CUDNN_POINTWISE_ADD: return x + b;
    case CUDNN_POINTWISE_MUL: return x * b;
    case CUDNN_POINTWISE_MIN: return isnan(x) || x < b ? x : b;
    case CUDNN_POINTWISE_MAX: return isnan(x) || x > b ? x : b;
    case CUDNN_POINTWISE_SQRT: return sqrt(x);
    case CUDNN_POINTWISE_ADD_SQUARE: return x + b * b;
    case CUDNN_POINTWISE_DIV: return x / b;
    case CUDNN_POINTWISE_MOD: return fmod(x, b);
    case CUDNN_POINTWISE_POW: return pow(x, b);
    case CUDNN_POINTWISE_SUB: return x - b;
    case CUDNN_POINTWISE_ABS: return fabs(x);
    case CUDNN_POINTWISE_CEIL: return ceil(x);
    case CUDNN_POINTWISE_COS: return cos(x);
    case CUDNN_POINTWISE_EXP: return exp(x);
    case CUDNN_POINTWISE_FLOOR: return floor(x);
    case CUDNN_POINTWISE_LOG: return log(x);
    case CUDNN_POINTWISE_NEG: return -x;
    case CUDNN_POINTWISE_RSQRT: return 1 / sqrt(x);
    case CUDNN_POINTWISE_SIN: return sin(x);
    case CUDNN_POINTWISE_TAN: return tan(x);
    case CUDNN_POINTWISE_ERF: return erf(x);
    case CUDNN_POINTWISE_IDENTITY: return x;
    case CUDNN_POINTWISE_RECIPROCAL: return 1 / x;
    case CUDNN_POINTWISE_ATAN2: return atan2(x, b);
    case CUDNN_POINTWISE_RELU_FWD: return relu(p, x);
    case CUDNN_POINTWISE_TANH_FWD: return tanh(x);
    case CUDNN_POINTWISE_SIGMOID_FWD: return sigmoid(x);
    case CUDNN_POINTWISE_ELU_FWD: return x > 0 ? x : p->elu_alpha * expm1(x);
    case CUDNN_POINTWISE_GELU_FWD: return gelu(x);
    case CUDNN_POINTWISE_SOFTPLUS_FWD:
        return fmax(x, 0) + log1p(exp(-fabs(p->softplus_beta * x))) / p->softplus_beta;
    case CUDNN_POINTWISE_SWISH_FWD: return x * sigmoid(p->swish_beta * x);
    case CUDNN_POINTWISE_GELU_APPROX_TANH_FWD: return 0.5 * x * (1 + tanh(gelu_inner(x)));
    case CUDNN_POINTWISE_RELU_BWD: return dy * relu_slope(p, x);
    case CUDNN_POINTWISE_TANH_BWD: return dy * (1 - tanh(x) * tanh(x));
    case CUDNN_POINTWISE_SIGMOID_BWD: return dy * sigmoid(x) * (1 - sigmoid(x));
    case CUDNN_POINTWISE_ELU_BWD: return dy * (x > 0 ? 1 : p->elu_alpha * exp(x));
    case CUDNN_POINTWISE_GELU_BWD: return dy * gelu_slope(x);
    case CUDNN_POINTWISE_SOFTPLUS_BWD: return dy * sigmoid(p->softplus_beta * x);
    case CUDNN_POINTWISE_SWISH_BWD: return dy * swish_slope(p->swish_beta, x);
    case CUDNN_POINTWISE_GELU_APPROX_TANH_BWD: return dy * near_gelu_slope(x);
    case CUDNN_POINTWISE_CMP_EQ: return x == b;
    case CUDNN_POINTWISE_CMP_NEQ: return x != b;
    case CUDNN_POINTWISE_CMP_GT: return x > b;
    case CUDNN_POINTWISE_CMP_GE: return x >= b;
    case CUDNN_POINTWISE_CMP_LT: return x < b;
    case CUDNN_POINTWISE_CMP_LE: return x <= b;
    case CUDNN_POINTWISE_LOGICAL_AND: return x != 0 && b != 0;
    case CUDNN_POINTWISE_LOGICAL_OR: return x != 0 || b != 0;
    case CUDNN_POINTWISE_LOGICAL_NOT: return x == 0;
    case CUDNN_POINTWISE_BINARY_SELECT: return t != 0 ? x : b;
    case CUDNN_POINTWISE_GEN_INDEX: break; /* by hw_dnn_do_pointwise, which knows where it is */
    }
    return 0;
}
