// SPDX-License-Identifier: GPL-3.0-or-later
/// Parses the entries of a topics file.
#pragma once

#include "indexer/enrich/topics.h"
#include "shared/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace trawl::enrich {

struct TopicPhrase {
  std::string text;
  double weight = 1;
  bool title_only = false;
};

/// One entry of the file; topics.h explains the fields.
struct TopicEntry {
  TopicKind kind = TopicKind::Tag;
  std::string label;
  std::vector<std::string> aliases;
  std::vector<TopicPhrase> phrases;
  std::vector<std::string> requirements, exclusions, rejections;
  bool has_requirements = false;
  double title_factor = 4;
  double threshold = 4;
  double prior = 0;
};

/// The entries in the order of the file, categories first. BadInput: the error names `file_name`, the entry and the
/// field.
Result<std::vector<TopicEntry>> parse_topic_entries(std::string_view json, const std::string& file_name);

} // namespace trawl::enrich
