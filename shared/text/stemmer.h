// SPDX-License-Identifier: GPL-3.0-or-later
/// Stems words (with Xapian's Snowball stemmers; Porter2 for English) and caches the stems, because words recur in
/// running text.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace trawl::text {

/// Cheap to construct for a query; keep one for a whole article. Not for two threads at once. Words of other languages
/// and names with digits are changed little or not at all.
class Stemmer {
 public:
  /// `language`: "en" or one of stemmed_languages(). `cached`: about how many words; a text has a few hundred frequent
  /// ones.
  explicit Stemmer(std::string_view language = "en", std::size_t cached = 1'024);
  ~Stemmer();
  Stemmer(Stemmer&&) noexcept;
  Stemmer& operator=(Stemmer&&) noexcept;

  /// The stem of a folded word. The reference is valid until the next call.
  const std::string& stem(std::string_view folded);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace trawl::text
