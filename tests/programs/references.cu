// Textures and surfaces by name, as CUDA had them before handles (and up to CUDA 11).
#include "program.cuh"

texture<float, cudaTextureType2D, cudaReadModeElementType> plane;
texture<int, cudaTextureType1D, cudaReadModeElementType> line;
surface<void, cudaSurfaceType2D> image;

// A plane of 8 by 4, twice: with the line's numbers added, and what the image had.
extern "C" __global__ void references_named(float *out)
{
    u32 x = threadIdx.x, y = threadIdx.y;
    float was, sum = tex2D(plane, x + 0.5f, y + 0.5f) + tex1Dfetch(line, x);
    surf2Dread(&was, image, x * 4, y);
    surf2Dwrite(sum * 2, image, x * 4, y);
    out[(y * 8 + x) * 2] = sum;
    out[(y * 8 + x) * 2 + 1] = was;
}
