// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/commands.h"

int main(int argc, char** argv) { return trawl::commands::run(argc, argv); }
