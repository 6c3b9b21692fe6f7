/* A CUDA C++ program as one writes it today: kernels with <<<>>>, the runtime API, results checked on the host.
 * It ends with PASSED and status 0, or says what was wrong. */
#include <cstdio> // printf of kernels, too

#include "kernels.cuh"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <vector>

static int checks;

static void require(bool good, const char *what)
{
    checks++;
    if (good)
        return;
    std::printf("FAILED: %s\n", what);
    std::exit(1);
}

static void must(cudaError_t error, const char *what)
{
    if (error != cudaSuccess)
        std::printf("%s: %s (%s)\n", what, cudaGetErrorName(error), cudaGetErrorString(error));
    require(error == cudaSuccess, what);
}

#define MUST(call) must(call, #call)

// Memory of the device that is gone with its object.
template <typename T> class Buffer {
public:
    explicit Buffer(size_t count) : bytes(count * sizeof(T)) { MUST(cudaMalloc(&memory, bytes)); }
    explicit Buffer(const std::vector<T> &from) : Buffer(from.size())
    {
        MUST(cudaMemcpy(memory, from.data(), bytes, cudaMemcpyHostToDevice));
    }
    Buffer(const Buffer &) = delete;
    ~Buffer() { cudaFree(memory); }
    operator T *() const { return memory; }
    std::vector<T> read() const
    {
        std::vector<T> values(bytes / sizeof(T));
        MUST(cudaMemcpy(values.data(), memory, bytes, cudaMemcpyDeviceToHost));
        return values;
    }

private:
    T *memory;
    size_t bytes;
};

template <typename T> static void test_axpy(const char *name)
{
    const int n = 1000;
    std::vector<T> x(n), y(n);
    for (int i = 0; i < n; i++) {
        x[i] = T(i);
        y[i] = T(3 * i);
    }
    Buffer<T> device_x(x), device_y(y);
    axpy<T><<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(T(2), device_x, device_y, n);
    MUST(cudaGetLastError());
    const std::vector<T> got = device_y.read();
    for (int i = 0; i < n; i++)
        require(got[i] == T(5 * i), name);
}

static void test_line()
{
    Buffer<float> out(200);
    line<<<2, BLOCK>>>(-1, Line{0.5f, 4, 3}, out, 200);
    const auto got = out.read();
    for (int i = 0; i < 200; i++)
        require(got[i] == -(0.5f * (i * 3) + 4), "line");
}

static void test_sum()
{
    std::vector<unsigned> in(10000);
    unsigned expected = 0;
    for (size_t i = 0; i < in.size(); i++)
        expected += in[i] = unsigned(i * 2654435761u);
    Buffer<unsigned> device_in(in), out(1);
    MUST(cudaMemset(out, 0, 4));
    sum<<<dim3(8), dim3(BLOCK), BLOCK * sizeof(unsigned)>>>(device_in, out, int(in.size()));
    require(out.read()[0] == expected, "sum");
}

static void test_filter()
{
    const float weights[5] = {1, 2, 3, 2, 1};
    std::vector<float> in(300);
    for (size_t i = 0; i < in.size(); i++)
        in[i] = float(i % 17);
    Buffer<float> device_in(in), out(in.size());
    MUST(cudaMemcpyToSymbol(taps, weights, sizeof weights));
    filter<<<3, BLOCK>>>(device_in, out, 300);
    const auto got = out.read();
    for (int i = 0; i < 300; i++) {
        float expected = 0;
        for (int k = -2; k <= 2; k++)
            if (i + k >= 0 && i + k < 300)
                expected += weights[k + 2] * in[size_t(i + k)];
        require(got[size_t(i)] == expected, "filter");
    }
}

static void test_count()
{
    const unsigned start = 5;
    unsigned value = 0;
    void *address = nullptr;
    size_t bytes = 0;
    Buffer<int> out(64);
    MUST(cudaMemcpyToSymbol(counter, &start, sizeof start));
    count<<<10, 64>>>(out);
    MUST(cudaMemcpyFromSymbol(&value, counter, sizeof value));
    require(value == 5 + 10 * 64, "counter");
    const auto got = out.read();
    for (int i = 0; i < 64; i++)
        require(got[size_t(i)] == (int[]){3, 1, 4, 1}[i % 4], "table");
    MUST(cudaGetSymbolAddress(&address, counter));
    MUST(cudaGetSymbolSize(&bytes, table));
    require(bytes == 16, "size of table");
    MUST(cudaMemcpy(&value, address, sizeof value, cudaMemcpyDeviceToHost));
    require(value == 5 + 10 * 64, "counter by its address");
}

