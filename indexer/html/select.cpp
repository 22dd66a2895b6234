// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/select.h"

#include <algorithm>
#include <utility>

#include "indexer/html/ascii.h"

namespace trawl::html {

/// Reads a selector; `failed()` once something is outside the grammar.
class Selector::Reader {
 public:
  explicit Reader(std::string_view css) : css_(css) {}

  std::vector<Path> run() {
    std::vector<Path> paths(1);
    bool is_child = false;
    while (at_ < css_.size() && !failed_) {
      const char c = css_[at_];
      if (is_space(c)) {
        ++at_;
      } else if (c == ',') {
        paths.emplace_back(), ++at_;
      } else if (c == '>') {
        is_child = true, ++at_;
      } else {
        paths.back().push_back(compound(std::exchange(is_child, false)));
      }
    }
    if (failed_) return {};
    std::erase_if(paths, [](const Path& path) { return path.empty(); });
    return paths;
  }

 private:
  static bool is_name(char c) {
    return is_alpha(c) || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == ':' ||
           static_cast<unsigned char>(c) >= 0x80;
  }

  std::string_view name() {
    const std::size_t begin = at_;
    while (at_ < css_.size() && is_name(css_[at_])) ++at_;
    failed_ = failed_ || at_ == begin;
    return css_.substr(begin, at_ - begin);
  }

  Compound compound(bool is_child) {
    Compound result;
    result.is_child = is_child;
    const std::size_t begin = at_;
    while (at_ < css_.size() && !failed_) {
      const char c = css_[at_];
      if (c == '*') {
        ++at_;
      } else if (c == '.') {
        ++at_, result.tests.push_back({"class", Compare::Word, std::string(name())});
      } else if (c == '#') {
        ++at_, result.tests.push_back({"id", Compare::Equal, std::string(name())});
      } else if (c == '[') {
        ++at_, result.tests.push_back(attribute());
      } else if (is_name(c) && at_ == begin) {
        const std::string_view tag = name();
        result.tag = tag_named(tag);
        if (result.tag == Tag::Unknown) result.unknown_name = tag;
      } else {
        break;
      }
    }
    failed_ = failed_ || at_ == begin;
    return result;
  }

  AttributeTest attribute() {
    AttributeTest test;
    test.name = to_lower(name());
    const std::string_view operators = "=^$*~";
    const std::size_t kind = at_ < css_.size() ? operators.find(css_[at_]) : std::string_view::npos;
    if (kind != std::string_view::npos) {
      static constexpr Compare kCompare[] = {Compare::Equal, Compare::Prefix, Compare::Suffix, Compare::Part,
                                             Compare::Word};
      test.compare = kCompare[kind];
      at_ += kind == 0 ? 1 : 2;
      test.value = to_lower(value());
    }
    failed_ = failed_ || at_ >= css_.size() || css_[at_] != ']';
    ++at_;
    return test;
  }

  std::string_view value() {
    if (at_ < css_.size() && (css_[at_] == '"' || css_[at_] == '\'')) {
      const std::size_t end = css_.find(css_[at_], at_ + 1);
      if (end == std::string_view::npos) return failed_ = true, std::string_view{};
      const std::string_view quoted = css_.substr(at_ + 1, end - at_ - 1);
      at_ = end + 1;
      return quoted;
    }
    return name();
  }

  std::string_view css_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

Selector::Selector(std::string_view css) : paths_(Reader(css).run()) {}

bool Selector::fits(const AttributeTest& test, std::string_view raw) {
  if (test.compare == Compare::Present) return true;
  if (test.compare == Compare::Equal) return equals_ignoring_case(raw, test.value);
  if (test.value.empty()) return false;
  const std::string value = to_lower(raw);
  switch (test.compare) {
  case Compare::Prefix:
    return value.starts_with(test.value);
  case Compare::Suffix:
    return value.ends_with(test.value);
  case Compare::Part:
    return value.find(test.value) != std::string::npos;
  default:
    break;
  }
  const std::string wanted = to_lower(test.value);
  for (std::size_t at = value.find(wanted); at != std::string::npos; at = value.find(wanted, at + 1)) {
    const std::size_t end = at + wanted.size();
    if ((at == 0 || is_space(value[at - 1])) && (end == value.size() || is_space(value[end]))) return true;
  }
  return false;
}

bool Selector::fits(const Compound& compound, const Dom& dom, NodeId node) {
  if (!dom.is_element(node)) return false;
  if (compound.tag != Tag::Document && dom[node].tag != compound.tag) return false;
  if (compound.tag == Tag::Unknown && dom[node].text != compound.unknown_name) return false;
  return std::ranges::all_of(compound.tests, [&](const AttributeTest& test) {
    return dom.has_attribute(node, test.name) && fits(test, dom.attribute(node, test.name));
  });
}

bool Selector::fits(const Path& path, const Dom& dom, NodeId node) {
  if (!fits(path.back(), dom, node)) return false;
  // Greedy matching from the right is exact here unless a child step follows a descendant step; then the nearest
  // ancestor is taken, which is enough for the selectors of this program.
  NodeId at = node;
  for (std::size_t step = path.size() - 1; step > 0; --step) {
    NodeId above = dom[at].parent;
    if (!path[step].is_child) {
      while (above != kNoNode && !fits(path[step - 1], dom, above)) above = dom[above].parent;
    }
    if (above == kNoNode || !fits(path[step - 1], dom, above)) return false;
    at = above;
  }
  return true;
}

bool Selector::matches(const Dom& dom, NodeId node) const {
  return std::ranges::any_of(paths_, [&](const Path& path) { return fits(path, dom, node); });
}

NodeId Selector::first(const Dom& dom, NodeId scope) const {
  for (NodeId at = scope + 1; at < dom[scope].end; ++at) {
    if (matches(dom, at)) return at;
  }
  return kNoNode;
}

std::vector<NodeId> Selector::all(const Dom& dom, NodeId scope) const {
  std::vector<NodeId> found;
  for (NodeId at = scope + 1; at < dom[scope].end; ++at) {
    if (matches(dom, at)) found.push_back(at);
  }
  return found;
}

} // namespace trawl::html
