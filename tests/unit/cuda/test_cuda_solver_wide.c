/* SPDX-License-Identifier: MIT */
/* cuSOLVER's functions with sizes of 64 bits, and those of CUDA 11.0 with one buffer: factors give their
 * matrix back, by loops over dense matrices. */
#include "cuda/solver/cusolver.h"
#include "cuda_sparse.h"

static const char *const lapack[] = {"libopenblas.so.0", "liblapack.so.3", NULL};

enum { N = 5, WORK = 1 << 16, REAL = HW_NUMBER_R64F };
#define COLUMN CUSPARSE_ORDER_COL

#define DONE(call)    assert_int_equal(call, CUSOLVER_STATUS_SUCCESS)
#define REFUSED(call) assert_int_equal(call, CUSOLVER_STATUS_INVALID_VALUE)

/* A symmetric positive matrix and a right-hand side. */
struct problem {
    struct dense matrix, right;
    void *a, *b, *u, *v, *s, *work;
    int64_t *pivots;
    int *info;
    cusolverDnHandle_t handle;
    cusolverDnParams_t params;
    size_t device_bytes, host_bytes;
};

static struct problem begin(void)
{
    struct problem p = {.matrix = dense_random(N, N, REAL, 31, true),
                        .right = dense_random(N, 2, REAL, 32, true)};

    need_library(lapack);
    for (int i = 0; i < N; i++) {
        p.matrix.at[i][i] = 40 + i;
        for (int j = 0; j < i; j++)
            p.matrix.at[i][j] = p.matrix.at[j][i];
    }
    p.a = dense_device(&p.matrix, REAL, COLUMN);
    p.b = dense_device(&p.right, REAL, COLUMN);
    p.u = dense_device(&p.matrix, REAL, COLUMN);
    p.v = dense_device(&p.matrix, REAL, COLUMN);
    p.s = dense_device(&p.right, REAL, COLUMN);
    p.pivots = device_copy((int64_t[MOST]){0}, sizeof(int64_t[MOST]));
    p.info = device_copy((int[]){7}, sizeof(int));
    assert_int_equal(cudaMalloc(&p.work, WORK), cudaSuccess);
    DONE(cusolverDnCreate(&p.handle));
    DONE(cusolverDnCreateParams(&p.params));
    return p;
}

static void end(struct problem *p)
{
    void *const all[] = {p->a, p->b, p->u, p->v, p->s, p->work, p->pivots, p->info};

    DONE(cusolverDnDestroyParams(p->params));
    DONE(cusolverDnDestroy(p->handle));
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        cudaFree(all[i]);
}

static void again(struct problem *p)
{
    void *a = dense_device(&p->matrix, REAL, COLUMN), *b = dense_device(&p->right, REAL, COLUMN);
    int info;

    host_copy(&info, p->info, sizeof info);
    assert_int_equal(info, 0);
    cudaFree(p->a);
    cudaFree(p->b);
    p->a = a;
    p->b = b;
}

static struct dense of(const void *device, int rows, int columns)
{
    return dense_host(device, rows, columns, REAL, COLUMN);
}

static void expect_product(const struct dense *a, const struct dense *b, const struct dense *wanted)
{
    const struct dense product = dense_product(a, b, 1, NULL, 0);

    expect_dense(&product, wanted, 1e-10);
}

#define SIZES   &p.device_bytes, &p.host_bytes
#define BUFFERS p.work, WORK, NULL, 0, p.info
#define A       REAL, p.a, MOST
#define B       REAL, p.b, MOST
/* A function of each kind with what its size is asked by, and once more where the size is asked for wrongly.
 */
