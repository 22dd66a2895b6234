#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""plain_processor_test.py TEST_PROGRAM

Some functions are compiled twice, for any processor and for those with wider instructions (shared/base/vectorised.h), and
the program chooses when it starts. This processor has only one choice, so a copy of the test program is made that always
chooses the plain ones. Both must pass the tests that compare with a model, and give the same answers to the last bit.
"""
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

TESTS = "engine: what is skipped*,answers: an index that grew*"
QUERIES = "20"
SYMBOL_TABLE, LOADED = 2, 1
SKIPPED = 77  # ctest's SKIP_RETURN_CODE


def addresses_of(program):
    """Addresses by the names of symbols."""
    begin, = struct.unpack_from("<Q", program, 0x28)
    size, count = struct.unpack_from("<HH", program, 0x3A)
    sections = [struct.unpack_from("<IIQQQQIIQQ", program, begin + i * size) for i in range(count)]
    out = {}
    for _, kind, _, _, offset, length, link, *_ in sections:
        if kind != SYMBOL_TABLE:
            continue
        names = sections[link][4]
        for at in range(offset, offset + length, 24):
            name, _, _, _, address, _ = struct.unpack_from("<IBBHQQ", program, at)
            text = program[names + name:program.index(b"\0", names + name)].decode()
            out[text] = address
    return out


def offset_of(program, address):
    """Where the byte at an address is in the file."""
    begin, = struct.unpack_from("<Q", program, 0x20)
    size, count = struct.unpack_from("<HH", program, 0x36)
    for i in range(count):
        kind, _, offset, start, _, length, _, _ = struct.unpack_from("<IIQQQQQQ", program, begin + i * size)
        if kind == LOADED and start <= address < start + length:
            return offset + address - start
    raise ValueError(f"no part of the program is loaded at {address:#x}")


def choose_plain(program):
    """Lets the functions that choose return the plain variant; returns their names."""
    addresses = addresses_of(program)
    chosen = []
    for name, address in addresses.items():
        plain = re.sub(r"\.resolver$", ".default", name)
        if plain == name or plain not in addresses:
            continue
        # lea rax, [rip + distance]; ret
        code = b"\x48\x8d\x05" + struct.pack("<i", addresses[plain] - (address + 7)) + b"\xc3"
        at = offset_of(program, address)
        program[at:at + len(code)] = code
        chosen.append(plain)
    return chosen


def answers(program, folder, name):
    """What the program answered, once its tests have passed."""
    file = folder / name
    environment = dict(os.environ, TRAWL_TWIN_QUERIES=QUERIES, TRAWL_TWIN_ANSWERS=str(file))
    run = subprocess.run([program, TESTS], env=environment, capture_output=True, text=True, check=False)
    if run.returncode != 0 or not file.exists():
        sys.exit(f"{name} functions fail:\n{run.stdout}{run.stderr}")
    return file.read_text()


def main():
    program = bytearray(pathlib.Path(sys.argv[1]).read_bytes())
    is_x86_64 = program[:5] == b"\x7fELF\x02" and struct.unpack_from("<H", program, 0x12)[0] == 62
    chosen = choose_plain(program) if is_x86_64 else []
    if not chosen:
        print("skipped: this build compiles its functions once")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        copy = folder / "plain"
        copy.write_bytes(program)
        copy.chmod(0o755)
        if answers(sys.argv[1], folder, "chosen.txt") != answers(copy, folder, "plain.txt"):
            sys.exit("plain functions give other answers")
    print(f"{len(chosen)} functions: the same answers")


if __name__ == "__main__":
    main()
