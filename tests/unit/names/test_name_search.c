/* SPDX-License-Identifier: MIT */
/* Symbols are found by what people type: symbol, name, scope, part; and errors list what there is. */
#include "names/search.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char *const symbols[] = {
    "_Z5saxpyifPf",          /* saxpy(int, float, float*) */
    "_Z6saxpy2ifPf",         /* saxpy2(int, float, float*) */
    "_ZN2ns1kIfEEvPT_i",     /* void ns::k<float>(float*, int) */
    "_ZN2ns1kIdEEvPT_i",     /* void ns::k<double>(double*, int) */
    "_ZN5outer5inner3addEi", /* outer::inner::add(int) */
    "_Z4copyPf",             /* copy(float*) */
    "_Z4copyPi",             /* copy(int*) */
    "plain",
};

static hw_status search_for(const char *wanted, char found[64], struct hw_error *error)
{
    struct hw_name_search search;
    const char *symbol;
    hw_status status = HW_OK;

    hw_name_search_begin(&search, wanted, "kernel");
    for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++)
        assert_int_equal(hw_name_search_offer(&search, symbols[i], false, NULL, error), HW_OK);
    /* the same symbols of another cubin, and a function that is called like a kernel */
    assert_int_equal(hw_name_search_offer(&search, symbols[0], false, NULL, error), HW_OK);
    assert_int_equal(hw_name_search_offer(&search, "_ZN6device5plainEv", true, NULL, error), HW_OK);
    assert_int_equal(hw_name_search_offer(&search, "_Z6helperv", true, NULL, error), HW_OK);
    status = hw_name_search_end(&search, &symbol, error);
    snprintf(found, 64, "%s", symbol ? symbol : "");
    hw_name_search_free(&search);
    return status;
}

static void names_are_found(void **state)
{
    static const struct {
        const char *wanted, *symbol;
    } cases[] = {
        {"_Z5saxpyifPf", "_Z5saxpyifPf"},
        {"saxpy", "_Z5saxpyifPf"}, /* the whole name, though it is a part of another */
        {"saxpy(int, float, float*)", "_Z5saxpyifPf"},
        {"saxpy(int,float,float *)", "_Z5saxpyifPf"},
        {"saxpy2", "_Z6saxpy2ifPf"},
        {"ns::k<float>", "_ZN2ns1kIfEEvPT_i"},
        {"k<float>", "_ZN2ns1kIfEEvPT_i"},
        {"k<double>(double*, int)", "_ZN2ns1kIdEEvPT_i"},
        {"void ns::k<double>(double*, int)", "_ZN2ns1kIdEEvPT_i"},
        {"void ns::k<double>", "_ZN2ns1kIdEEvPT_i"},
        {"add", "_ZN5outer5inner3addEi"},
        {"inner::add", "_ZN5outer5inner3addEi"},
        {"nner", "_ZN5outer5inner3addEi"},
        {"copy(int*)", "_Z4copyPi"},
        {"y2ifP", "_Z6saxpy2ifPf"}, /* a part of the symbol */
        {"plain", "plain"},
        {"helper", "_Z6helperv"}, /* a function, as no kernel fits */
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct hw_error error = {.text = ""};
        char found[64];
        if (search_for(cases[i].wanted, found, &error) != HW_OK)
            fail_msg("%s: %s", cases[i].wanted, error.text);
        assert_string_equal(found, cases[i].symbol);
    }
}

static void others_are_explained(void **state)
{
    static const struct {
        const char *wanted, *sentence;
    } cases[] = {
        {"ns::k", "'ns::k' may be several kernels: ns::k<float>(float*, int), ns::k<double>(double*, int)"},
        {"copy", "'copy' may be several kernels: copy(float*), copy(int*)"},
        {"axpy", "'axpy' may be several kernels: saxpy(int, float, float*), saxpy2(int, float, float*)"},
        {"sxapy", "there is no kernel 'sxapy' in this file; did you mean saxpy or saxpy2? It has "
                  "saxpy(int, float, float*), saxpy2(int, float, float*), ns::k<float>(float*, int), "
                  "ns::k<double>(double*, int), outer::inner::add(int), copy(float*), copy(int*), plain"},
        {"zzzzzzzzz", "there is no kernel 'zzzzzzzzz' in this file; it has saxpy("},
        {"", "there is no kernel '' in this file"},
        {" ", "there is no kernel ' ' in this file"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct hw_error error = {.text = ""};
        char found[64];
        assert_int_equal(search_for(cases[i].wanted, found, &error), HW_ERR_NOT_FOUND);
        if (strncmp(error.text, cases[i].sentence, strlen(cases[i].sentence)) != 0)
            fail_msg("%s: %s", cases[i].wanted, error.text);
    }
}

/* Of many only those that are near are listed. */
static void many_are_not_all_listed(void **state)
{
    struct hw_name_search search;
    struct hw_error error = {.text = ""};
    const char *symbol;
    char name[32];

    (void)state;
    hw_name_search_begin(&search, "reduse", "kernel");
    for (unsigned i = 0; i < 40; i++) {
        snprintf(name, sizeof name, i == 7 ? "_ZN1a1b6reducsEv" : "%s%u",
                 i % 20 ? "something_else" : "reduce", i);
        assert_int_equal(hw_name_search_offer(&search, name, false, NULL, &error), HW_OK);
    }
    assert_int_equal(hw_name_search_end(&search, &symbol, &error), HW_ERR_NOT_FOUND);
    assert_string_equal(error.text,
                        "there is no kernel 'reduse' in this file; did you mean reduce0 or reducs?");
    hw_name_search_free(&search);
}

static void one_symbol_fits_by_its_names_and_not_by_parts(void **state)
{
    static const char symbol[] = "_ZN1a12_GLOBAL__N_11fIN1b1cELi4EEEvPi"; /* a::(anonymous namespace)::f */

    (void)state;
    assert_true(hw_name_fits(symbol, symbol));
    assert_true(hw_name_fits(symbol, "f"));
    assert_true(hw_name_fits(symbol, "f<b::c, 4>"));
    assert_true(hw_name_fits("_ZN2ns5scaleEPf", "ns::scale(float*)"));
    assert_true(hw_name_fits("_ZN2ns5scaleIfEEvPT_", "scale(float*)"));
    assert_true(hw_name_fits("_ZN2ns5scaleIfEEvPT_", "ns::scale( float * )"));
    assert_true(hw_name_fits("_ZN2ns5scaleIfEEvPT_", "ns::scale<float>(float *)"));
    assert_false(hw_name_fits("_ZN2ns5scaleIfEEvPT_", "scale(int*)"));
    assert_false(hw_name_fits("_ZN2ns5scaleIfEEvPT_", "scale(float*)x"));
    assert_true(hw_name_fits("plain", "plain"));
    assert_false(hw_name_fits("_ZN2ns5scaleEPf", "scal"));
    assert_false(hw_name_fits("_ZN2ns5scaleEPf", "ns"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_found),
        cmocka_unit_test(one_symbol_fits_by_its_names_and_not_by_parts),
        cmocka_unit_test(others_are_explained),
        cmocka_unit_test(many_are_not_all_listed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
