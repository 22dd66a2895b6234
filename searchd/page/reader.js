// SPDX-License-Identifier: GPL-3.0-or-later
// The reader view: marks the article as read, jumps between the marked words, and links to its neighbours.
"use strict";

import { lastList, setPictures, setRead } from "./memory.js";

const article = document.getElementById("article");
const marks = [...document.querySelectorAll(".text mark")];
const found = document.getElementById("found");
let here = -1;

function jump(step) {
  if (marks.length === 0) return;
  marks[here]?.classList.remove("here");
  here = (here + step + marks.length + (here < 0 && step < 0 ? 1 : 0)) % marks.length;
  marks[here].classList.add("here");
  marks[here].scrollIntoView({ block: "center" });
  found.firstChild.textContent = "Marked place " + (here + 1) + " of " + marks.length;
}

function addJumps(element) {
  for (const [label, step, key] of [["Previous", -1, "p"], ["Next", 1, "n"]]) {
    const button = element("button", "", label);
    button.type = "button";
    button.setAttribute("aria-keyshortcuts", key);
    button.setAttribute("aria-label", label + " marked place");
    button.addEventListener("click", () => jump(step));
    found.append(" ", button);
  }
}

// The neighbours of an article that was opened from the home page are those on the home page.
function addNeighbours(element) {
  const nav = document.getElementById("neighbours");
  const list = lastList();
  const at = list.findIndex((other) => other.id === article.dataset.id);
  if (!nav.hidden || at < 0) return;
  for (const [other, relation, label] of [[list[at - 1], "prev", "Previous"], [list[at + 1], "next", "Next"]]) {
    if (!other) continue;
    const parameters = new URLSearchParams(location.search);
    parameters.set("article", other.id);
    const anchor = element("a");
    anchor.href = "/?" + parameters;
    anchor.rel = relation;
    anchor.append(element("span", "", label), " " + other.title);
    nav.append(anchor);
    nav.hidden = false;
  }
}

const follow = (selector) => document.querySelector(selector)?.click();

export const keys = {
  n: () => jump(1),
  p: () => jump(-1),
  j: () => follow("#neighbours [rel=next]"),
  k: () => follow("#neighbours [rel=prev]"),
  ArrowRight: () => follow("#neighbours [rel=next]"),
  ArrowLeft: () => follow("#neighbours [rel=prev]"),
  v: () => follow("#original"),
  u: () => follow("#back"),
  Escape: () => follow("#back"),
};

// `element`: makes one of a name, a class and a text.
export function start(element) {
  if (!article) return;
  if (document.querySelector("button[name=read]")) setRead(article.dataset.id).catch(() => {});
  if (found) addJumps(element);
  addNeighbours(element);
  const contents = document.getElementById("contents");
  if (contents) contents.open = matchMedia("(min-width: 78rem)").matches;  // beside the text there is room for it
  for (const formula of document.querySelectorAll(".text .formula")) {
    if (formula.offsetWidth > formula.closest(".text").clientWidth) formula.classList.add("wide");
  }
  for (const box of document.querySelectorAll(".text :is(pre, .table, .formula.display, .formula.wide)")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;  // a keyboard can scroll what has the focus
  }
  const pictures = document.getElementById("pictures");
  pictures?.addEventListener("click", () => setPictures(pictures.dataset.pictures === "1"));
}
