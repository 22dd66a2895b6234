// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/css_selector.h"

#include <algorithm>
#include <utility>

#include "shared/base/ascii.h"

namespace trawl::html {
namespace {

using ascii::is_alpha;
using ascii::is_space;
using ascii::to_lower;

constexpr std::size_t kMaxBytes = 1'000;
constexpr std::size_t kMaxSteps = 32; // compound selectors of one complex selector; each is a bit of a word

bool has_word(std::string_view list, std::string_view word) {
  for (std::size_t at = 0; at < list.size();) {
    if (is_space(list[at])) {
      ++at;
      continue;
    }
    auto end = at;
    while (end < list.size() && !is_space(list[end])) ++end;
    if (list.substr(at, end - at) == word) return true;
    at = end;
  }
  return false;
}

} // namespace

/// Parses a selector list. Stops at the first mistake.
class CssSelector::Parser {
 public:
  explicit Parser(std::string_view css) : css_(css) {}

  Result<std::vector<ComplexSelector>> run() {
    std::vector<ComplexSelector> paths;
    if (css_.size() > kMaxBytes) reject("is longer than 1000 characters");
    do {
      paths.push_back(path());
    } while (mistake_.empty() && take(','));
    if (mistake_.empty() && at_ < css_.size()) reject("has an unexpected character");
    if (mistake_.empty()) return paths;
    return fail(ErrorCode::BadInput,
                "the selector \"" + std::string(css_.substr(0, 100)) + "\" " + mistake_ + " at character " +
                    std::to_string(at_ + 1),
                {}, "supported are tags, .classes, #ids, [attributes], spaces, > and commas");
  }

 private:
  static bool is_name(char c) {
    return is_alpha(c) || (c >= '0' && c <= '9') || c == '-' || c == '_' || static_cast<unsigned char>(c) >= 0x80;
  }

  void reject(std::string why) {
    if (mistake_.empty()) mistake_ = std::move(why);
  }

  void skip_spaces() {
    while (at_ < css_.size() && is_space(css_[at_])) ++at_;
  }

  bool take(char c) {
    if (at_ >= css_.size() || css_[at_] != c) return false;
    ++at_;
    return true;
  }

  ComplexSelector path() {
    ComplexSelector path;
    skip_spaces();
    while (mistake_.empty() && at_ < css_.size() && css_[at_] != ',') {
      const bool is_child = !path.empty() && take('>');
      skip_spaces();
      path.push_back(compound());
      path.back().is_child = is_child;
      skip_spaces();
    }
    if (path.empty()) reject("has an empty part");
    if (path.size() > kMaxSteps) reject("has more than 32 parts");
    return path;
  }

  std::string name() {
    const auto begin = at_;
    while (at_ < css_.size() && is_name(css_[at_])) ++at_;
    if (at_ == begin) reject(at_ < css_.size() ? "has an unexpected character" : "ends unexpectedly");
    return std::string(css_.substr(begin, at_ - begin));
  }

  CompoundSelector compound() {
    CompoundSelector compound;
    const auto begin = at_;
    if (!take('*') && at_ < css_.size() && is_name(css_[at_])) compound.tag = to_lower(name());
    while (mistake_.empty()) {
      if (take('.')) {
        compound.attributes.push_back({"class", Compare::Word, name()});
      } else if (take('#')) {
        compound.attributes.push_back({"id", Compare::Equal, name()});
      } else if (take('[')) {
        compound.attributes.push_back(attribute());
      } else {
        break;
      }
    }
    if (at_ == begin) reject(at_ < css_.size() ? "has an unexpected character" : "ends unexpectedly");
    return compound;
  }

