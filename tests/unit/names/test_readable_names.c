/* SPDX-License-Identifier: MIT */
/* Symbols of C++ and Rust get the names that their source has, in the spelling of GNU's c++filt. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/names.h>

struct pair {
    const char *symbol, *name;
};

static void check(const struct pair *pairs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *name = hw_readable_name(pairs[i].symbol);
        assert_non_null(name);
        assert_string_equal(name, pairs[i].name);
        free(name);
    }
}

#define CHECK(pairs) check(pairs, sizeof pairs / sizeof pairs[0])

static void cpp(void **state)
{
    static const struct pair pairs[] = {
        {"_Z5saxpyifPf", "saxpy(int, float, float*)"},
        {"_Z1fv", "f()"},
        {"_ZN2ns1kIfEEvPT_i", "void ns::k<float>(float*, int)"},
        {"_ZN36_GLOBAL__N__58e34aca_4_a_cu_c0e717ea6hiddenEPf", "(anonymous namespace)::hidden(float*)"},
        {"_Z1fPKcRVdOiDnz", "f(char const*, double volatile&, int&&, decltype(nullptr), ...)"},
        {"_Z1fPFviERA4_A2_KiM1SFvvEMS5_i", "f(void (*)(int), int const (&) [4][2], void (S::*)(), int S::*)"},
        {"_Z1fI1SEvRKT_S3_", "void f<S>(S const&, S const&)"},
        {"_Z1fIJifPcEEvDpT_", "void f<int, float, char*>(int, float, char*)"},
        {"_Z1fIJEEvDpT_", "void f<>()"},
        {"_Z1fILi5ELj6ELb1ELl7ELm8ELy9ELc65EL4Kind2ELin3EEvv",
         "void f<5, 6u, true, 7l, 8ul, 9ull, (char)65, (Kind)2, -3>()"},
        {"_Z1fISt4pairIiS0_IffEEEvT_",
         "void f<std::pair<int, std::pair<float, float> > >(std::pair<int, std::pair<float, float> >)"},
        {"_ZNK1AIiE3getEv", "A<int>::get() const"},
        {"_ZN1AIiEC2ERKS0_", "A<int>::A(A<int> const&)"},
        {"_ZN1AD1Ev", "A::~A()"},
        {"_ZN1AcvbEv", "A::operator bool()"},
        {"_ZN1AclIiEEDaT_", "auto A::operator()<int>(int)"},
        {"_ZplRK1AS1_", "operator+(A const&, A const&)"},
        {"_Z6launchIZ4mainEUliE_EvT_", "void launch<main::{lambda(int)#1}>(main::{lambda(int)#1})"},
        {"_ZZ3fooIiEvvENKUlT_E0_clIfEEDaT_",
         "auto foo<int>()::{lambda(auto:1)#2}::operator()<float>(float) const"},
        {"_Z1fIXadL_Z1gvEEEvv", "void f<&(g())>()"},
        {"_Z1fIXadL_ZN1n1gEvEEEvv", "void f<&n::g>()"},
        {"_Z1gIiEDTplfp_Li1EET_", "decltype ({parm#1}+(1)) g<int>(int)"},
        {"_Z1gILi3EEvRAplT_Li1E_i", "void g<3>(int (&) [(3)+(1)])"},
        {"_Z1fPDF16_PDhDv4_f", "f(_Float16*, half*, float __vector(4))"},
        {"_ZN1AB5cxx111fEv", "A[abi:cxx11]::f()"},
        {"_ZTV1A", "vtable for A"},
        {"_ZZ1fvE1x", "f()::x"},
        {"_Z1fi.constprop.0.cold", "f(int) [clone .constprop.0] [clone .cold]"},
        {"_Z1fv#2", "f()#2"},
    };

    (void)state;
    CHECK(pairs);
}

static void rust(void **state)
{
    static const struct pair pairs[] = {
        {"_RNvCs1234_7mycrate3foo", "mycrate::foo"},
        {"_RINvC1a1fmhE", "a::f::<u32, u8>"},
        {"_RNCNvC1a1f0", "a::f::{closure#0}"},
        {"_RNCNvC1a1fs_0", "a::f::{closure#1}"},
        {"_RNvMC1aINtC1a1SlE3get", "<a::S<i32>>::get"},
        {"_RNvXC1aNtC1a1SNtC1a1T2go", "<a::S as a::T>::go"},
        {"_RINvC1a1fRShQmPhOlTmhETEAaj3_E",
         "a::f::<&[u8], &mut u32, *const u8, *mut i32, (u32, u8), (), [i8; 3]>"},
        {"_RINvC1a1fFUKCmEhE", "a::f::<unsafe extern \"C\" fn(u32) -> u8>"},
        {"_RINvC1a1fDNtC1a1TEL_E", "a::f::<dyn a::T>"},
        {"_RINvC1a1fKj10_Kb1_Kc61_Kanf_E", "a::f::<16, true, 'a', -15>"},
        {"_RINvNtC1au9gre_6ka8iu8fe_gia9iFlEzEB4_", "a::größe::füße::<fn(i32) -> !>"},
        {"_ZN7mycrate3foo17h0123456789abcdefE", "mycrate::foo"},
        {"_ZN38_$LT$a..S$LT$T$GT$$u20$as$u20$a..T$GT$2go17h0123456789abcdefE", "<a::S<T> as a::T>::go"},
    };

    (void)state;
    CHECK(pairs);
}

static void others_are_their_own(void **state)
{
    static const struct pair pairs[] = {
        {"saxpy", "saxpy"},
        {"", ""},
        {"_Z", "_Z"},
        {"_Z1f1A I", "_Z1f1A I"},
        {"_ZN", "_ZN"},
        {"_R", "_R"},
        {"_Z9nothing", "_Z9nothing"},
        {"_Z3a\nbv", "_Z3a\nbv"}, /* a comment of a listing ends with its line */
        {"_ZN3foo17h0123456789abcdefE1", "_ZN3foo17h0123456789abcdefE1"},
        {"_Z1fT_", "_Z1fT_"},
        {"_Z1fS9_", "_Z1fS9_"},
    };

    (void)state;
    CHECK(pairs);
}

