/* SPDX-License-Identifier: MIT */
/* See normal_quantile.h: one of three quotients of polynomials, by the distance from the middle. */
#include "cuda/rand/normal_quantile.h"

#include <math.h>

struct quotient {
    double above[8], below[8]; /* the constant first */
};

static const struct quotient near = {
    {3.3871328727963666080e0, 1.3314166789178437745e+2, 1.9715909503065514427e+3, 1.3731693765509461125e+4,
     4.5921953931549871457e+4, 6.7265770927008700853e+4, 3.3430575583588128105e+4, 2.5090809287301226727e+3},
    {1.0, 4.2313330701600911252e+1, 6.8718700749205790830e+2, 5.3941960214247511077e+3,
     2.1213794301586595867e+4, 3.9307895800092710610e+4, 2.8729085735721942674e+4, 5.2264952788528545610e+3},
};
static const struct quotient far = {
    {1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0, 3.64784832476320460504e0,
     1.27045825245236838258e0, 2.41780725177450611770e-1, 2.27238449892691845833e-2,
     7.74545014278341407640e-4},
    {1.0, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
     1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4,
     1.05075007164441684324e-9},
};
static const struct quotient farthest = {
    {6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0, 2.96560571828504891230e-1,
     2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5,
     2.01033439929228813265e-7},
    {1.0, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
     7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7,
     2.04426310338993978564e-15},
};

static double quotient_at(const struct quotient *quotient, double at)
{
    double above = 0, below = 0;

    for (int i = 7; i >= 0; i--) {
        above = above * at + quotient->above[i];
        below = below * at + quotient->below[i];
    }
    return above / below;
}

double hw_rand_normal_quantile(double probability)
{
    const double offset = probability - 0.5;

    if (fabs(offset) <= 0.425)
        return offset * quotient_at(&near, 0.180625 - offset * offset);
    const double root = sqrt(-log(offset < 0 ? probability : 1 - probability));
    const double size = root <= 5 ? quotient_at(&far, root - 1.6) : quotient_at(&farthest, root - 5);
    return offset < 0 ? -size : size;
}
