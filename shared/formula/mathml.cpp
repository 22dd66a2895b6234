// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/formula/mathml.h"

#include "shared/base/sibling_program.h"
#include "shared/base/utf8.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace trawl::formula {
namespace {

constexpr std::size_t kMaxTex = 10'000;
constexpr std::size_t kMostArticles = 4'096; // whose time is known
constexpr std::chrono::nanoseconds kOfOneView = std::chrono::seconds{1}, kOfOneArticle = std::chrono::seconds{4};

constexpr auto kElements = std::to_array<std::string_view>(
    {"math",    "menclose", "mfrac",  "mglyph", "mi",     "mn",    "mo",     "mover",
     "mpadded", "mphantom", "mroot",  "mrow",   "mspace", "msqrt", "mstyle", "msub",
     "msubsup", "msup",     "mtable", "mtd",    "mtext",  "mtr",   "munder", "munderover"});
constexpr auto kAttributes = std::to_array<std::string_view>(
    {"accent",         "accentunder", "columnalign", "columnlines", "columnspacing", "depth",         "display",
     "displaystyle",   "fence",       "form",        "height",      "linebreak",     "linethickness", "lspace",
     "mathbackground", "mathcolor",   "mathsize",    "mathvariant", "maxsize",       "minsize",       "movablelimits",
     "notation",       "rowlines",    "rowspacing",  "rspace",      "scriptlevel",   "separator",     "side",
     "stretchy",       "voffset",     "width",       "xmlns"});

bool is_one_of(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

} // namespace

MathmlWriter::MathmlWriter() : process_({path_of_part("trawl-script")}) {}

FormulaTime MathmlWriter::time_for(const std::string& article) {
  FormulaTime time(kOfOneView);
  time.article_ = article;
  const std::lock_guard lock(mutex_);
  const auto taken = taken_.find(article);
  if (taken != taken_.end()) time.left_ = std::min(time.left_, kOfOneArticle - taken->second);
  return time;
}

void MathmlWriter::count(const FormulaTime& time, std::chrono::nanoseconds took) {
  if (time.article_.empty()) return;
  const std::lock_guard lock(mutex_);
  if (taken_.size() >= kMostArticles) taken_.clear();
  taken_[time.article_] += took;
}

std::string MathmlWriter::write(std::string_view tex, bool is_displayed, FormulaTime& time) {
  if (tex.size() > kMaxTex || !utf8::is_valid(tex)) return {};
  const std::string_view option = is_displayed ? "displayed" : "";
  if (time.left_ <= std::chrono::nanoseconds(0)) {
    const auto known = process_.known(tex, option);
    time.ran_out_ = time.ran_out_ || !known;
    return known && is_plain_mathml(known->text) ? known->text : std::string();
  }
  FunctionAnswer answer = process_.call(tex, option);
  if (answer.took > std::chrono::nanoseconds(0)) {  // else it was known
    if (answer.is_cut) answer.took = kOfOneArticle; // it was written to take long: no more of this article's
    time.left_ -= answer.took;
    count(time, answer.took);
  }
  return is_plain_mathml(answer.text) ? std::move(answer.text) : std::string();
}

bool is_plain_mathml(std::string_view html) {
  if (!html.starts_with("<math ") || !utf8::is_valid(html)) return false;
  std::vector<std::string_view> open;
  while (!html.empty()) {
    if (html.front() != '<') { // text: whatever is no tag
      html.remove_prefix(std::min(html.find('<'), html.size()));
      continue;
    }
    const bool is_end = html.starts_with("</");
    html.remove_prefix(is_end ? 2 : 1);
    const std::size_t length = std::min(html.find_first_not_of("abcdefghijklmnopqrstuvwxyz"), html.size());
    const std::string_view name = html.substr(0, length);
    html.remove_prefix(length);
    if (!is_one_of(kElements, name)) return false;
    while (html.starts_with(' ')) {
      const std::size_t equals = html.find("=\"");
      const std::size_t quote = equals == std::string_view::npos ? equals : html.find('"', equals + 2);
      if (is_end || quote == std::string_view::npos || !is_one_of(kAttributes, html.substr(1, equals - 1)))
        return false;
      html.remove_prefix(quote + 1);
    }
    if (!html.starts_with('>')) return false;
    html.remove_prefix(1);
    if (!is_end) {
      open.push_back(name);
    } else if (open.empty() || open.back() != name) {
      return false;
    } else {
      open.pop_back();
      if (open.empty()) return html.empty();
    }
  }
  return false;
}

} // namespace trawl::formula