  AttributeSelector attribute() {
    AttributeSelector test;
    skip_spaces();
    test.name = to_lower(name());
    skip_spaces();
    constexpr std::string_view kMarks = "^$*~";
    constexpr Compare kCompares[] = {Compare::Prefix, Compare::Suffix, Compare::Part, Compare::Word};
    const auto mark = at_ < css_.size() ? kMarks.find(css_[at_]) : std::string_view::npos;
    if (mark != std::string_view::npos) {
      test.compare = kCompares[mark];
      ++at_;
      if (take('=')) {
        test.value = value();
      } else {
        reject("is missing a =");
      }
    } else if (take('=')) {
      test.compare = Compare::Equal;
      test.value = value();
    }
    skip_spaces();
    if (!take(']')) reject("is missing a ]");
    return test;
  }

  std::string value() {
    skip_spaces();
    for (const char quote : {'"', '\''}) {
      if (!take(quote)) continue;
      const auto end = css_.find(quote, at_);
      if (end == std::string_view::npos) return reject("is missing a closing quote"), std::string();
      const auto begin = std::exchange(at_, end + 1);
      return std::string(css_.substr(begin, end - begin));
    }
    return name();
  }

  std::string_view css_;
  std::size_t at_ = 0;
  std::string mistake_;
};

Result<CssSelector> CssSelector::parse(std::string_view css) {
  CssSelector selector;
  TRAWL_TRY(selector.paths_, Parser(css).run());
  return selector;
}

bool CssSelector::matches(const AttributeSelector& test, std::string_view value) {
  switch (test.compare) {
  case Compare::Present:
    return true;
  case Compare::Equal:
    return value == test.value;
  case Compare::Prefix:
    return !test.value.empty() && value.starts_with(test.value);
  case Compare::Suffix:
    return !test.value.empty() && value.ends_with(test.value);
  case Compare::Part:
    return !test.value.empty() && value.find(test.value) != std::string_view::npos;
  case Compare::Word:
    return has_word(value, test.value);
  }
  return false;
}

bool CssSelector::matches(const CompoundSelector& compound, const Dom& dom, NodeId node) {
  if (!compound.tag.empty() && dom[node].text != compound.tag) return false;
  return std::ranges::all_of(compound.attributes, [&](const AttributeSelector& test) {
    return dom.has_attribute(node, test.name) && matches(test, dom.attribute(node, test.name));
  });
}

/// Bit k of `here[node]` says that the first k + 1 compound selectors match, the last of them at this node; bit k of
/// `above[node]`, at one of its ancestors.
void CssSelector::mark(const ComplexSelector& path, const Dom& dom, std::vector<std::uint32_t>& here,
                       std::vector<std::uint32_t>& above, std::vector<bool>& matched) {
  for (NodeId node = 1; node < dom.size(); ++node) {
    here[node] = above[node] = 0;
    if (!dom.is_element(node)) continue;
    const NodeId parent = dom[node].parent;
    above[node] = above[parent] | here[parent];
    for (std::size_t step = 0; step < path.size(); ++step) {
      const auto before = path[step].is_child ? here[parent] : above[node];
      const bool is_reachable = step == 0 || (before >> (step - 1) & 1u) != 0;
      if (is_reachable && matches(path[step], dom, node)) here[node] |= 1u << step;
    }
    if ((here[node] >> (path.size() - 1) & 1u) != 0) matched[node] = true;
  }
}

std::vector<NodeId> CssSelector::all(const Dom& dom, NodeId scope) const {
  std::vector<std::uint32_t> here(dom.size()), above(dom.size());
  std::vector<bool> matched(dom.size());
  for (const auto& path : paths_) mark(path, dom, here, above, matched);
  std::vector<NodeId> found;
  for (NodeId node = scope + 1; node < dom[scope].end; ++node) {
    if (matched[node]) found.push_back(node);
  }
  return found;
}

std::vector<NodeId> CssSelector::outermost(const Dom& dom, NodeId scope) const {
  std::vector<NodeId> tops;
  for (const NodeId node : all(dom, scope)) {
    if (tops.empty() || !dom.contains(tops.back(), node)) tops.push_back(node);
  }
  return tops;
}

} // namespace trawl::html
