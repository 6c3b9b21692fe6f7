/* SPDX-License-Identifier: MIT */
/* See completion.h: the scripts, which hand the line over and take the answer. */
#include "cli/completion.h"

const struct hw_option_word hw_completion_shells[] = {
    {"bash", NULL}, {"zsh", NULL}, {"fish", NULL}, {.name = NULL}};

/* In the order of their names. */
/* clang-format off */
static const char *const scripts[] = {
    "# bash completion of halfwarp, as `halfwarp help --completion bash` prints it\n"
    "_halfwarp()\n"
    "{\n"
    "    local line word=${COMP_WORDS[COMP_CWORD]}\n"
    "    [[ $word == = ]] && word=\n"
    "    COMPREPLY=()\n"
    "    while IFS= read -r line; do\n"
    "        case $line in\n"
    "        :files | :folders)\n"
    "            compopt -o filenames 2>/dev/null\n"
    "            local kind=-f\n"
    "            [[ $line == :folders ]] && kind=-d\n"
    "            while IFS= read -r line; do COMPREPLY+=(\"$line\"); done < <(compgen $kind -- \"$word\")\n"
    "            ;;\n"
    "        *) COMPREPLY+=(\"${line%%$'\\t'*}\") ;;\n"
    "        esac\n"
    "    done < <(\"$1\" help --complete \"${COMP_WORDS[@]:1:COMP_CWORD}\" 2>/dev/null)\n"
    "}\n"
    "complete -F _halfwarp halfwarp\n",

    "#compdef halfwarp\n"
    "# zsh completion of halfwarp, as `halfwarp help --completion zsh` prints it\n"
    "_halfwarp()\n"
    "{\n"
    "    local line nothing=1\n"
    "    local -a found\n"
    "    for line in \"${(@f)$(\"${words[1]}\" help --complete \"${(@)words[2,CURRENT]}\" 2>/dev/null)}\"; do\n"
    "        case $line in\n"
    "        :files) _files && nothing=0 ;;\n"
    "        :folders) _files -/ && nothing=0 ;;\n"
    "        *$'\\t'*) found+=(\"${${line%%$'\\t'*}//:/\\\\:}:${line#*$'\\t'}\") ;;\n"
    "        ?*) found+=(\"${line//:/\\\\:}\") ;;\n"
    "        esac\n"
    "    done\n"
    "    (( $#found )) && _describe halfwarp found && nothing=0\n"
    "    return nothing\n"
    "}\n"
    "if [[ $funcstack[1] == _halfwarp ]]; then\n"
    "    _halfwarp \"$@\"\n"
    "else\n"
    "    compdef _halfwarp halfwarp\n"
    "fi\n",

    "# fish completion of halfwarp, as `halfwarp help --completion fish` prints it\n"
    "function __halfwarp_complete\n"
    "    set -l words (commandline -opc) (commandline -ct)\n"
    "    for line in (command $words[1] help --complete $words[2..-1] 2>/dev/null)\n"
    "        switch $line\n"
    "            case :files\n"
    "                __fish_complete_path (commandline -ct)\n"
    "            case :folders\n"
    "                __fish_complete_directories (commandline -ct)\n"
    "            case '*'\n"
    "                echo $line\n"
    "        end\n"
    "    end\n"
    "end\n"
    "complete -c halfwarp -f -a '(__halfwarp_complete)'\n",
};
/* clang-format on */

void hw_completion_script(const char *shell, FILE *to)
{
    fputs(scripts[hw_option_word_number(hw_completion_shells, shell)], to);
}
