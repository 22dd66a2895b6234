// SPDX-License-Identifier: GPL-3.0-or-later
/// English stems (Porter2, by Xapian), with a cache: running text repeats its words.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace trawl::text {

/// Cheap to make for a query, worth keeping over an article. Not for two threads at once. Words of other languages and
/// names with digits come back as they are, or nearly so.
class Stemmer {
 public:
  Stemmer();
  ~Stemmer();
  Stemmer(Stemmer&&) noexcept;
  Stemmer& operator=(Stemmer&&) noexcept;

  /// The stem of a folded word. The reference lives until the next call.
  const std::string& stem(std::string_view folded);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace trawl::text
