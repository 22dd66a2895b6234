#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Breaks each house rule in a small made-up tree and expects house_test.py to say so."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECK = Path(__file__).resolve().parent / "house_test.py"
SPDX = "// SPDX-License-Identifier: GPL-3.0-or-later\n"
HEADER = SPDX + "#pragma once\n"


class RuleTest(unittest.TestCase):
    def judge(self, files, allowances=""):
        """The exit code and output of house_test.py for a tree of {path: text}."""
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder) / "tree"
            root.mkdir()
            for name, text in files.items():
                path = root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            allowed = Path(folder) / "allowances.txt"
            allowed.write_text(allowances, encoding="utf-8")
            run = subprocess.run([sys.executable, CHECK, root, allowed], capture_output=True, text=True, check=False)
            return run.returncode, run.stdout + run.stderr

    def passes(self, files, allowances=""):
        code, out = self.judge(files, allowances)
        self.assertEqual(code, 0, out)

    def fails(self, sentence, files, allowances=""):
        code, out = self.judge(files, allowances)
        self.assertEqual(code, 1, out)
        self.assertIn(sentence, out)


class Includes(RuleTest):
    def test_a_clean_tree_passes(self):
        self.passes({"shared/base/a.h": HEADER + "struct A { int a; };\n"})

    def test_an_include_against_the_layers(self):
        self.fails("shared/base may not include shared/text", {"shared/base/a.h": HEADER + '#include "shared/text/b.h"\n'})

    def test_an_include_between_programs(self):
        self.fails("cli may not include indexer/feed", {"cli/a.cpp": SPDX + '#include "indexer/feed/feed.h"\n'})

    def test_an_include_against_the_layers_of_sub_folders(self):
        upwards = {"shared/search/match/a.h": HEADER + '#include "shared/search/rank/b.h"\n', "shared/search/rank/b.h": HEADER}
        self.fails("shared/search/match may not include shared/search/rank", upwards)
        self.passes(upwards, "shared/search/match/a.h: folder shared/search/rank: to be turned round\n")

    def test_a_folder_includes_its_sub_folder_or_is_included_by_it(self):
        below = {"shared/search/match/b.h": HEADER + '#include "shared/search/c.h"\n', "shared/search/c.h": HEADER}
        both = {**below, "shared/search/a.h": HEADER + '#include "shared/search/match/b.h"\n'}
        self.passes(below)
        self.fails("shared/search and shared/search/match include each other", both)
        self.passes(both, "shared/search: below shared/search/match: to be parted\n")

    def test_a_folder_that_is_in_no_layer(self):
        self.fails("shared/new is not in layers.txt", {"shared/new/a.h": HEADER + '#include "shared/base/b.h"\n', "shared/base/b.h": HEADER})

    def test_a_library_outside_its_folder(self):
        self.fails("<xapian.h> may be included only", {"shared/article/a.h": HEADER + "#include <xapian.h>\n"})

    def test_a_cycle(self):
        self.fails("include cycle", {"shared/base/a.h": HEADER + '#include "shared/base/b.h"\n',
                                     "shared/base/b.h": HEADER + '#include "shared/base/a.h"\n'})

    def test_a_header_that_is_not_included_first(self):
        self.fails("must include shared/base/a.h before anything else",
                   {"shared/base/a.h": HEADER, "shared/base/a.cpp": SPDX + '#include <vector>\n#include "shared/base/a.h"\n'})

    def test_a_header_without_pragma_once(self):
        self.fails("has no #pragma once", {"shared/base/a.h": SPDX})

    def test_a_file_without_licence(self):
        self.fails("SPDX", {"shared/base/a.cpp": "int a;\n"})


class Sizes(RuleTest):
    def test_a_long_function(self):
        self.fails("long_one has 83 lines", {"shared/base/a.cpp": SPDX + "int long_one() {\n" + "  a();\n" * 81 + "}\n"})

    def test_a_long_function_in_a_class(self):
        body = "  int long_one() const {\n" + "    a();\n" * 81 + "  }\n"
        self.fails("A::long_one has 83 lines", {"shared/base/a.h": HEADER + "class A {\n public:\n" + body + "};\n"})

    def test_the_length_of_a_file_is_no_rule(self):
        self.passes({"shared/base/a.cpp": SPDX + "int a;\n" * 1000})