static void test_warp()
{
    Buffer<unsigned> out(32);
    warp<<<1, 32>>>(out);
    unsigned ballot = 0;
    for (unsigned i = 0; i < 32; i += 3)
        ballot |= 1u << i;
    for (unsigned value : out.read())
        require(value == 31 * 32 / 2 + ballot, "warp");
}

static void test_waves()
{
    Buffer<double> out(500);
    waves<<<4, BLOCK>>>(out, 500);
    const auto got = out.read();
    for (int i = 0; i < 500; i++)
        require(std::fabs(got[size_t(i)] - (std::sqrt(double(i)) * std::sin(0.01 * i) + std::exp(-0.001 * i))) < 1e-13,
                "waves");
}

static void test_transpose()
{
    const int width = 96, height = 64;
    std::vector<int> in(width * height), got(in.size());
    for (size_t i = 0; i < in.size(); i++)
        in[i] = int(i * i);
    int *from, *to;
    size_t from_pitch, to_pitch;
    MUST(cudaMallocPitch(&from, &from_pitch, width * sizeof(int), height));
    MUST(cudaMallocPitch(&to, &to_pitch, height * sizeof(int), width));
    MUST(cudaMemcpy2D(from, from_pitch, in.data(), width * sizeof(int), width * sizeof(int), height, cudaMemcpyDefault));
    transpose<<<dim3(width / 16, height / 16), dim3(16, 16)>>>(from, from_pitch, to, to_pitch);
    MUST(cudaMemcpy2D(got.data(), height * sizeof(int), to, to_pitch, height * sizeof(int), width,
                      cudaMemcpyDeviceToHost));
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            require(got[size_t(x * height + y)] == in[size_t(y * width + x)], "transpose");
    MUST(cudaFree(from));
    MUST(cudaFree(to));
}

static int ackermann_on_host(int m, int n)
{
    return m == 0 ? n + 1 : ackermann_on_host(m - 1, n == 0 ? 1 : ackermann_on_host(m, n - 1));
}

static void test_calls()
{
    Buffer<int> out(48);
    calls<<<1, 48>>>(out);
    MUST(cudaDeviceSynchronize());
    const auto got = out.read();
    for (int i = 0; i < 48; i++)
        require(got[size_t(i)] == (i % 2 ? i * i : 2 * i) + 1000 * ackermann_on_host(2, i % 3), "calls");
}

// Texture and surface objects.
static void test_objects()
{
    const int width = 64, height = 32;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    std::vector<float> in(width * height), got(in.size());
    cudaArray_t from, to;
    cudaResourceDesc resource = {};
    cudaTextureDesc sampling = {};
    cudaTextureObject_t texture = 0;
    cudaSurfaceObject_t surface = 0;
    for (size_t i = 0; i < in.size(); i++)
        in[i] = float(i % 64 + i / 64 * 100);
    MUST(cudaMallocArray(&from, &format, width, height));
    MUST(cudaMallocArray(&to, &format, width, height, cudaArraySurfaceLoadStore));
    MUST(cudaMemcpy2DToArray(from, 0, 0, in.data(), width * 4, width * 4, height, cudaMemcpyHostToDevice));
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = from;
    sampling.addressMode[0] = sampling.addressMode[1] = cudaAddressModeClamp;
    sampling.filterMode = cudaFilterModeLinear;
    sampling.readMode = cudaReadModeElementType;
    MUST(cudaCreateTextureObject(&texture, &resource, &sampling, nullptr));
    resource.res.array.array = to;
    MUST(cudaCreateSurfaceObject(&surface, &resource));
    blur<<<dim3(width / 16, height / 16), dim3(16, 16)>>>(texture, surface, width, height);
    MUST(cudaMemcpy2DFromArray(got.data(), width * 4, to, 0, 0, width * 4, height, cudaMemcpyDeviceToHost));
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            const float here = in[size_t(y * width + x)], next = in[size_t(y * width + (x < width - 1 ? x + 1 : x))];
            require(got[size_t(y * width + x)] == here + (here + next) / 2, "blur");
        }
    MUST(cudaDestroyTextureObject(texture));
    MUST(cudaDestroySurfaceObject(surface));
    MUST(cudaFreeArray(from));
    MUST(cudaFreeArray(to));

    std::vector<int> numbers(64);
    for (int i = 0; i < 64; i++)
        numbers[size_t(i)] = i * i;
    Buffer<int> memory(numbers), out(32);
    resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = cudaCreateChannelDesc<int>();
    resource.res.linear.sizeInBytes = numbers.size() * sizeof(int);
    sampling = {};
    sampling.readMode = cudaReadModeElementType;
    MUST(cudaCreateTextureObject(&texture, &resource, &sampling, nullptr));
    fetch<<<1, 32>>>(texture, out);
    const auto fetched = out.read();
    for (int i = 0; i < 32; i++)
        require(fetched[size_t(i)] == 4 * i * i, "fetch");
    MUST(cudaDestroyTextureObject(texture));
}

