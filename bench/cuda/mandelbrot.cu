/* Steps until z leaves the circle of radius 2, a pixel a thread. */
extern "C" __global__ void mandelbrot(unsigned width, unsigned limit, float left, float top, float step,
                                      unsigned char *out)
{
    unsigned px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y, n = 0;
    float cx = fmaf(step, (float)px, left), cy = fmaf(step, (float)py, top), x = 0, y = 0;
    while (n < limit) {
        float yy = __fmul_rn(y, y);
        if (fmaf(x, x, yy) > 4)
            break;
        float twice = x + x;
        x = fmaf(x, x, __fsub_rn(cx, yy));
        y = fmaf(twice, y, cy);
        n++;
    }
    out[py * width + px] = n;
}
