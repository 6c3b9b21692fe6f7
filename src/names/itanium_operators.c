/* SPDX-License-Identifier: MIT */
/* The operators of C++ by their codes in symbols (Itanium C++ ABI, 5.1.3.3). */
#include "names/itanium.h"

#include <string.h>

static const struct hw_itanium_operator operators[] = {
    {"aN", 2, "&="},        {"aS", 2, "="},   {"aa", 2, "&&"},      {"ad", 1, "&"},  {"an", 2, "&"},
    {"aw", 0, " co_await"}, {"cl", 0, "()"},  {"cm", 2, ","},       {"co", 1, "~"},  {"dV", 2, "/="},
    {"da", 0, " delete[]"}, {"de", 1, "*"},   {"dl", 0, " delete"}, {"ds", 2, ".*"}, {"dv", 2, "/"},
    {"eO", 2, "^="},        {"eo", 2, "^"},   {"eq", 2, "=="},      {"ge", 2, ">="}, {"gt", 2, ">"},
    {"ix", 0, "[]"},        {"lS", 2, "<<="}, {"le", 2, "<="},      {"ls", 2, "<<"}, {"lt", 2, "<"},
    {"mI", 2, "-="},        {"mL", 2, "*="},  {"mi", 2, "-"},       {"ml", 2, "*"},  {"mm", 1, "--"},
    {"na", 0, " new[]"},    {"ne", 2, "!="},  {"ng", 1, "-"},       {"nt", 1, "!"},  {"nw", 0, " new"},
    {"oR", 2, "|="},        {"oo", 2, "||"},  {"or", 2, "|"},       {"pL", 2, "+="}, {"pl", 2, "+"},
    {"pm", 2, "->*"},       {"pp", 1, "++"},  {"ps", 1, "+"},       {"pt", 0, "->"}, {"qu", 0, "?"},
    {"rM", 2, "%="},        {"rS", 2, ">>="}, {"rm", 2, "%"},       {"rs", 2, ">>"}, {"ss", 2, "<=>"},
};

const struct hw_itanium_operator *hw_itanium_operator(const char *code)
{
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++)
        if (memcmp(operators[i].code, code, 2) == 0)
            return &operators[i];
    return NULL;
}