// Streams, events, page-locked memory, asynchronous copies.
static void test_streams()
{
    const int n = 4096;
    float *host, milliseconds = -1;
    cudaStream_t stream;
    cudaEvent_t begin, end;
    Buffer<float> x(n), y(n);
    MUST(cudaMallocHost(&host, n * sizeof(float)));
    MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    MUST(cudaEventCreate(&begin));
    MUST(cudaEventCreateWithFlags(&end, cudaEventDefault));
    for (int i = 0; i < n; i++)
        host[i] = float(i);
    MUST(cudaEventRecord(begin, stream));
    MUST(cudaMemcpyAsync(x, host, n * sizeof(float), cudaMemcpyHostToDevice, stream));
    MUST(cudaMemsetAsync(y, 0, n * sizeof(float), stream));
    axpy<float><<<n / BLOCK, BLOCK, 0, stream>>>(3, x, y, n);
    MUST(cudaMemcpyAsync(host, y, n * sizeof(float), cudaMemcpyDeviceToHost, stream));
    MUST(cudaEventRecord(end, stream));
    MUST(cudaStreamSynchronize(stream));
    MUST(cudaEventElapsedTime(&milliseconds, begin, end));
    require(milliseconds >= 0, "time");
    for (int i = 0; i < n; i++)
        require(host[i] == 3 * float(i), "streams");
    MUST(cudaEventDestroy(begin));
    MUST(cudaEventDestroy(end));
    MUST(cudaStreamDestroy(stream));
    MUST(cudaFreeHost(host));
}

// What goes wrong is an error, once.
static void test_errors()
{
    axpy<int><<<1, 4096>>>(1, nullptr, nullptr, 0);
    require(cudaPeekAtLastError() != cudaSuccess, "a block of 4096 threads");
    require(cudaGetLastError() != cudaSuccess, "and it is the last error");
    require(cudaGetLastError() == cudaSuccess, "until it has been asked for");
    require(cudaFree(reinterpret_cast<void *>(0x12345)) != cudaSuccess, "freeing what was never allocated");
    cudaGetLastError();
}

// Layouts and numbers of the toolkit that this was compiled with, where the library is that toolkit's.
static void test_toolkit(int major, int minor)
{
    cudaDeviceProp properties;
    int version = 0, processors = 0;
    MUST(cudaRuntimeGetVersion(&version));
    if (version / 1000 != CUDART_VERSION / 1000) {
        std::printf("(the library is that of CUDA %d)\n", version / 1000);
        return;
    }
    std::memset(&properties, 0xff, sizeof properties);
    MUST(cudaGetDeviceProperties(&properties, 0));
    MUST(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    require(std::strlen(properties.name) > 0 && std::strlen(properties.name) < 256, "the device's name");
    require(properties.major == major && properties.minor == minor, "the device's capability");
    require(properties.multiProcessorCount == processors, "its multiprocessors");
    require(properties.warpSize == 32 && properties.maxThreadsPerBlock == 1024, "threads");
    require(properties.sharedMemPerBlock == 49152 && properties.totalConstMem == 65536, "its memories");
    require(cudaMemcpy(nullptr, nullptr, 4, cudaMemcpyKind(77)) == cudaErrorInvalidMemcpyDirection, "error 21");
    require(cudaSetDevice(-1) == cudaErrorInvalidDevice, "the number of a device");
    require(cudaStreamDestroy(cudaStream_t(0x10)) == cudaErrorInvalidResourceHandle, "the number of a handle");
    cudaGetLastError();
}

int main()
{
    int major = 0, minor = 0;
    MUST(cudaSetDevice(0));
    MUST(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
    MUST(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0));
    test_axpy<int>("axpy of int");
    test_axpy<float>("axpy of float");
    test_axpy<double>("axpy of double");
    test_line();
    test_sum();
    test_filter();
    test_count();
    test_warp();
    test_waves();
    test_transpose();
    test_calls();
    test_objects();
    test_streams();
    test_errors();
    test_toolkit(major, minor);
    greet<<<2, 1>>>(42);
    MUST(cudaDeviceSynchronize());
    MUST(cudaDeviceReset());
    std::printf("sm_%d%d: %d checks PASSED\n", major, minor, checks);
    return 0;
}
