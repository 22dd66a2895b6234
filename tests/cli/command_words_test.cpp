// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command_words.h"

#include <catch2/catch.hpp>

using namespace trawl::cli;

namespace {

using Words = std::vector<std::string>;

const KnownNames kKnown{{"search", "show", "stats", "save", "crawl"},
                        {"--server", "--format", "-f", "--color", "--data", "--config", "--limit", "-n", "--tag"},
                        {"--no-pager", "--explain", "--help", "-h"}};

Words moved(Words words) {
  put_command_first(words, kKnown);
  return words;
}

/// The words as the option parser gets them, with each hidden minus shown as "~".
Words arranged(Words words) {
  arrange_words(words, kKnown);
  for (std::string& word : words) {
    if (!word.empty() && word.front() == '\x01') word.front() = '~';
  }
  return words;
}

} // namespace

TEST_CASE("command words: the command moves before the options that all commands have", "[cli]") {
  CHECK(moved({"--server", "URL", "stats"}) == Words{"stats", "--server", "URL"});
  CHECK(moved({"--server=URL", "stats", "x"}) == Words{"stats", "--server=URL", "x"});
  CHECK(moved({"-f", "json", "--no-pager", "--color", "never", "--data", "/d", "--config", "c", "show", "id"}) ==
        Words{"show", "-f", "json", "--no-pager", "--color", "never", "--data", "/d", "--config", "c", "id"});
  CHECK(moved({"stats", "--server", "URL"}) == Words{"stats", "--server", "URL"});
}

TEST_CASE("command words: the value of an option is not a command", "[cli]") {
  CHECK(moved({"--data", "stats"}) == Words{"--data", "stats"});
  CHECK(moved({"--data", "stats", "show", "id"}) == Words{"show", "--data", "stats", "id"});
  CHECK(moved({"--data"}) == Words{"--data"});
  CHECK(moved({}).empty());
}

TEST_CASE("command words: the first word is the command, whatever options stand before it", "[cli]") {
  CHECK(moved({"--limit", "3", "search", "x"}) == Words{"search", "--limit", "3", "x"});
  CHECK(moved({"-n3", "--tag=gpu", "--explain", "search", "x"}) ==
        Words{"search", "-n3", "--tag=gpu", "--explain", "x"});
  CHECK(moved({"--tag", "gpu", "save", "kern", "attention"}) == Words{"save", "--tag", "gpu", "kern", "attention"});
  CHECK(moved({"--help", "stats"}) == Words{"stats", "--help"});
}

TEST_CASE("command words: behind a query word, an unknown option or -- nothing is a command", "[cli]") {
  CHECK(moved({"flash", "stats"}) == Words{"flash", "stats"});
  CHECK(moved({"--tag", "gpu", "flash", "stats"}) == Words{"--tag", "gpu", "flash", "stats"});
  CHECK(moved({"-benchmark", "stats"}) == Words{"-benchmark", "stats"});
  CHECK(moved({"--nosuch", "stats"}) == Words{"--nosuch", "stats"});
  CHECK(moved({"--", "stats"}) == Words{"--", "stats"});
}

TEST_CASE("command words: the first word stands behind options and their values", "[cli]") {
  CHECK(first_word({"list", "--data", "/d"}, kKnown) == 0);
  CHECK(first_word({"--data", "/d", "list"}, kKnown) == 2);
  CHECK(first_word({"--data=/d", "--explain", "-n5", "list"}, kKnown) == 3);
  CHECK(first_word({"--data", "/d"}, kKnown) == 2);
  CHECK(first_word({"--data"}, kKnown) == 1);
  CHECK(first_word({"--nosuch", "x"}, kKnown) == 2);
  CHECK(first_word({"--", "x"}, kKnown) == 2);
  CHECK(first_word({}, kKnown) == 0);
}

TEST_CASE("command words: without a command it is a search", "[cli]") {
  CHECK(arranged({"flash", "attention"}) == Words{"search", "flash", "attention"});
  CHECK(arranged({"flash", "stats"}) == Words{"search", "flash", "stats"});
  CHECK(arranged({"--data", "/d", "flash"}) == Words{"search", "--data", "/d", "flash"});
  CHECK(arranged({"show", "id"}) == Words{"show", "id"});
  for (const char* own : {"--help", "-h", "--version", "-V"}) CHECK(arranged({own}) == Words{own});
}

TEST_CASE("command words: help X is X --help", "[cli]") {
  CHECK(arranged({"help"}) == Words{"--help"});
  CHECK(arranged({"help", "show"}) == Words{"show", "--help"});
  CHECK(arranged({"help", "shwo"}) == Words{"shwo"}); // no search: the parser says which commands there are
}

TEST_CASE("command words: a minus before a word is hidden from the parser, short options are not", "[cli]") {
  struct Row {
    const char* word;
    const char* arranged;
  };
  for (const Row& row : {
           Row{"-benchmark", "~benchmark"},
           {"-source:openai", "~source:openai"},
           {"-\"a phrase\"", "~\"a phrase\""},
           {"-nvidia", "~nvidia"},
           {"-n5", "-n5"},
           {"-n100", "-n100"},
           {"-n5x", "~n5x"},
           {"-n", "-n"},
           {"-f", "-f"},
           {"-", "-"},
           {"--limit", "--limit"},
           {"a-b", "a-b"},
           {"", ""},
       }) {
    INFO(row.word);
    CHECK(arranged({"search", "x", row.word}) == Words{"search", "x", row.arranged});
    Words words{"search", "x", row.word};
    arrange_words(words, kKnown);
    restore_minus(words);
    CHECK(words == Words{"search", "x", row.word});
  }
}

TEST_CASE("command words: after -- every word is a word, wherever it stands", "[cli]") {
  CHECK(arranged({"search", "--", "-benchmark"}) == Words{"search", "~benchmark"});
  CHECK(arranged({"flash", "--", "--attention", "-n"}) == Words{"search", "flash", "~-attention", "~n"});
  CHECK(arranged({"--", "stats"}) == Words{"search", "stats"});
}
