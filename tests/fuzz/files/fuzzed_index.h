// SPDX-License-Identifier: GPL-3.0-or-later
/// An index in a folder of its own, whose files a fuzz target writes, and questions to it.
#pragma once

#include "shared/base/file.h"
#include "shared/index/generation.h"
#include "shared/search/search_engine.h"

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include <unistd.h>

namespace trawl::fuzz {

/// A new folder, removed at the end.
struct Folder {
  std::filesystem::path path;
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "trawl-fuzz-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    path = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
};

inline void write(const std::filesystem::path& path, std::string_view bytes) {
  if (!write_file_atomic(path, bytes)) std::abort();
}

inline void ask(search::SearchEngine& engine) {
  const Moment now{std::chrono::seconds{1'776'000'000}};
  for (const char* q : {"the", "\"of the\"", "mo* NEAR the", "author:\"ada b1\"", "", "tag:a -model"}) {
    search::SearchRequest request;
    request.q = q;
    request.facets = {"source", "tag", "author", "date"};
    request.with_text = true;
    request.snippets = 2;
    static_cast<void>(engine.search(request, now));
  }
  static_cast<void>(engine.suggest("mo", 5));
  static_cast<void>(engine.trending(std::chrono::hours{24}, 5, now));
  static_cast<void>(engine.stats());
}

/// The data directory of this process, with a live generation without files.
inline const DataDirectory& data_directory() {
  static const Folder folder;
  static const DataDirectory data{folder.path};
  static const bool is_made = [] {
    std::filesystem::create_directories(index::generation_path(data, 1));
    write(data.current(), "gen-000001\n");
    return true;
  }();
  static_cast<void>(is_made);
  return data;
}

} // namespace trawl::fuzz
