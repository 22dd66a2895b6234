// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include "indexer/extract/metadata/json_ld.h"

namespace trawl::extract {
namespace {

/// Copies JSON and repairs it on the way. One pass; knows only strings and brackets.
class JsonRepair {
 public:
  explicit JsonRepair(std::string_view block) : in_(block) { out_.reserve(block.size() + 16); }

  std::string run() {
    skip_to_json();
    while (at_ < in_.size() && !(finished_ && open_.empty())) in_string_ ? string_character() : structure_character();
    if (in_string_) out_ += '"';
    drop_trailing_comma();
    if (out_.ends_with(':')) out_ += "null";
    for (; !open_.empty(); open_.pop_back()) out_ += open_.back();
    return std::move(out_);
  }

 private:
  void skip_to_json() {
    const auto start = in_.find_first_of("{[");
    at_ = start == std::string_view::npos ? in_.size() : start;
    // The "[" of "[CDATA[" does not begin an array.
    const auto section = in_.find("[CDATA[");
    if (section != std::string_view::npos && section <= at_) {
      const auto next = in_.find_first_of("{[", section + 7);
      at_ = next == std::string_view::npos ? in_.size() : next;
    }
  }

  void drop_trailing_comma() {
    const auto last = out_.find_last_not_of(" \t\r\n");
    if (last != std::string::npos && out_[last] == ',') out_.resize(last);
  }

  void string_character() {
    const char c = in_[at_++];
    if (c == '\\') {
      escape();
    } else if (c == '"' && !ends_string()) {
      out_ += "\\\""; // a quotation mark that should have been escaped
    } else if (c == '"') {
      in_string_ = false;
      out_ += '"';
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out_ += ' ';
    } else {
      out_ += c;
    }
  }

  /// Whether the quotation mark just read ends its string, because structure follows it.
  bool ends_string() const {
    const auto next = in_.find_first_not_of(" \t\r\n", at_);
    return next == std::string_view::npos || std::string_view(",:}]").contains(in_[next]);
  }

  void escape() {
    if (at_ >= in_.size()) return;
    const char c = in_[at_];
    if (c == 'u' && !is_hex(in_.substr(at_ + 1, 4))) {
      out_ += "\\\\";
    } else if (std::string_view("\"\\/bfnrtu").contains(c)) {
      out_ += '\\';
      out_ += c;
      ++at_;
    } else if (static_cast<unsigned char>(c) >= 0x20) {
      out_ += c; // "\'" and the like: the character itself
      ++at_;
    }
  }

  static bool is_hex(std::string_view digits) {
    return digits.size() == 4 && digits.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
  }

  void structure_character() {
    const char c = in_[at_];
    if (c == '/' && (in_.substr(at_, 2) == "//" || in_.substr(at_, 2) == "/*")) return comment();
    ++at_;
    if (c == '"') {
      in_string_ = true;
    } else if (c == '{' || c == '[') {
      open_ += c == '{' ? '}' : ']';
    } else if (c == '}' || c == ']') {
      return close(c);
    } else if (c == ';' || static_cast<unsigned char>(c) < 0x20) {
      out_ += ' ';
      return;
    } else if (c == ',' && repeats_comma()) {
      return;
    }
    out_ += c;
  }

  bool repeats_comma() const {
    const auto last = out_.find_last_not_of(" \t\r\n");
    return last == std::string::npos || std::string_view(",[{:").contains(out_[last]);
  }

  void comment() {
    const bool block = in_[at_ + 1] == '*';
    const auto end = in_.find(block ? "*/" : "\n", at_ + 2);
    at_ = end == std::string_view::npos ? in_.size() : end + (block ? 2 : 1);
  }

  void close(char c) {
    drop_trailing_comma();
    if (!open_.contains(c)) return; // there is nothing to close
    while (open_.back() != c) {
      out_ += open_.back();
      open_.pop_back();
    }
    out_ += c;
    open_.pop_back();
    finished_ = open_.empty();
  }

  std::string_view in_;
  std::string out_;
  std::string open_; ///< the closing brackets still to come, innermost last
  std::size_t at_ = 0;
  bool in_string_ = false;
  bool finished_ = false;
};

} // namespace

std::string repair_json(std::string_view block) { return JsonRepair(block).run(); }

} // namespace trawl::extract
