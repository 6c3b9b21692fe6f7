/* `run [--chip NAME] [--] PROGRAM [ARGS...]`: an unmodified CUDA program, with our libraries in front of it.
 *
 * The program is executed in place of this one, with the folder of our libcudart first in LD_LIBRARY_PATH and
 * the chip in HALFWARP_CHIP; so its output, its exit status and its signals are its own. */
#include "cli/run.h"

#include <halfwarp/chip.h>

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RUNTIME "libcudart.so.4"

/* The command line of this form. */
struct command {
    const char *chip;
    bool marked;    /* `--` stands before the program, which is one whatever it looks like */
    char **program; /* and its arguments; NULL: none */
};

/* What a file needs of CUDA. */
struct needs {
    bool is_program;              /* of this host */
    char runtime[64], driver[64]; /* the shared libraries that it names */
    bool has_code;                /* for a device, inside */
};

/* Options before the program; false where there are others than this form has. */
static bool split(int argc, char **argv, struct command *command)
{
    int i = 1;

    *command = (struct command){.chip = NULL};
    for (; i < argc && argv[i][0] == '-'; i++) {
        if (strcmp(argv[i], "--") == 0) {
            command->marked = true;
            i++;
            break;
        }
        if (strncmp(argv[i], "--chip=", 7) == 0)
            command->chip = argv[i] + 7;
        else if (strcmp(argv[i], "--chip") == 0 && i + 1 < argc)
            command->chip = argv[++i];
        else
            return false;
    }
    command->program = i < argc ? argv + i : NULL;
    return command->program != NULL;
}

/* Options behind the file that make a line one about a kernel of it. */
static bool names_kernel(char **arguments)
{
    static const char *const options[] = {"-k", "--grid", "--block"};

    for (; *arguments; arguments++)
        for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
            const size_t length = strlen(options[i]);
            if (strncmp(*arguments, options[i], length) == 0 &&
                ((*arguments)[length] == '\0' || (*arguments)[length] == '='))
                return true;
        }
    return false;
}

/* --- the program's ELF file --- */

static void take_name(const char *library, const char *stem, char *name, size_t bytes)
{
    if (library && strncmp(library, stem, strlen(stem)) == 0)
        snprintf(name, bytes, "%s", library);
}

static void read_dynamic(Elf *elf, Elf_Scn *section, const GElf_Shdr *header, struct needs *needs)
{
    Elf_Data *data = elf_getdata(section, NULL);
    GElf_Dyn entry;

    for (int i = 0; data && gelf_getdyn(data, i, &entry) && entry.d_tag != DT_NULL; i++) {
        if (entry.d_tag != DT_NEEDED)
            continue;
        const char *library = elf_strptr(elf, header->sh_link, entry.d_un.d_val);
        take_name(library, "libcudart.so", needs->runtime, sizeof needs->runtime);
        take_name(library, "libcuda.so", needs->driver, sizeof needs->driver);
    }
}

static void read_sections(Elf *elf, struct needs *needs)
{
    size_t names;
    Elf_Scn *section = NULL;
    GElf_Shdr header;

    if (elf_getshdrstrndx(elf, &names) != 0)
        return;
    while ((section = elf_nextscn(elf, section)) != NULL) {
        if (!gelf_getshdr(section, &header))
            continue;
        const char *name = elf_strptr(elf, names, header.sh_name);
        if (header.sh_type == SHT_DYNAMIC)
            read_dynamic(elf, section, &header, needs);
        needs->has_code |= name && (strcmp(name, ".nv_fatbin") == 0 || strcmp(name, ".nvFatBinSegment") == 0);
    }
}

static void read_needs(const char *path, struct needs *needs)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    GElf_Ehdr header;

    memset(needs, 0, sizeof *needs);
    elf_version(EV_CURRENT);
    Elf *elf = file >= 0 ? elf_begin(file, ELF_C_READ, NULL) : NULL;
    if (elf && elf_kind(elf) == ELF_K_ELF && gelf_getehdr(elf, &header)) {
        needs->is_program = header.e_machine == EM_X86_64 &&
                            (header.e_type == ET_EXEC || header.e_type == ET_DYN) && access(path, X_OK) == 0;
        read_sections(elf, needs);
    }
    elf_end(elf);
    if (file >= 0)
        close(file);
}

/* --- our libraries --- */

/* The folder of our libraries: beside this tool in a build, or where they were installed. */
static bool find_libraries(char folder[PATH_MAX])
{
    static const char *const places[] = {"cuda", "../" HW_LIBDIR "/halfwarp"};
    char self[PATH_MAX], path[PATH_MAX + 32];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);

    if (length <= 0)
        return false;
    self[length] = '\0';
    *strrchr(self, '/') = '\0';
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if (snprintf(folder, PATH_MAX, "%s/%s", self, places[i]) >= PATH_MAX)
            return false;
        snprintf(path, sizeof path, "%s/" RUNTIME, folder);
        if (access(path, R_OK) == 0)
            return true;
    }
    return false;
}

static int execute(const struct command *command)
{
    char folder[PATH_MAX], path[2 * PATH_MAX];
    const char *before = getenv("LD_LIBRARY_PATH");

    if (!find_libraries(folder))
        return hw_complain("%s stands neither beside this tool nor where it is installed", RUNTIME);
    snprintf(path, sizeof path, "%s%s%s", folder, before && *before ? ":" : "", before ? before : "");
    if (setenv("LD_LIBRARY_PATH", path, 1) != 0 ||
        (command->chip && setenv("HALFWARP_CHIP", command->chip, 1) != 0))
        return hw_complain("no memory");
    execv(command->program[0], command->program); /* the file that was looked at, not one of PATH */
    return hw_complain("%s cannot be run: %s", command->program[0], strerror(errno));
}

/* Why a program cannot run with our libraries, as a status that is not 0; 0 when it can. */
static int refuse(const struct command *command, const struct needs *needs)
{
    const char *program = command->program[0];

    if (needs->runtime[0] && strcmp(needs->runtime, RUNTIME) != 0)
        return hw_complain("%s needs %s; only %s is there (docs/cuda.md)", program, needs->runtime, RUNTIME);
    if (needs->driver[0])
        return hw_complain("%s needs %s, the driver API, which is not there yet (docs/cuda.md)", program,
                           needs->driver);
    if (!needs->runtime[0] && needs->has_code)
        return hw_complain(
            "%s has NVIDIA's runtime inside; build it with `nvcc -cudart shared` of a toolkit whose "
            "runtime is %s",
            program, RUNTIME);
    if (!needs->runtime[0])
        return hw_complain("%s is no program that needs %s", program, RUNTIME);
    return HW_EXIT_DONE;
}

bool hw_run_program(int argc, char **argv, int *status)
{
    struct command command;
    struct needs needs;
    const struct hw_chip_info *chip;
    struct hw_error error;

    if (!split(argc, argv, &command))
        return false;
    read_needs(command.program[0], &needs);
    if (!command.marked && (!needs.is_program || names_kernel(command.program + 1) ||
                            !(needs.runtime[0] || needs.driver[0] || needs.has_code)))
        return false;
    if (command.chip && hw_chip_find(command.chip, &chip, &error) != HW_OK) {
        *status = hw_usage_error("run", "%s", error.text);
        return true;
    }
    *status = refuse(&command, &needs);
    if (*status == HW_EXIT_DONE)
        *status = execute(&command);
    return true;
}
