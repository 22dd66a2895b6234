// SPDX-License-Identifier: GPL-3.0-or-later
/// trawl-indexer in this process: a command line in, exit code and both outputs out.
#pragma once

#include "indexer/commands/commands.h"
#include "tests/support/captured_output.h"
#include "tests/support/temporary_directory.h"

#include <fstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace trawl::test {

struct Done {
  int exit_code = 0;
  std::string out, err;
};

inline Done run_indexer(const std::vector<std::string>& words) {
  std::vector<const char*> arguments{"trawl-indexer"};
  for (const std::string& word : words) arguments.push_back(word.c_str());
  Done done;
  done.err = captured_errors([&] {
    done.out =
        captured_output([&] { done.exit_code = commands::run(static_cast<int>(arguments.size()), arguments.data()); });
  });
  return done;
}

/// A data directory and a folder for files.
class IndexerWorld {
 public:
  Done run(std::vector<std::string> words) const {
    words.insert(words.end(), {"--data", data()});
    return run_indexer(words);
  }
  std::string data() const { return (folder_.data().root / "data").string(); }
  std::string path(const std::string& name) const { return (folder_.data().root / name).string(); }
  std::string file(const std::string& name, const std::string& content) const {
    std::ofstream(path(name), std::ios::binary) << content;
    return path(name);
  }

 private:
  TemporaryDirectory folder_;
};

/// A row of an import file; different names give different articles.
inline std::string import_row(const std::string& name) {
  std::string text;
  for (int i = 0; i < 60; ++i) text += name + std::to_string(i) + " ";
  return R"({"url":"https://rows.example/)" + name + R"(","title":"Title of )" + name + R"(","text":")" + text +
         "\"}\n";
}

} // namespace trawl::test
