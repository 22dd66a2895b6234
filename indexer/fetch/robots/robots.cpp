// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/fetch/robots/robots.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <utility>

#include "shared/base/ascii.h"
#include "shared/url/percent_encoding.h"

namespace trawl::fetch {
namespace {

constexpr std::size_t kMaxBytes = 524'288; // §2.5 requires at least 500 KiB

enum class Field { UserAgent, Allow, Disallow, CrawlDelay, Sitemap, Other };

/// Removes the next line from `text` and returns it without its end (CR, LF or CRLF).
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end);
  if (text.starts_with("\r\n")) {
    text.remove_prefix(2);
  } else if (!text.empty()) {
    text.remove_prefix(1);
  }
  return line;
}

/// Choice: the most common misspellings of "disallow" count, as they do for the large crawlers.
Field field_of(std::string_view name) {
  using Row = std::pair<std::string_view, Field>;
  constexpr std::array kFields{
      Row{"user-agent", Field::UserAgent}, Row{"useragent", Field::UserAgent},    Row{"user agent", Field::UserAgent},
      Row{"allow", Field::Allow},          Row{"disallow", Field::Disallow},      Row{"dissallow", Field::Disallow},
      Row{"dissalow", Field::Disallow},    Row{"disalow", Field::Disallow},       Row{"diasllow", Field::Disallow},
      Row{"disallaw", Field::Disallow},    Row{"crawl-delay", Field::CrawlDelay}, Row{"crawldelay", Field::CrawlDelay},
      Row{"sitemap", Field::Sitemap},      Row{"site-map", Field::Sitemap},
  };
  const auto* row = std::ranges::find_if(
      kFields, [name](const Row& candidate) { return ascii::equals_ignoring_case(candidate.first, name); });
  return row == kFields.end() ? Field::Other : row->second;
}

/// The field and value of a line. Choice: two words without a colon are read as if there were one.
std::pair<Field, std::string_view> split_line(std::string_view line) {
  line = ascii::trim(line.substr(0, line.find('#')));
  if (const std::size_t colon = line.find(':'); colon != std::string_view::npos) {
    return {field_of(ascii::trim(line.substr(0, colon))), ascii::trim(line.substr(colon + 1))};
  }
  const std::size_t blank = line.find_first_of(" \t");
  if (blank == std::string_view::npos) return {Field::Other, {}};
  const std::string_view value = ascii::trim(line.substr(blank));
  if (std::ranges::any_of(value, ascii::is_space)) return {Field::Other, {}};
  return {field_of(line.substr(0, blank)), value};
}

/// The product token at the front of `text`. Choice: it may contain digits, which the RFC's grammar does not allow, so
/// that "bot2" is not "bot".
std::string_view product_token(std::string_view text) {
  const auto is_token = [](char c) { return ascii::is_alnum(c) || c == '-' || c == '_'; };
  return text.substr(0, static_cast<std::size_t>(std::ranges::find_if_not(text, is_token) - text.begin()));
}

bool is_star(std::string_view value) { return value.starts_with('*') && product_token(value.substr(1)).empty(); }

/// Choice: a rule that allows a folder's index file also allows the folder's own URL, as in Google's parser.
bool names_index_file(std::string_view value) {
  return value.ends_with("/index.html") || value.ends_with("/index.htm");
}

/// Percent-encodes the `special` character.
std::string escape(std::string_view text, char special) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (c == special) {
      out += special == '*' ? "%2A" : "%24";
    } else {
      out += c;
    }
  }
  return out;
}

/// Patterns and paths are compared in one normal form (§2.2.2). "%2A" and "%24" mean the characters themselves
/// (§2.2.3), so literal ones are encoded.
std::string normal_pattern(std::string_view value) {
  const std::string pattern = url::normalise_percent_encoding(value);
  if (!pattern.ends_with('$')) return escape(pattern, '$');
  return escape(std::string_view(pattern).substr(0, pattern.size() - 1), '$') + '$';
}

std::string normal_path(std::string_view path) {
  return escape(escape(url::normalise_percent_encoding(path), '*'), '$');
}

/// Matches each piece between wildcards at its first occurrence; a later one would leave less for the rest.
bool matches(std::string_view pattern, std::string_view path) {
  const bool is_anchored = pattern.ends_with('$');
  if (is_anchored) pattern.remove_suffix(1);
  std::size_t star = pattern.find('*');
  if (!path.starts_with(pattern.substr(0, star))) return false;
  if (star == std::string_view::npos) return !is_anchored || path.size() == pattern.size();
  path.remove_prefix(star);
  while (true) {
    pattern.remove_prefix(star + 1);
    star = pattern.find('*');
    const std::string_view piece = pattern.substr(0, star);
    if (star == std::string_view::npos && is_anchored) return path.ends_with(piece);
    const std::size_t at = path.find(piece);
    if (at == std::string_view::npos) return false;
    if (star == std::string_view::npos) return true;
    path.remove_prefix(at + piece.size());
  }
}

