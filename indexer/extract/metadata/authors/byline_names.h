// SPDX-License-Identifier: GPL-3.0-or-later
/// Distinguishes names of people, teams and organisations from the other words of a byline.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

/// Whether `name` can be the name of a person or team: letters, not too long, not an address, a placeholder or a job.
bool is_author_name(std::string_view name);

/// Whether `name` is a company, university or other organisation, by its words.
bool is_organization(std::string_view name);

/// The words of a text with single spaces. Views into it.
std::vector<std::string_view> words_of(std::string_view text);
std::vector<std::string_view> words_of(std::string&&) = delete; // the views would outlive the text

/// Both take a wording key (metadata_text.h).
bool is_team(std::string_view key); ///< "pytorch team"
bool is_job(std::string_view key);  ///< "senior staff writer"

/// Whether the first letter is not in lower case.
bool is_capitalized(std::string_view word);

/// The company at the beginning of a team's name ("Intel PyTorch and Client AI SW team"), or empty.
std::string leading_company(std::string_view name);

/// Whether `name` is a host: "example.org".
bool is_host(const std::string& name);

} // namespace trawl::extract