/* Each type has the one before it twice. */
static char *doubling(char *symbol, unsigned count)
{
    static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    char *at = symbol + sprintf(symbol, "_Z1f1AIiiE");

    for (unsigned i = 0; i < count; i++)
        at += sprintf(at, "S_IS%c_S%c_E", digits[i], digits[i]);
    return symbol;
}

static char *repeated(char *symbol, const char *front, const char *part, unsigned count, const char *end)
{
    char *at = stpcpy(symbol, front);

    while (count--)
        at = stpcpy(at, part);
    strcpy(at, end);
    return symbol;
}

/* Whatever a name would need, it is its symbol beyond the limits. */
static void hostile_symbols_are_bounded(void **state)
{
    static char symbol[64 * 1024];

    (void)state;
    for (unsigned i = 0; i < 8; i++) {
        switch (i) {
        case 0: doubling(symbol, 30); break;
        case 1: repeated(symbol, "_Z1f", "P", 30000, "i"); break;
        case 2: repeated(symbol, "_ZN", "1a", 10000, "Ev"); break;
        case 3: repeated(symbol, "_Z1fIJ", "JE", 9000, "EEvDpT_DpT_DpT_DpT_DpT_DpT_DpT_DpT_"); break;
        case 4: repeated(symbol, "_Z1fIJ", "i", 9000, "EEvDpT_DpT_DpT_DpT_DpT_DpT_DpT_DpT_"); break;
        case 5: repeated(symbol, "_R", "M", 20000, "C1a"); break;
        case 6: repeated(symbol, "_RINvC1a1f", "T", 3000, "hE"); break;
        default: repeated(symbol, "_Z1f", "i", 40000, ""); /* longer than a symbol may be */
        }
        const struct pair pair = {symbol, symbol};
        check(&pair, 1);
    }
}

/* Names of real kernels are longer than libstdc++ takes. */
static void long_names_are_readable(void **state)
{
    static char symbol[8192], name[32768];

    (void)state;
    repeated(symbol, "_Z1fI", "4abcdi", 900, "EvT_");
    repeated(name, "void f<abcd, int", ", abcd, int", 899, ">(abcd)");
    const struct pair pair = {symbol, name};
    check(&pair, 1);
}

/* Damaged symbols and random ones: whatever comes, it ends and is printable (the sanitizers watch). */
static void random_symbols(void **state)
{
    static const char *const seeds[] = {"_ZN2ns1kIJifPcEEEvDpT_PFvS1_ERA4_KiM1SFvvE",
                                        "_Z6launchIZ4mainEUlT_E_EDTplfp_Li1EET_OT0_S_S0_S1_",
                                        "_ZN1AIiSt4pairIS_S0_EXaasr3std1aIT_EntL_Z1gvEEEC2ERKS0_",
                                        "_RINvMC1aINtC1a1SlE1fFUKCmRShDNtC1aGT1pB5_mEL_EhKj10_E",
                                        "_RNvXs0_C1aINtB2_1SB4_Eu9gre_2obaaB6_",
                                        "_ZN5$LT$a..u20$3foo17h0123456789abcdefE"};
    static const char letters[] = "_ZNRSTIEPKLJDpFAM0123456789abcdefilmostuvxyzCBsXcUl$.\x01";
    uint64_t random = 1;

    (void)state;
    for (unsigned round = 0; round < 60000; round++) {
        char symbol[128];
        strcpy(symbol, seeds[round % (sizeof seeds / sizeof seeds[0])]);
        for (unsigned change = 0; change < 1 + round % 3; change++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            const size_t length = strlen(symbol), at = 2 + (random >> 33) % (length - 2);
            if (random >> 60 & 1)
                memmove(symbol + at, symbol + at + 1, length - at);
            else
                symbol[at] = letters[(random >> 20) % (sizeof letters - 1)];
        }
        char *name = hw_readable_name(symbol);
        assert_non_null(name);
        if (strcmp(name, symbol) != 0)
            for (const char *c = name; *c; c++)
                assert_true((unsigned char)*c >= ' ' && *c != 0x7f);
        free(name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cpp),
        cmocka_unit_test(rust),
        cmocka_unit_test(others_are_their_own),
        cmocka_unit_test(hostile_symbols_are_bounded),
        cmocka_unit_test(long_names_are_readable),
        cmocka_unit_test(random_symbols),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
