# SPDX-License-Identifier: MIT
"""A cubin as nvdisasm and as halfwarp show it, both in one form.

Each has labels of its own, nvdisasm `.L_x_3` and halfwarp `L_0140`; here all are halfwarp's, which say the address."""
import re
import subprocess

from function_code import FunctionCode, Live

LABEL = re.compile(r'^("(?:[^"\\]|\\.)*"|[^\s/]\S*):$')
EDGE = re.compile(r'^"((?:[^"\\]|\\.)*)":\S* -> "((?:[^"\\]|\\.)*)":')
NODE = re.compile(r'^"((?:[^"\\]|\\.)*)"(?: \[(.*)\];)?$')
CLUSTER = re.compile(r'^subgraph "cluster_(.*?)" {$')
OFFSET = re.compile(r"(?:<(?:entry|exit\d+)>|\\l)([0-9a-f]{4,}):\\ ")    # in a node, in front of an instruction


def lines_of(tool, *arguments):
    done = subprocess.run([tool, *map(str, arguments)], capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        raise ValueError(f"{(done.stderr.strip() or 'it failed').splitlines()[0]}")
    return done.stdout.splitlines()


def unquoted(name):
    return name[1:-1].replace('\\"', '"') if name.startswith('"') else name


class LiveColumns:
    """The columns of live registers behind a listing, of one character each.  Their heading says which is which."""
    KINDS = re.compile(r"^(\s+[A-Z]+\s+\|)+$")

    def __init__(self):
        self.kinds, self.begin = [], []

    def read(self, columns):
        """What a line marks of each kind of register, or None: it is a heading."""
        groups = columns.split("|")[:-1]
        if self.KINDS.match(columns):
            self.kinds = [group.strip() for group in groups]
        elif all(re.match(r"^\s*#( +0\d*)?\s*$", group) for group in groups):
            self.begin = [group.find("0") for group in groups]
        else:
            return {kind: Live(group[begin:].rstrip() if begin > 0 else "")
                    for kind, begin, group in zip(self.kinds, self.begin, groups)}
        return None


class Disassembly:
    """Both views of a file.  What differs between the tools is in the subclasses."""
    line = section = None                   # patterns of an instruction, and of what begins a section

    def __init__(self):
        self.functions = []
        self.position = {}                  # of a label: a FunctionCode and an address

    def _read_listing(self, lines):
        columns, waiting = LiveColumns(), []
        for whole in lines:
            text, _, marks = whole.partition("// |")
            text, live = text.partition("// +")[0], columns.read(marks.rstrip()) if marks else None
            if match := self.section.match(text):
                self.functions.append(FunctionCode(unquoted(match[1]), text.startswith(".function")))
                waiting = []
            elif self.functions and (match := LABEL.match(text.rstrip())):
                waiting.append(unquoted(match[1]))
            elif match := self.line.match(text.rstrip()):
                code, address = self.functions[-1], int(match[1], 16)
                self.position.update((name, (code, address)) for name in waiting)
                code.names |= {(address, name) for name in waiting if not self.is_position(name)}
                code.text[address] = match[2]
                code.live[address] = live
                waiting = []

    def _read_graph(self, lines):
        code, last_name, first_of, edges = None, None, {}, []
        for line in lines:
            if match := CLUSTER.match(line):
                code = self.function_of_cluster(match[1])
            elif match := EDGE.match(line):
                edges.append(match.groups())
            elif match := NODE.match(line):
                last_name = match[1]
                self._add_node(code, last_name, match[2] or "", first_of)
            elif line.startswith("[label="):
                self._add_node(code, last_name, line, first_of)
        for one, other in edges:
            if one in first_of and other in first_of:
                code, first = first_of[one]
                code.successors.setdefault(first, set()).add(first_of[other][1])

    @staticmethod
    def _add_node(code, name, label, first_of):
        addresses = [int(address, 16) for address in OFFSET.findall(label)]
        if addresses and code:
            first_of[name] = code, addresses[0]
            code.blocks[addresses[0]] = addresses[-1]


class Nvdisasm(Disassembly):
    line = re.compile(r"^\s*/\*([0-9a-f]{4,})\*/\s+(.*?)\s*;$")
    section = re.compile(r'^\s*\.section\s+"?\.text\.(.*?)"?,"')
    position_name = re.compile(r"\.L_x_\d+")

    def __init__(self, tool, path):
        super().__init__()
        self._read_listing(lines_of(tool, "-c", "-plr", "-lrm", "narrow", path))
        self._read_graph(lines_of(tool, "-c", "-bbcfg", "-poff", path))
        for code in self.functions:
            code.text = {address: self._with_addresses(address, text) for address, text in code.text.items()}

    def is_position(self, name):
        return name.startswith((".L_x_", ".text."))

    def function_of_cluster(self, name):
        return self.position[name][0] if name in self.position else None

    def _with_addresses(self, address, text):
        text = re.sub(r'\s*\(\*".*?"\*\)', "", text)         # a remark: targets of a jump, a register that is spilled
        text = self.position_name.sub(lambda match: f"L_{self.position[match[0]][1]:04x}"
                                      if match[0] in self.position else match[0], text)
        # The distance that no relocation fills: from behind the jump to the beginning of the section.
        text = re.sub(r"`\(\(\(\.text\.\S+ - \.\) - 0x10\)\)", f"-{address + 0x10:#x}", text)
        return re.sub(r"`\((L_[0-9a-f]+)\)", r"\1", text)


class Halfwarp(Disassembly):
    line = re.compile(r"^\s*/\*([0-9a-f]{4,})\*/\s+/\*0x[0-9a-f]+\*/\s+(.*)$")
    section = re.compile(r'^\.(?:kernel|function) ("(?:[^"\\]|\\.)*"|\S+)')

    def __init__(self, tool, path):
        super().__init__()
        self._read_listing(lines_of(tool, "dis", "--hex", "--mangled", "--live=narrow", path))
        self._read_graph(lines_of(tool, "dis", "--hex", "--mangled", "--cfg", path))
        for code in self.functions:
            code.names.add((0, code.name))

    def is_position(self, name):
        return re.fullmatch(r"L_[0-9a-f]{4,}", name)

    def function_of_cluster(self, name):
        kernel = name.rpartition("_")[0]
        return next((code for code in self.functions if code.name == kernel), None)
