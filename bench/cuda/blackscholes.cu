// Prices of European options by the formula of Black and Scholes; the normal distribution by Abramowitz and Stegun 26.2.17.
__device__ static float normal(float d)
{
    const float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    const float tail = 0.39894228f * __expf(-0.5f * d * d) *
                       (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return d > 0 ? 1.0f - tail : tail;
}

extern "C" __global__ void blackscholes(const float *price, const float *strike, const float *years, float *call,
                                        float *put, int n, float rate, float volatility)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const float root = sqrtf(years[i]), spread = volatility * root;
        const float d1 = (__logf(price[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / spread;
        const float d2 = d1 - spread, discounted = strike[i] * __expf(-rate * years[i]);
        const float up = normal(d1), down = normal(d2);
        call[i] = price[i] * up - discounted * down;
        put[i] = discounted * (1.0f - down) - price[i] * (1.0f - up);
    }
}