#define RUN(name, sizes, ...)                                                       \
    DONE(cusolverDnX##name##_bufferSize(p.handle, p.params, sizes, SIZES));         \
    assert_in_range(p.device_bytes, 1, WORK);                                       \
    REFUSED(cusolverDnX##name##_bufferSize(p.handle, p.params, sizes, NULL, NULL)); \
    DONE(cusolverDnX##name(p.handle, p.params, __VA_ARGS__, BUFFERS))
#define RUN_OLDER(name, sizes, ...)                                                  \
    DONE(cusolverDn##name##_bufferSize(p.handle, p.params, sizes, &p.device_bytes)); \
    assert_in_range(p.device_bytes, 1, WORK);                                        \
    REFUSED(cusolverDn##name##_bufferSize(p.handle, p.params, sizes, NULL));         \
    DONE(cusolverDn##name(p.handle, p.params, __VA_ARGS__, p.work, WORK, p.info))
#define LIST(...) __VA_ARGS__

static void test_cholesky(void **state)
{
    struct problem p = begin();

    (void)state;
    for (int older = 0; older < 2; older++) {
        if (older) {
            RUN_OLDER(Potrf, LIST(0, N, A, REAL), 0, N, A, REAL);
            DONE(cusolverDnPotrs(p.handle, p.params, 0, N, 2, A, B, p.info));
        } else {
            RUN(potrf, LIST(0, N, A, REAL), 0, N, A, REAL);
            DONE(cusolverDnXpotrs(p.handle, p.params, 0, N, 2, A, B, p.info));
        }
        const struct dense x = of(p.b, N, 2);
        expect_product(&p.matrix, &x, &p.right);
        again(&p);
    }
    REFUSED(cusolverDnXpotrf(p.handle, p.params, 2, N, A, REAL, BUFFERS));
    REFUSED(cusolverDnXpotrf(p.handle, p.params, 0, N, A, HW_NUMBER_R32F, BUFFERS));
    REFUSED(cusolverDnXpotrs(p.handle, p.params, 0, N, 2, REAL, p.a, N - 1, B, p.info));
    REFUSED(cusolverDnPotrf(p.handle, p.params, 0, -1, A, REAL, p.work, WORK, p.info));
    REFUSED(cusolverDnPotrs(p.handle, p.params, 0, N, -2, A, B, p.info));
    end(&p);
}

static void test_lu(void **state)
{
    struct problem p = begin();

    (void)state;
    for (int older = 0; older < 2; older++) {
        if (older) {
            RUN_OLDER(Getrf, LIST(N, N, A, REAL), N, N, A, p.pivots, REAL);
            DONE(cusolverDnGetrs(p.handle, p.params, 0, N, 2, A, p.pivots, B, p.info));
        } else {
            RUN(getrf, LIST(N, N, A, REAL), N, N, A, p.pivots, REAL);
            DONE(cusolverDnXgetrs(p.handle, p.params, 0, N, 2, A, p.pivots, B, p.info));
        }
        const struct dense x = of(p.b, N, 2);
        expect_product(&p.matrix, &x, &p.right);
        again(&p);
    }
    REFUSED(cusolverDnXgetrf(p.handle, p.params, -1, N, A, p.pivots, REAL, BUFFERS));
    REFUSED(cusolverDnXgetrs(p.handle, p.params, 3, N, 2, A, p.pivots, B, p.info));
    REFUSED(cusolverDnGetrf(p.handle, p.params, N, N, REAL, p.a, 1, p.pivots, REAL, p.work, WORK, p.info));
    REFUSED(cusolverDnGetrs(p.handle, p.params, 0, N, 2, A, p.pivots, REAL, p.b, 1, p.info));
    end(&p);
}

/* R^T R is A^T A, and a triangle's inverse its inverse. */
static void test_triangles(void **state)
{
    struct problem p = begin();
    const struct dense turned = dense_op(&p.matrix, CUSPARSE_OPERATION_TRANSPOSE),
                       square = dense_product(&turned, &p.matrix, 1, NULL, 0);

    (void)state;
    for (int older = 0; older < 2; older++) {
        if (older) {
            RUN_OLDER(Geqrf, LIST(N, N, A, REAL, p.s, REAL), N, N, A, REAL, p.s, REAL);
        } else {
            RUN(geqrf, LIST(N, N, A, REAL, p.s, REAL), N, N, A, REAL, p.s, REAL);
        }
        struct dense r = of(p.a, N, N), unit = {.rows = N, .columns = N};
        for (int i = 0; i < N; i++)
            for (int j = 0; j < i; j++)
                r.at[i][j] = 0;
        const struct dense l = dense_op(&r, CUSPARSE_OPERATION_TRANSPOSE);
        expect_product(&l, &r, &square);
        DONE(cusolverDnXtrtri_bufferSize(p.handle, 1, 0, N, A, SIZES));
        assert_in_range(p.device_bytes, 1, WORK);
        DONE(cusolverDnXtrtri(p.handle, 1, 0, N, A, BUFFERS));
        struct dense inverse = of(p.a, N, N);
        for (int i = 0; i < N; i++) {
            unit.at[i][i] = 1;
            for (int j = 0; j < i; j++)
                inverse.at[i][j] = 0;
        }
        expect_product(&r, &inverse, &unit);
        again(&p);
    }
    REFUSED(cusolverDnXgeqrf(p.handle, p.params, N, N, A, HW_NUMBER_R32F, p.s, REAL, BUFFERS));
    REFUSED(cusolverDnGeqrf(p.handle, p.params, N, -1, A, REAL, p.s, REAL, p.work, WORK, p.info));
    REFUSED(cusolverDnXtrtri_bufferSize(p.handle, 1, 2, N, A, SIZES));
    REFUSED(cusolverDnXtrtri(p.handle, 2, 0, N, A, BUFFERS));
    end(&p);
}

/* A V is V diag(w), of the values that were found. */
static void expect_values(const struct problem *p, int found)
{
    const struct dense v = of(p->a, N, found), w = of(p->s, N, 1),
                       left = dense_product(&p->matrix, &v, 1, NULL, 0);
    struct dense right = v;

    for (int j = 0; j < found; j++)
        for (int i = 0; i < N; i++)
            right.at[i][j] *= w.at[j][0];
    expect_dense(&left, &right, 1e-10);
    assert_true(cabs(v.at[0][0]) + cabs(v.at[1][0]) + cabs(v.at[2][0]) > 0);
}

static void test_eigenvalues(void **state)
{
    struct problem p = begin();
    int64_t found = 0;
    double least = 0, most = 1000;

    (void)state;
#define V CUSOLVER_EIG_MODE_VECTOR
    RUN(syevd, LIST(V, 0, N, A, REAL, p.s, REAL), V, 0, N, A, REAL, p.s, REAL);
    expect_values(&p, N);
    again(&p);
    RUN_OLDER(Syevd, LIST(V, 0, N, A, REAL, p.s, REAL), V, 0, N, A, REAL, p.s, REAL);
    expect_values(&p, N);
    again(&p);
#define TWO CUSOLVER_EIG_RANGE_I, 0, N, A, &least, &most, 2, 3, &found, REAL, p.s, REAL
    RUN(syevdx, LIST(V, TWO), V, TWO);
    assert_int_equal(found, 2);
    expect_values(&p, 2);
    again(&p);
    REFUSED(cusolverDnXsyevd(p.handle, p.params, (cusolverEigMode_t)5, 0, N, A, REAL, p.s, REAL, BUFFERS));
    REFUSED(cusolverDnSyevd(p.handle, p.params, V, 0, N, A, HW_NUMBER_R32F, p.s, REAL, p.work, WORK, p.info));
    REFUSED(cusolverDnXsyevdx(p.handle, p.params, V, CUSOLVER_EIG_RANGE_I, 0, N, A, &least, &most, 3, 2,
                              &found, REAL, p.s, REAL, BUFFERS));
    end(&p);
}

/* The pair of a turn with a stretch beside three real values; A v = w v and u^H A = w u^H, where a pair's
 * real and imaginary parts of a vector are two columns. */
static void expect_turns(struct problem *p, const struct dense *w, const void *device, bool left)
{
    const struct dense v = of(device, N, N);

    for (int j = 0; j < N; j++) {
        const double side = cimag(w->at[j][0]) < 0 ? -1 : 1;
        const int first = side < 0 ? j - 1 : j;
        for (int i = 0; i < N; i++) {
            hw_number sum = 0, own = 0;
            for (int k = 0; k < N; k++) {
                const hw_number part =
                    cimag(w->at[j][0]) != 0
                        ? hw_number_of(creal(v.at[k][first]), side * creal(v.at[k][first + 1]))
                        : v.at[k][j];
                sum += left ? conj(part) * p->matrix.at[k][i] : p->matrix.at[i][k] * part;
                own = k == i ? left ? conj(part) : part : own;
            }
            assert_true(cabs(sum - w->at[j][0] * own) < 1e-10);
        }
    }
}

static void test_values_without_symmetry(void **state)
{
    struct problem p = begin();
    struct dense w = {0};
    double parts[2 * N];
    int pairs = 0;

    (void)state;
    p.matrix.at[0][1] = -30; /* no symmetry */
    p.matrix.at[1][0] = 30;
    cudaFree(p.a);
    p.a = dense_device(&p.matrix, REAL, COLUMN);
#define GENERAL(values) V, V, N, A, values, p.b, REAL, p.u, MOST, REAL, p.v, MOST, REAL
    RUN(geev, GENERAL(REAL), GENERAL(REAL));
    host_copy(parts, p.b, sizeof parts);
    again(&p);
    RUN(geev, GENERAL(HW_NUMBER_C64F), GENERAL(HW_NUMBER_C64F));
    for (int i = 0; i < N; i++) {
        double both[2];
        host_copy(both, (char *)p.b + (size_t)i * sizeof both, sizeof both);
        w.at[i][0] = hw_number_of(both[0], both[1]);
        assert_true(both[0] == parts[i] && both[1] == parts[N + i]);
        pairs += both[1] > 0;
    }
    assert_int_equal(pairs, 1);
    expect_turns(&p, &w, p.v, false);
    expect_turns(&p, &w, p.u, true);
    again(&p);
    RUN(geev, GENERAL(REAL), CUSOLVER_EIG_MODE_NOVECTOR, CUSOLVER_EIG_MODE_NOVECTOR, N, A, REAL, p.b, REAL,
        NULL, 1, REAL, NULL, 1, REAL);
    REFUSED(cusolverDnXgeev(p.handle, p.params, GENERAL(HW_NUMBER_C32F), BUFFERS));
    REFUSED(cusolverDnXgeev(p.handle, p.params, V, V, N, A, REAL, p.b, REAL, p.u, MOST, HW_NUMBER_R32F, p.v,
                            MOST, REAL, BUFFERS));
    REFUSED(cusolverDnXgeev(p.handle, p.params, (cusolverEigMode_t)2, V, N, A, REAL, p.b, REAL, p.u, MOST,
                            REAL, p.v, MOST, REAL, BUFFERS));
    end(&p);
}

/* U diag(s) V^T is A; V as it is or turned. */
static void expect_singular(struct problem *p, bool turned)
{
    struct dense u = of(p->u, N, N), v = of(p->v, N, N);
    const struct dense s = of(p->s, N, 1);

    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++)
            u.at[i][j] *= s.at[j][0];
    v = turned ? v : dense_op(&v, CUSPARSE_OPERATION_TRANSPOSE);
    expect_product(&u, &v, &p->matrix);
    again(p);
}

static void test_singular_values(void **state)
{
    struct problem p = begin();
    double moved = 5;

    (void)state;
#define SVD N, N, A, REAL, p.s, REAL, p.u, MOST, REAL, p.v, MOST, REAL
    RUN(gesvd, LIST('A', 'A', SVD), 'A', 'A', SVD);
    expect_singular(&p, true);
    RUN_OLDER(Gesvd, LIST('S', 'A', SVD), 'S', 'A', SVD);
    expect_singular(&p, true);
    DONE(cusolverDnXgesvdp_bufferSize(p.handle, p.params, V, 0, SVD, SIZES));
    assert_in_range(p.device_bytes, 1, WORK);
    DONE(cusolverDnXgesvdp(p.handle, p.params, V, 0, SVD, BUFFERS, &moved));
    expect_singular(&p, false);
    assert_true(moved == 0);
#define RANK N, N, N, 0, 2, A, REAL, p.s, REAL, p.u, MOST, REAL, p.v, MOST, REAL
    RUN(gesvdr, LIST('S', 'S', RANK), 'S', 'S', RANK);
    expect_singular(&p, false);
    REFUSED(cusolverDnXgesvd(p.handle, p.params, 'X', 'A', SVD, BUFFERS));
    REFUSED(cusolverDnGesvd(p.handle, p.params, 'A', 'X', SVD, p.work, WORK, p.info));
    REFUSED(cusolverDnXgesvdp_bufferSize(p.handle, p.params, V, 0, SVD, NULL, NULL));
    REFUSED(cusolverDnXgesvdp(p.handle, p.params, (cusolverEigMode_t)5, 0, SVD, BUFFERS, &moved));
    REFUSED(cusolverDnXgesvdr_bufferSize(p.handle, p.params, 'S', 'S', N, N, N, 1, 2, A, REAL, p.s, REAL, p.u,
                                         MOST, REAL, p.v, MOST, REAL, SIZES));
    REFUSED(cusolverDnXgesvdr(p.handle, p.params, 'X', 'S', RANK, BUFFERS));
    end(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cholesky),
        cmocka_unit_test(test_lu),
        cmocka_unit_test(test_triangles),
        cmocka_unit_test(test_eigenvalues),
        cmocka_unit_test(test_values_without_symmetry),
        cmocka_unit_test(test_singular_values),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
