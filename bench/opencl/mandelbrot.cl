/* Steps until z leaves the circle of radius 2, a pixel a work item. */
#pragma OPENCL FP_CONTRACT OFF
kernel void mandelbrot(uint width, uint limit, float left, float top, float step, global uchar *out)
{
    uint px = get_global_id(0), py = get_global_id(1), n = 0;
    float cx = fma(step, (float)px, left), cy = fma(step, (float)py, top), x = 0, y = 0;
    while (n < limit) {
        float yy = y * y;
        if (fma(x, x, yy) > 4)
            break;
        float twice = x + x;
        x = fma(x, x, cx - yy);
        y = fma(twice, y, cy);
        n++;
    }
    out[py * width + px] = n;
}
