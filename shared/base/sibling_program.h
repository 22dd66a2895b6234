// SPDX-License-Identifier: GPL-3.0-or-later
/// Starts the other programs of Trawl. Never through a shell.
#pragma once

#include <string>
#include <vector>

namespace trawl {

/// The program in our own folder; else its name, for PATH to find.
std::string path_of_sibling(const std::string& program);
/// A part of our program in ../lib/trawl beside it.
std::string path_of_part(const std::string& name);

/// Runs a program of ours, waits for it and returns what it prints to standard output, at most a megabyte; its errors
/// go where ours go. Empty if it cannot be started.
std::string run_sibling(const std::string& program, std::vector<std::string> arguments);

} // namespace trawl