/// Choice: ignores what follows the number ("10s", "10<BR>"). A word or a negative number is not a delay.
std::optional<std::chrono::duration<double>> parse_delay(std::string_view value) {
  double seconds = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), seconds);
  if (error != std::errc{} || !std::isfinite(seconds) || seconds < 0) return std::nullopt;
  return std::chrono::duration<double>(seconds);
}

} // namespace

/// Reads line by line. A group is its User-agent lines and the rules that follow. Groups that name us are merged
/// (§2.2.1); if there is none, those for "*" apply.
class Robots::Parser {
 public:
  explicit Parser(std::string_view product) : product_(product_token(product)) {}

  void read(std::string_view line) {
    const auto [field, value] = split_line(line);
    switch (field) {
    case Field::UserAgent:
      begin_or_extend_group(value);
      break;
    case Field::Allow:
      add_rule(value, true);
      break;
    case Field::Disallow:
      add_rule(value, false);
      break;
    case Field::CrawlDelay:
      add_delay(value);
      break;
    case Field::Sitemap:
      add_sitemap(value);
      break;
    case Field::Other:
      break; // does not end a group (§2.2.4)
    }
  }

  Robots finish() && {
    Group& group = names_us_ ? ours_ : everyones_;
    Robots robots;
    robots.rules_ = std::move(group.rules);
    robots.crawl_delay_ = group.delay;
    robots.sitemaps_ = std::move(sitemaps_);
    return robots;
  }

 private:
  struct Group {
    std::vector<Rule> rules;
    std::optional<std::chrono::duration<double>> delay;
    bool is_open = false;
  };

  void begin_or_extend_group(std::string_view value) {
    if (rules_begun_) ours_.is_open = everyones_.is_open = rules_begun_ = false;
    if (is_star(value)) {
      everyones_.is_open = true;
    } else if (!product_.empty() && ascii::equals_ignoring_case(product_token(value), product_)) {
      ours_.is_open = names_us_ = true;
    }
  }

  void add_rule(std::string_view value, bool allow) {
    rules_begun_ = true;
    if (value.empty()) return; // an empty rule matches nothing (§2.2.2)
    for (Group* group : {&ours_, &everyones_}) {
      if (!group->is_open) continue;
      group->rules.push_back({normal_pattern(value), allow});
      if (allow && names_index_file(value)) {
        group->rules.push_back({normal_pattern(value.substr(0, value.rfind('/') + 1)) + '$', true});
      }
    }
  }

  void add_delay(std::string_view value) {
    for (Group* group : {&ours_, &everyones_}) {
      if (group->is_open && !group->delay) group->delay = parse_delay(value);
    }
  }

  void add_sitemap(std::string_view value) {
    constexpr std::size_t kMaxSitemaps = 1'000;
    if (value.empty() || sitemaps_.size() >= kMaxSitemaps || std::ranges::find(sitemaps_, value) != sitemaps_.end()) {
      return;
    }
    sitemaps_.emplace_back(value);
  }

  std::string_view product_;
  Group ours_;
  Group everyones_;
  bool names_us_ = false;
  bool rules_begun_ = false;
  std::vector<std::string> sitemaps_;
};

Robots Robots::parse(std::string_view body, std::string_view product) {
  body = body.substr(0, kMaxBytes);
  if (body.starts_with("\xEF\xBB\xBF")) body.remove_prefix(3);
  Parser parser(product);
  while (!body.empty()) parser.read(take_line(body));
  return std::move(parser).finish();
}

Robots Robots::unavailable(int http_status) {
  Robots robots;
  // Choice: 429 means "not now", so it is treated like a server error, not like a missing file.
  robots.forbids_all_ = http_status < 400 || http_status >= 500 || http_status == 429;
  return robots;
}

bool Robots::allows(std::string_view path) const {
  if (path == "/robots.txt") return true;
  if (forbids_all_) return false;
  if (rules_.empty()) return true;
  const std::string normal = normal_path(path.empty() ? "/" : path);
  const Rule* best = nullptr;
  for (const Rule& rule : rules_) {
    const bool could_win = !best || rule.pattern.size() > best->pattern.size() ||
                           (rule.pattern.size() == best->pattern.size() && rule.allow);
    if (could_win && matches(rule.pattern, normal)) best = &rule;
  }
  return !best || best->allow;
}

} // namespace trawl::fetch
