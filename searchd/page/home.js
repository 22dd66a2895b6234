// SPDX-License-Identifier: GPL-3.0-or-later
// The home page: remembers its articles, so that the reader view can go from one to the next.
"use strict";

import { rememberList } from "./memory.js";

export function start() {
  const articles = new Map();
  for (const row of document.querySelectorAll("[data-id]")) {
    const title = row.querySelector(".title");
    if (!articles.has(row.dataset.id)) articles.set(row.dataset.id, { id: row.dataset.id, title: title.textContent });
  }
  rememberList([...articles.values()]);
}
