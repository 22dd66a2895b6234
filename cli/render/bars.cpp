// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/render/render.h"
#include "cli/render/wording.h"
#include "shared/base/json.h"
#include "shared/base/terminal_text.h"

#include <algorithm>

namespace trawl::cli {
namespace {

struct Bar {
  std::string label;
  std::size_t count = 0;
  bool selected = false;
};

/// A bar of `eighths` eighths of a cell, drawn with block elements (U+2588 to U+258F).
std::string bar_of(std::size_t eighths) {
  static constexpr const char* kParts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  std::string out;
  for (std::size_t i = 0; i < eighths / 8; ++i) out += "█";
  return out + kParts[eighths % 8];
}

std::string draw(const std::vector<Bar>& bars, const Style& style) {
  std::size_t label_width = 0, count_width = 0, most = 1;
  for (const Bar& bar : bars) {
    label_width = std::max(label_width, cells(bar.label));
    count_width = std::max(count_width, std::to_string(bar.count).size());
    most = std::max(most, bar.count);
  }
  const std::size_t beside = count_width + 6;
  if (style.terminal)
    label_width = std::min({label_width, style.width / 2, style.width - std::min(beside + 1, style.width)});
  const std::size_t used = label_width + beside;
  const std::size_t room = std::min<std::size_t>(style.width > used ? style.width - used : 1, 40);
  std::string out;
  for (const Bar& bar : bars) {
    const std::string count = std::to_string(bar.count);
    const std::size_t eighths = bar.count == 0 ? 0 : std::max<std::size_t>(1, bar.count * room * 8 / most);
    out += (bar.selected ? "* " : "  ") + padded(fit(bar.label, label_width), label_width) + "  " +
           std::string(count_width - count.size(), ' ') + count + " " + green(style, bar_of(eighths)) + "\n";
  }
  return out;
}

std::string rest_of(const Answer& facet, const Style& style) {
  std::string out;
  if (const auto other = number_at(facet, "other"); other > 0)
    out += "  other values: " + plural(other, "time") + "\n"; // an article may have several
  if (const auto missing = number_at(facet, "missing"); missing > 0)
    out += "  " + std::to_string(missing) + " with no value\n";
  return dim(style, out);
}

/// The empty buckets that a histogram ends with so far. From three on, they are one line: "2019-02 – 2020-09".
struct EmptyRun {
  std::size_t length = 0;
  std::string first;

  /// `bars` ends with the lines of this run.
  void add(std::vector<Bar>& bars, const std::string& name) {
    if (++length == 1) first = name;
    if (length >= 3) {
      bars.resize(bars.size() - (length == 3 ? 2 : 1));
      bars.push_back({first + " – " + name, 0, false});
    } else {
      bars.push_back({name, 0, false});
    }
  }
};

} // namespace

std::string facet_for_people(const Answer& facet, const std::string& field, const Style& style) {
  std::vector<Bar> bars;
  for (const auto& value : facet.value("values", Answer::array())) {
    const std::string name = text_at(value, "value"), label = text_at(value, "label");
    bars.push_back({safe_text(label.empty() || label == name ? name : label + " (" + name + ")"),
                    number_at(value, "count"), value.value("selected", false)});
  }
  return bold(style, field) + "\n" + draw(bars, style) + rest_of(facet, style);
}

std::string histogram_for_people(const Answer& histogram, const Style& style) {
  std::vector<Bar> bars;
  EmptyRun empty;
  for (const auto& value : histogram.value("values", Answer::array())) {
    const std::string name = text_at(value, "value");
    const std::size_t count = number_at(value, "count");
    if (count == 0) {
      empty.add(bars, safe_text(name));
    } else {
      bars.push_back({safe_text(name), count, false});
      empty = {};
    }
  }
  if (bars.empty()) return {};
  return bold(style, "date") + "\n" + draw(bars, style) + rest_of(histogram, style);
}

} // namespace trawl::cli
