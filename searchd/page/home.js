// SPDX-License-Identifier: GPL-3.0-or-later
// The home page: remembers its articles, so that the reader view can go from one to the next. While sources are ticked,
// it looks whether another program has fetched some.
"use strict";

import { rememberList } from "./memory.js";

const kLook = 15_000;  // milliseconds

// Few of many sources are chosen faster from none.
function offerToUntick(button) {
  button.hidden = false;
  button.addEventListener("click", () => {
    for (const box of document.querySelectorAll(".sources input")) box.checked = false;
  });
}

export function start() {
  if (document.querySelector(".sources")) {
    offerToUntick(document.getElementById("untick"));
    setInterval(() => fetch("/", { method: "HEAD" }).then((answer) => answer.ok && location.reload()).catch(() => {}), kLook);
  }
  const articles = new Map();
  for (const row of document.querySelectorAll("[data-id]")) {
    const title = row.querySelector(".title");
    if (!articles.has(row.dataset.id)) articles.set(row.dataset.id, { id: row.dataset.id, title: title.textContent });
  }
  rememberList([...articles.values()]);
}
