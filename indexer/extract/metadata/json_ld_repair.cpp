// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstddef>
#include <string>
#include <string_view>

#include "indexer/extract/metadata/json_ld.h"

namespace trawl::extract {
namespace {

constexpr std::size_t kMaxOpen = 1'000; ///< brackets; deeper than any that are read (kMaxJsonLdDepth)

/// Copies JSON and repairs it. One pass; distinguishes only strings and brackets.
class JsonRepair {
 public:
  explicit JsonRepair(std::string_view block) : in_(block) { out_.reserve(block.size() + 16); }

  std::string run() {
    skip_to_json();
    while (at_ < in_.size() && !(finished_ && open_.empty())) in_string_ ? string_character() : structure_character();
    if (in_string_) put('"');
    complete_last_member();
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

  /// Writes a character that is not inside a string.
  void put(char c) {
    if (!is_blank(c)) {
      last_ = c;
      last_at_ = out_.size();
    }
    out_ += c;
  }

  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

  /// Whether the last thing written is a member's name, without colon and value.
  bool ends_in_name() const {
    return last_ == '"' && open_.ends_with('}') && (before_string_ == '{' || before_string_ == ',');
  }

  /// Gives the last member a value if it has none.
  void add_missing_value() {
    if (ends_in_name()) put(':');
    if (last_ != ':') return;
    out_ += "null";
    last_ = 'l';
  }

  void complete_last_member() {
    if (last_ == ',') out_.resize(last_at_);
    add_missing_value();
  }

  void string_character() {
    const char c = in_[at_++];
    if (c == '\\') {
      escape();
    } else if (c == '"' && !ends_string()) {
      out_ += "\\\""; // a quotation mark that should have been escaped
    } else if (c == '"') {
      in_string_ = false;
      put('"');
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
    if (c == '}' || c == ']') return close(c);
    if (c == ',' && (last_ == '\0' || std::string_view(",[{").contains(last_))) return; // nothing to separate
    if (c == '"') {
      in_string_ = true;
      before_string_ = last_;
    } else if (c == '{' || c == '[') {
      if (open_.size() == kMaxOpen) at_ = in_.size();
      open_ += c == '{' ? '}' : ']';
    } else if (c == ',') {
      add_missing_value();
    }
    put(c == ';' || static_cast<unsigned char>(c) < 0x20 ? ' ' : c);
  }

  void comment() {
    const bool block = in_[at_ + 1] == '*';
    const auto end = in_.find(block ? "*/" : "\n", at_ + 2);
    at_ = end == std::string_view::npos ? in_.size() : end + (block ? 2 : 1);
  }

  void close(char c) {
    if (!open_.contains(c)) return; // there is nothing to close
    complete_last_member();
    while (open_.back() != c) {
      out_ += open_.back();
      open_.pop_back();
    }
    put(c);
    open_.pop_back();
    finished_ = open_.empty();
  }

  std::string_view in_;
  std::string out_;
  std::string open_; ///< the closing brackets still to come, innermost last
  std::size_t at_ = 0;
  std::size_t last_at_ = 0;   ///< where `last_` is in `out_`
  char last_ = '\0';          ///< the last character written outside strings that is not white space
  char before_string_ = '\0'; ///< the same before the last string
  bool in_string_ = false;
  bool finished_ = false;
};

} // namespace

std::string repair_json(std::string_view block) { return JsonRepair(block).run(); }

} // namespace trawl::extract