class Mentions(RuleTest):
    def test_a_file_that_a_comment_names(self):
        self.fails("shared/base/b.h does not exist", {"shared/base/a.h": HEADER + "// see shared/base/b.h\n"})
        self.fails("b.cpp does not exist", {"shared/base/a.h": HEADER + "/// b.cpp does it\n"})
        self.passes({"shared/base/a.h": HEADER + "// see shared/base/a.h, a.h, shared/base and shared/base/*.h\n"})

    def test_names_in_code_are_not_mentions(self):
        self.passes({"shared/base/a.h": HEADER + 'const char* const kName = "b.cpp";\n'})

    def test_addresses_are_not_files(self):
        self.passes({"shared/base/a.h": HEADER + "// https://example.org/shared/base/b.h\n"})

    def test_a_folder_that_a_page_names(self):
        self.fails("shared/old does not exist", {"README.md": "`shared/old`\n", "shared/base/a.h": HEADER})

    def test_a_command_of_the_development_script(self):
        script = "case $command in\n  run) run ;;\nesac\n"
        self.fails("there is no command './dev walk'", {"dev": script, "README.md": "`./dev walk`\n"})
        self.passes({"dev": script, "README.md": "`./dev run`\n"})

    def test_a_command_of_a_program(self):
        options = SPDX + 'void add() { add("index"); add("check"); add("--data"); }\nvoid f() { add(); f(); }\n'
        self.fails("there is no command 'trawl migrate'", {"cli/options.cpp": options, "README.md": "`trawl migrate`\n"})
        self.fails("there is no command 'trawl index grow'", {"cli/options.cpp": options, "README.md": "`trawl index grow`\n"})
        self.fails("there is no option --date", {"cli/options.cpp": options, "README.md": "`trawl index --date x`\n"})
        self.passes({"cli/options.cpp": options, "README.md": "`trawl index check --data x`\n"})

    def test_a_link(self):
        self.fails("leads nowhere", {"docs/a.md": "[b](b.md)\n", "docs/c.md": ""})
        self.fails("names a heading that does not exist", {"docs/a.md": "[b](c.md#two)\n", "docs/c.md": "# One\n"})
        self.passes({"docs/a.md": "[b](c.md#one-more-two)\n", "docs/c.md": "# One more, two\n"})


class DeadCode(RuleTest):
    IDLE = HEADER + "// idle is not used\ninline int idle() { return 1; }\n"

    def test_a_function_of_a_header_that_nobody_calls(self):
        self.fails("no program uses idle", {"shared/base/a.h": self.IDLE})
        self.passes({"shared/base/a.h": self.IDLE + "const int kIdle = idle();\n"})

    def test_a_function_that_only_tests_call(self):
        self.fails("no program uses idle", {"shared/base/a.h": self.IDLE, "tests/a_test.cpp": SPDX + "int x = idle();\n"})

    def test_a_member_that_nobody_calls(self):
        self.fails("no program uses idle", {"shared/base/a.h": HEADER + "struct A {\n  int idle() const { return 1; }\n};\n"})

    def test_an_override_is_called_through_its_base(self):
        self.passes({"shared/base/a.h": HEADER + "struct A : B {\n  int read() const override { return 1; }\n};\n"})


class Objects(unittest.TestCase):
    CODE = """namespace trawl {
      int idle() { return 1; }
      int idle(int) { return 2; }
      int idle(long x) { return x == 0 ? 0 : idle(x - 1); }
      struct A { A(); int late(); };
      A::A() {}
      int A::late() { return 3; }
    }
    int main() { trawl::A a; return trawl::idle(1); }"""

    def test_a_compiled_function_that_nobody_calls_is_found_among_its_overloads(self):
        with tempfile.TemporaryDirectory() as folder:
            target = Path(folder) / "CMakeFiles/trawl.dir"
            target.mkdir(parents=True)
            subprocess.run(["g++", "-fPIC", "-c", "-x", "c++", "-", "-o", target / "a.o"], input=self.CODE, text=True, check=True)
            run = subprocess.run([sys.executable, CHECK.with_name("unused_functions_test.py"), folder], capture_output=True,
                                 text=True, check=False)
        self.assertEqual(run.returncode, 1, run.stderr)
        self.assertEqual({line.partition(";")[0] for line in run.stdout.splitlines()[:-1]},
                         {f"no program uses trawl::{name}" for name in ("idle()", "idle(long)", "A::late()")})


class Reachable(RuleTest):
    def test_a_standard_header_that_is_not_included(self):
        self.fails("uses <vector> but does not include it", {"shared/base/a.h": HEADER + "extern std::vector<int> a;\n"})
        self.passes({"shared/base/a.h": HEADER + "#include <vector>\nextern std::vector<int> a;\n",
                     "shared/base/b.h": HEADER + '#include "shared/base/a.h"\nextern std::vector<int> b;\n'})

    def test_a_type_of_ours_that_is_not_included(self):
        definition = {"shared/base/a.h": HEADER + "namespace trawl::base {\nstruct Apple { int a; };\n}\n"}
        use = "namespace trawl::base {\nextern Apple b;\n}\n"
        self.fails("uses Apple but does not include shared/base/a.h", definition | {"shared/base/b.h": HEADER + use})
        self.passes(definition | {"shared/base/b.h": HEADER + '#include "shared/base/a.h"\n' + use})
        self.passes(definition | {"shared/base/b.h": HEADER + use.replace("extern", "struct Apple;\nextern")})


