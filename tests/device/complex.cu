/* SPDX-License-Identifier: MIT */
/* cuComplex.h: host and device compute what std::complex does; it ends with PASSED and status 0. */
#include <cuComplex.h>
#include <cuda.h>
#include <cuda_profiler_api.h>

#include <complex>
#include <cstdio>
#include <cstdlib>

enum { N = 1 << 12, RESULTS = 7 };

template <class Z> struct Names;
template <> struct Names<cuFloatComplex> {
    typedef float Real;
    static constexpr double bound = 4e-7;
};
template <> struct Names<cuDoubleComplex> {
    typedef double Real;
    static constexpr double bound = 8e-16;
};

/* Each of the functions, in the order of `wanted` below. */
static __host__ __device__ void compute(cuFloatComplex a, cuFloatComplex b, cuFloatComplex *r)
{
    r[0] = cuCaddf(a, b);
    r[1] = cuCsubf(a, b);
    r[2] = cuCmulf(a, b);
    r[3] = cuCdivf(a, b);
    r[4] = make_cuComplex(cuCabsf(a), cuCrealf(b));
    r[5] = cuConjf(make_cuFloatComplex(cuCimagf(a), cuCimagf(b)));
    r[6] = cuComplexDoubleToFloat(cuComplexFloatToDouble(cuCfmaf(a, b, a)));
}

static __host__ __device__ void compute(cuDoubleComplex a, cuDoubleComplex b, cuDoubleComplex *r)
{
    r[0] = cuCadd(a, b);
    r[1] = cuCsub(a, b);
    r[2] = cuCmul(a, b);
    r[3] = cuCdiv(a, b);
    r[4] = make_cuDoubleComplex(cuCabs(a), cuCreal(b));
    r[5] = cuConj(make_cuDoubleComplex(cuCimag(a), cuCimag(b)));
    r[6] = cuCfma(a, b, a);
}

template <class Z> __global__ void kernel(const Z *a, const Z *b, Z *results)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    compute(a[i], b[i], results + RESULTS * i);
}

static double random_number(void)
{
    return ldexp(rand() / (double)RAND_MAX - 0.5, rand() % 21 - 10);
}

static std::complex<double> wanted(std::complex<double> a, std::complex<double> b, int which)
{
    const std::complex<double> all[RESULTS] = {a + b, a - b, a * b, a / b, {std::abs(a), b.real()}, {a.imag(), -b.imag()}, a * b + a};

    return all[which];
}

template <class Z> static bool near(Z got, Z a, Z b, int which, const char *where)
{
    const std::complex<double> x(a.x, a.y), y(b.x, b.y), right = wanted(x, y, which);
    /* A sum may cancel: what is lost is measured by its parts. */
    const double size = std::abs(right) + (which == 0 || which == 1 ? std::abs(x) + std::abs(y) : 0) +
                        (which == 6 ? std::abs(x * y) + std::abs(x) : 0);

    if (std::abs(std::complex<double>(got.x, got.y) - right) <= Names<Z>::bound * size)
        return true;
    std::printf("%s, function %d: (%g, %g) and (%g, %g) give (%g, %g), not (%g, %g)\n", where, which, a.x, a.y, b.x, b.y, got.x,
                got.y, right.real(), right.imag());
    return false;
}

template <class Z> static bool check(void)
{
    typedef typename Names<Z>::Real Real;
    static Z a[N], b[N], got[N * RESULTS], alone[RESULTS];
    Z *on_device;
    bool good = true;

    for (int i = 0; i < N; i++) {
        a[i] = Z{(Real)random_number(), (Real)random_number()};
        b[i] = Z{(Real)random_number(), (Real)random_number()};
    }
    cudaMalloc(&on_device, sizeof a + sizeof b + sizeof got);
    cudaMemcpy(on_device, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(on_device + N, b, sizeof b, cudaMemcpyHostToDevice);
    kernel<Z><<<N / 128, 128>>>(on_device, on_device + N, on_device + 2 * N);
    if (cudaMemcpy(got, on_device + 2 * N, sizeof got, cudaMemcpyDeviceToHost) != cudaSuccess)
        return false;
    for (int i = 0; i < N; i++) {
        compute(a[i], b[i], alone);
        for (int which = 0; which < RESULTS; which++)
            good = near(got[RESULTS * i + which], a[i], b[i], which, "device") &&
                   near(alone[which], a[i], b[i], which, "host") && good;
    }
    return good;
}

/* Squares of these would overflow, or vanish. */
static bool ends(void)
{
    const cuFloatComplex big = make_cuFloatComplex(3e30f, 4e30f), one = cuCdivf(big, big);
    const cuDoubleComplex small = make_cuDoubleComplex(3e-200, -4e-200);

    return std::fabs(cuCabsf(big) / 5e30f - 1) < 1e-6 && std::fabs(cuCabs(small) / 5e-200 - 1) < 1e-12 &&
           std::fabs(one.x - 1) < 1e-6 && std::fabs(one.y) < 1e-6 && cuCabs(make_cuDoubleComplex(0, 0)) == 0 &&
           std::isinf(cuCabsf(make_cuFloatComplex(-INFINITY, 1)));
}

int main()
{
    cudaProfilerStart();
    const bool good = check<cuFloatComplex>() && check<cuDoubleComplex>() && ends();
    cudaProfilerStop();
    std::puts(good && CUDA_VERSION == CUDART_VERSION ? "PASSED" : "FAILED");
    return !good;
}
