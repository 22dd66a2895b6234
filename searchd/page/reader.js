// SPDX-License-Identifier: GPL-3.0-or-later
// The reader view: marks the article as read, jumps between the marked words, and links to its neighbours.
"use strict";

import { lastList, remember, setPictures, setRead, wantsPictures } from "./memory.js";

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

// A passage that is selected becomes a quote in the note; the server marks it in the text.

const noteForm = document.querySelector(".note form");

function selectedPassage() {
  const selection = getSelection();
  const isInText = selection.rangeCount > 0 && selection.anchorNode.parentElement.closest(".text") &&
    selection.focusNode.parentElement.closest(".text");
  return isInText ? selection.toString().trim() : "";
}

async function copy(button, text) {
  await navigator.clipboard.writeText(text);
  button.textContent = "Copied";
}

function copyButton(element, name, text) {
  const button = element("button", "button", name);
  button.type = "button";
  button.addEventListener("mousedown", (event) => event.preventDefault());  // which would end a selection
  button.addEventListener("click", () => copy(button, text()).catch(() => { button.textContent = "The browser does not allow it"; }));
  return button;
}

// The reference in words and for BibTeX; `c` leads there.
function offerReference(element) {
  const details = document.querySelector(".cite"), words = document.getElementById("citation"), bibtex = details.querySelector("pre");
  words.after(copyButton(element, "Copy reference", () => words.textContent), " ", copyButton(element, "Copy BibTeX", () => bibtex.textContent));
}

// The passage that is selected, with where it is from.
const quotation = () => "> " + selectedPassage().replace(/\s*\n\s*/g, "\n> ") + "\n\n" + document.getElementById("citation").textContent + "\n";

async function highlight() {
  const passage = selectedPassage();
  if (!passage || !noteForm) return;
  const note = noteForm.elements.text;
  const quotes = passage.split(/\s*\n\s*/).map((line) => "> " + line);
  note.value = [...(note.value.trim() ? [note.value.trimEnd()] : []), ...quotes, ""].join("\n");
  await remember(["note", noteForm.elements.note.value], ["text", note.value]);
  location.reload();
}

function offerForSelection(element) {
  const bar = element("p", "selected");
  bar.hidden = true;
  const button = element("button", "button", "Highlight");
  button.type = "button";
  button.addEventListener("mousedown", (event) => event.preventDefault());  // which would end the selection
  button.addEventListener("click", () => highlight().catch(() => {}));
  const quote = copyButton(element, "", quotation);
  bar.append(...(noteForm ? [button] : []), quote);
  document.addEventListener("selectionchange", () => {
    bar.hidden = !selectedPassage();
    quote.textContent = "Copy with reference";
  });
  document.body.append(bar);
}

// Whether a formula leaves its text. Its own box may be narrower than what it holds; a table scrolls anyway.
function isTooWide(formula) {
  const inside = document.createRange();
  inside.selectNodeContents(formula);
  const room = formula.closest("p, li, dd, .table, .text");
  return !room.matches(".table") && inside.getBoundingClientRect().right > room.getBoundingClientRect().right + 1;
}

const follow = (selector) => document.querySelector(selector)?.click();

// The mark is given or taken back: star or unstar.
function pressAction(mark) {
  document.querySelector(`.actions button[name$=${mark}]`)?.click();
}

export const keys = {
  n: () => jump(1),
  p: () => jump(-1),
  j: () => follow("#neighbours [rel=next]"),
  k: () => follow("#neighbours [rel=prev]"),
  ArrowRight: () => follow("#neighbours [rel=next]"),
  ArrowLeft: () => follow("#neighbours [rel=prev]"),
  h: () => highlight().catch(() => {}),
  s: () => pressAction("star"),
  l: () => pressAction("later"),
  c: () => follow(".actions [href='#citation']"),
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
  offerReference(element);
  offerForSelection(element);
  const contents = document.getElementById("contents");
  if (contents) contents.open = matchMedia("(min-width: 78rem)").matches;  // beside the text there is room for it
  for (const formula of [...document.querySelectorAll(".text .formula")].filter(isTooWide)) formula.classList.add("wide");
  for (const box of document.querySelectorAll(".text :is(pre, .table, .formula.display, .formula.wide)")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;  // a keyboard can scroll what has the focus
  }
  const pictures = document.getElementById("pictures");
  if (pictures) choosePictures(pictures, element);
}

// Pictures of other servers are shown once by a click, and always by another: those of the source, or all.
function choosePictures(link, element) {
  const { source, label } = link.dataset;
  if (link.dataset.pictures === "1") return wantsPictures(source) && location.replace(link.href);
  link.addEventListener("click", () => setPictures(source, false));
  if (wantsPictures(source)) return link.before("They are always shown. ");
  for (const [name, which] of [["Always show those of " + label, source], ["of every source", "*"]]) {
    const button = element("button", "quiet-button", name);
    button.type = "button";
    button.addEventListener("click", () => {
      setPictures(which, true);
      location.reload();
    });
    link.parentElement.append(" ", button);
  }
}