class Allowances(RuleTest):
    LONG = {"shared/base/a.cpp": SPDX + "int long_one() {\n" + "  a();\n" * 81 + "}\n"}

    def test_an_allowance(self):
        self.passes(self.LONG, "# comment\nshared/base/a.cpp: function long_one: a table\n")

    def test_an_allowance_that_is_no_longer_needed(self):
        self.fails("no longer needs 'function long_one'", {"shared/base/a.cpp": SPDX}, "shared/base/a.cpp: function long_one: a table\n")


class Output(RuleTest):
    FILTERED = SPDX + "#include <iostream>\nvoid f(const char* title) {\n  const SafeOutput safe;\n  std::cout << title;\n}\n"

    def test_streams_behind_the_filter_pass(self):
        self.passes({"cli/a.cpp": self.FILTERED})

    def test_a_stream_without_the_filter(self):
        self.fails("cli: writes to std::cout or std::cerr without a SafeOutput",
                   {"cli/a.cpp": self.FILTERED.replace("  const SafeOutput safe;\n", "")})

    def test_every_way_past_the_filter(self):
        for call in ("std::fputs(title, stdout)", "::write(1, title, 5)", "write_all(STDERR_FILENO, title)", "std::printf(title)",
                     "std::fwrite(title, 1, 5, stderr)", "perror(title)"):
            self.fails("cli/a.cpp:5: writes past the filter", {"cli/a.cpp": self.FILTERED.replace("std::cout << title", call)})


class Catch(RuleTest):
    def test_a_name_that_only_one_version_of_catch2_has(self):
        for use in ('CHECK_THAT(a, Catch::Contains("b"));', "SKIP();", "Catch::Matchers::StartsWith(b);"):
            self.fails("differs between Catch2 2 and 3", {"tests/a_test.cpp": SPDX + f"void f() {{ {use} }}\n"})
        self.passes({"tests/a_test.cpp": SPDX + "void f() { CHECK(a.contains(b)); CHECK(c == Approx(1.0)); }\n"})

    def test_a_name_that_cmake_or_catch2_would_misread(self):
        for name in ("a: b; c", "a: [b]", 'a: \\"b\\"', "a: b\\\\c", "a: " + '"\n          "b; c'):
            self.fails("in this test's name: use words", {"tests/a_test.cpp": SPDX + f'TEST_CASE("{name}", "[a]") {{}}\n'})
        self.passes({"tests/a_test.cpp": SPDX + 'TEST_CASE("a: b, c and (d) > e", "[a]") {}\n'})


class Messages(RuleTest):
    def test_a_message_of_another_form(self):
        for message, sentence in (
                ('fail(ErrorCode::Usage, "The file is empty", path)', "begins with a capital"),
                ('fail(ErrorCode::Usage, "the file is empty.", path)', "ends with a full stop"),
                ('fail(ErrorCode::Usage, "the file is empty", path, "run \'trawl crawl\' first")', "without backticks"),
                ('fail(ErrorCode::Usage, name + " can\'t be read")', "says \"can't\""),
                ('http_problem(404, "There is no such article")', "without a full stop"),
                ('warnings.push_back({"cut", "time ran out.", {}})', "begins in lower case")):
            self.fails(sentence, {"shared/a.cpp": SPDX + f"void f() {{ {message}; }}\n"})
        self.passes({"shared/a.cpp": SPDX + 'void f() { fail(ErrorCode::Usage, "JSON is too deep", "", "run `trawl x`"); }\n'})


class States(RuleTest):
    PAGES = {"indexer/crawl/a.cpp": SPDX + "void f(Row& row) { row.due_at = now; }\n"}

    def test_a_page_that_is_planned_elsewhere(self):
        self.fails("'due_at =' belongs into indexer/crawl/pages/page_state.cpp", self.PAGES)
        self.fails("'state = UrlState::' belongs", {"indexer/crawl/a.cpp": SPDX + "void f(Row& row) { row.state = UrlState::New; }\n"})
        self.fails("'UPDATE rechecks SET due_at' belongs", {"indexer/store/a.cpp": SPDX + 'const auto* q = "UPDATE rechecks SET due_at = 1";\n'})

    def test_a_plan_that_is_only_read_and_the_two_files_that_decide(self):
        self.passes({"indexer/crawl/a.cpp": SPDX + "bool f(const Row& row) { return row.due_at == now; }\n",
                     "indexer/crawl/pages/page_state.cpp": SPDX + "void f(Row& row) { row.due_at = now; }\n"})


if __name__ == "__main__":
    unittest.main()
