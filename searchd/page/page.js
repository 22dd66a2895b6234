// SPDX-License-Identifier: GPL-3.0-or-later
// The features of the page that need JavaScript: completion, keys, marks in place, more hits in place. Every state also
// has a URL without it, and every change a form.
"use strict";

import { isRead, remember, setRead } from "./memory.js";

const box = document.getElementById("q");
const list = document.getElementById("suggestions");
const kWait = 90;  // milliseconds of quiet before completions are asked for

// Completion

let waiting = 0;
let asked = 0;
let chosen = -1;

// The form also contains the filters of the page: suggestions are for the current search.
function addressOf(suggestion) {
  const parameters = new URLSearchParams(new FormData(box.form));
  const isFilter = ["tag", "source", "author", "category"].includes(suggestion.kind);
  if (isFilter) {
    parameters.delete("q");
    if (!parameters.getAll(suggestion.kind).includes(suggestion.value)) parameters.append(suggestion.kind, suggestion.value);
  } else {
    parameters.set(suggestion.kind === "article" ? "article" : "q", suggestion.value);
  }
  return "/?" + parameters;
}

function element(name, style = "", text = "") {
  const made = document.createElement(name);
  if (style) made.className = style;
  made.textContent = text;
  return made;
}

function showList(shown) {
  list.hidden = !shown;
  box.setAttribute("aria-expanded", String(shown));
  box.removeAttribute("aria-activedescendant");
  chosen = -1;
}

function hideSuggestions() {
  showList(false);
}

function showSuggestions(suggestions) {
  list.replaceChildren(...suggestions.map((suggestion, index) => {
    const item = document.createElement("li");
    item.id = "suggestion-" + index;
    item.setAttribute("role", "option");
    item.dataset.address = addressOf(suggestion);
    item.append(element("span", "text", suggestion.text), element("span", "kind", suggestion.kind));
    item.addEventListener("mousedown", () => location.assign(item.dataset.address));
    return item;
  }));
  showList(suggestions.length > 0 && document.activeElement === box);
}

async function askSuggestions() {
  const mine = ++asked;
  const typed = box.value.trim();
  if (typed.length < 2) return hideSuggestions();
  const answer = await fetch("/v1/suggest?" + new URLSearchParams({ q: typed, limit: "8" }));
  if (!answer.ok || mine !== asked) return;
  showSuggestions((await answer.json()).suggestions);
}

function choose(step) {
  const items = [...list.children];
  chosen = (chosen + step + items.length + 1) % (items.length + 1);
  if (chosen === items.length) chosen = -1;
  items.forEach((item, index) => item.setAttribute("aria-selected", String(index === chosen)));
  if (chosen >= 0) box.setAttribute("aria-activedescendant", items[chosen].id);
  else box.removeAttribute("aria-activedescendant");
}

box.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => askSuggestions().catch(hideSuggestions), kWait);
});
box.addEventListener("blur", hideSuggestions);
box.form.addEventListener("submit", () => { asked++; });

// Marks

function markRows() {
  for (const row of document.querySelectorAll("[data-id]")) {
    row.classList.toggle("is-read", isRead(row));
  }
}

function toggleRead(row) {
  setRead(row.dataset.id, !isRead(row)).then(markRows);
}

// The buttons that give an article a mark, or take it away.
const kOpposites = { star: "unstar", unstar: "star", later: "unlater", unlater: "later", read: "unread", unread: "read" };

async function toggleMark(button) {
  await remember([button.name, button.value]);
  const isStar = button.classList.contains("star");
  if (!isStar) return location.reload();
  button.name = kOpposites[button.name];
  button.setAttribute("aria-pressed", String(button.name === "unstar"));
}

// Keys

const titles = () => [...document.querySelectorAll(".hit a.title, .block a.title")];
const rowOf = (inside) => inside?.closest("[data-id]");
const placeOf = (inside) => inside?.closest(".hit, .rows li, .lead");
const original = (row) => row?.querySelector("a.original");

function moveTo(step) {
  const all = titles();
  const here = placeOf(document.activeElement);
  const at = (here ? all.findIndex((title) => placeOf(title) === here) : -1) + step;
  if (at < 0 && step < 0) return box.focus();
  const title = all[Math.min(Math.max(at, 0), all.length - 1)];
  title?.focus();
  placeOf(title)?.scrollIntoView({ block: "nearest" });
}

function keyInBox(event) {
  const open = !list.hidden;
  if (event.key === "Escape") {
    event.preventDefault();  // which would empty the box
    open ? hideSuggestions() : box.blur();
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    const step = event.key === "ArrowDown" ? 1 : -1;
    if (open) choose(step);
    else if (step === 1) moveTo(1);
  } else if (event.key === "Enter" && open && chosen >= 0) {
    event.preventDefault();
    location.assign(list.children[chosen].dataset.address);
  }
}

function searchKey() {
  box.focus();
  box.select();
}

// Moves to the filters, from group to group; the next title is one key away from there.
function filterKey(step) {
  const groups = [...document.querySelectorAll(".facets .facet")];
  if (groups.length === 0) return;
  if (document.querySelector(".facets").offsetHeight === 0) location.hash = "filters";  // opens the panel of a narrow window
  const at = groups.findIndex((group) => group.contains(document.activeElement));
  groups[(Math.max(at, step > 0 ? -1 : 0) + step + groups.length) % groups.length].querySelector("a")?.focus();
}

// The values of a group that are shown, one below the other.
function valuesAround(inside) {
  const values = [...inside.closest(".facet:not(.dates)")?.querySelectorAll("li > a:first-child") ?? []];
  return values.filter((value) => value.offsetHeight > 0);
}

// Up and down in a group of filters, else in the list.
function moveInside(step) {
  const values = valuesAround(document.activeElement);
  const at = values.indexOf(document.activeElement.closest("li")?.querySelector("a"));
  if (at < 0) return moveTo(step);
  values[at + step]?.focus();
}

// A value that is ticked leads to another page, where the focus is on it again: the next one is a key away.
const valueName = (value) => value.closest(".facet").id + " " + value.querySelector(".label").textContent;

// So is the article that was left: the next one is a key away.
function focusLast() {
  document.querySelector(".hit:target a.title")?.focus({ preventScroll: true });
  const name = sessionStorage.getItem("trawl.value");
  sessionStorage.removeItem("trawl.value");
  if (!name || location.hash !== "#filters") return;
  [...document.querySelectorAll(".facet:not(.dates) li > a:first-child")].find((value) => valueName(value) === name)?.focus({ preventScroll: true });
}

// The newest first; by relevance again.
function orderKey() {
  const orders = [...document.querySelectorAll(".orders[aria-label=Order] a")];
  (orders.find((order) => order.matches("[href*='sort=newest']:not([aria-current])")) ?? orders[0])?.click();
}

const keysEverywhere = { "/": searchKey, "?": () => showHelp() };

const keysOfLists = {
  ArrowDown: () => moveInside(1),
  ArrowUp: () => moveInside(-1),
  j: () => moveTo(1),
  k: () => moveTo(-1),
  o: () => document.activeElement.closest("[data-id]")?.querySelector("a.title").click(),
  v: () => original(rowOf(document.activeElement))?.click(),
  m: () => rowOf(document.activeElement) && toggleRead(rowOf(document.activeElement)),
  s: () => rowOf(document.activeElement)?.querySelector(".star")?.click(),
  A: () => document.querySelector("button[name=read_all]")?.click(),
  f: () => filterKey(1),
  F: () => filterKey(-1),
  n: orderKey,
};

let keys = keysOfLists;

// The histogram: left and right move between its bars; with Shift, or by a drag, they choose a range of them.

let rangeBegin = null;  // the bar at which a range begins

const barAt = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest(".histogram li");

function barsUntil(bar) {
  const bars = [...document.querySelectorAll(".histogram li")];
  const ends = [bars.indexOf(rangeBegin), bars.indexOf(bar)];
  return ends.includes(-1) ? [] : bars.slice(Math.min(...ends), Math.max(...ends) + 1);
}

function drawRange(chosenBars) {
  for (const bar of document.querySelectorAll(".histogram li")) bar.classList.toggle("in-range", chosenBars.includes(bar));
}

// Bars without articles are no links: the range ends at the last one that is.
function openRange(bar) {
  const links = barsUntil(bar).flatMap((each) => [...each.querySelectorAll("a")]).map((each) => new URL(each.href));
  if (links.length === 0) return;
  links[0].searchParams.set("before", links.at(-1).searchParams.get("before"));
  location.assign(links[0]);
}

function keyInHistogram(event) {
  const bars = [...document.querySelectorAll(".histogram a")];
  const here = document.activeElement;
  const at = bars.indexOf(here);
  if (at < 0) return false;
  if (event.key === "Enter" && rangeBegin && barsUntil(here.parentElement).length > 1) {
    openRange(here.parentElement);
    return true;
  }
  const step = { ArrowLeft: -1, ArrowRight: 1, Home: -bars.length, End: bars.length }[event.key];
  if (!step) return false;
  const next = bars[Math.min(Math.max(at + step, 0), bars.length - 1)];
  next.focus();
  rangeBegin = event.shiftKey ? rangeBegin ?? here.parentElement : null;
  drawRange(barsUntil(next.parentElement));
  return true;
}

function dragInHistogram(histogram) {
  let isDrag = false;
  histogram.addEventListener("dragstart", (event) => event.preventDefault());  // of a link
  histogram.addEventListener("pointerdown", (event) => {
    isDrag = false;
    rangeBegin = event.button === 0 ? barAt(event) : null;
  });
  histogram.addEventListener("pointermove", (event) => {
    const bar = event.buttons & 1 && rangeBegin ? barAt(event) : null;
    if (bar) drawRange(barsUntil(bar));
  });
  histogram.addEventListener("pointerup", (event) => {
    const bar = rangeBegin && barAt(event);
    isDrag = Boolean(bar) && bar !== rangeBegin;
    if (isDrag) openRange(bar);
    rangeBegin = null;
  });
  histogram.addEventListener("click", (event) => isDrag && event.preventDefault());
}

// A long list of values has a box that narrows it.
function addFilterBox(section) {
  const input = element("input");
  input.type = "search";
  input.placeholder = "Narrow this list";
  input.setAttribute("aria-label", input.placeholder + ": " + section.querySelector("h2").textContent);
  input.addEventListener("input", () => {
    const typed = input.value.trim().toLowerCase();
    for (const row of section.querySelectorAll("li")) {
      row.hidden = !row.querySelector(".label").textContent.toLowerCase().includes(typed);
    }
  });
  section.querySelector("summary").after(input);
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return; // an input method has the key first
  if (event.target === box) return keyInBox(event);
  if (event.target.closest("input, textarea, select, dialog")) return;
  const action = keysEverywhere[event.key] ?? keys[event.key];
  if (!keyInHistogram(event)) {
    if (!action) return;
    action();
  }
  event.preventDefault();
});

// Help

const kHelp = {
  lists: [["/", "search"], ["j k or ↓ ↑", "next, previous title"], ["Enter or o", "read here"], ["v", "the original"],
    ["m", "read or unread"], ["s", "star"], ["A", "mark all as read"], ["f F", "next, previous group of filters"],
    ["↓ ↑, Enter", "a value of the group"], ["Shift ← → Home End, Enter", "a range of the histogram"], ["n", "newest first, or by relevance"]],
  reader: [["/", "search"], ["j k or → ←", "next, previous article"], ["n p", "next, previous marked word"], ["h", "highlight what is selected"],
    ["s", "star"], ["l", "read later"], ["c", "cite"], ["v", "the original"], ["u or Esc", "back to the results"]],
};

function showHelp() {
  const rows = keys === keysOfLists ? kHelp.lists : kHelp.reader;
  const dialog = element("dialog");
  const table = element("dl");
  for (const [key, meaning] of rows) {
    const name = element("dt");
    name.append(element("kbd", "", key));
    table.append(name, element("dd", "", meaning));
  }
  const close = element("button", "button", "Close");
  close.type = "button";
  close.addEventListener("click", () => dialog.close());
  const heading = element("h2", "", "Keyboard shortcuts");
  heading.id = "keys-h";
  dialog.setAttribute("aria-labelledby", heading.id);
  dialog.append(heading, table, close);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

// More hits in place. The next page is our own server's, already escaped; a parsed document runs no script.

async function showMore(anchor) {
  const answer = await fetch(anchor.href);
  if (!answer.ok) return location.assign(anchor.href);
  const next = new DOMParser().parseFromString(await answer.text(), "text/html");
  const hits = [...next.querySelectorAll("#hits > .hit")];
  document.getElementById("hits").append(...hits);
  const further = next.querySelector(".more");
  const old = anchor.closest(".more");
  further ? old.replaceWith(further) : old.remove();
  history.replaceState({ more: (history.state?.more ?? 0) + 1 }, "");
  markRows();
  return hits[0];
}

// Back from an article to a list that was continued: as far as it went, and where it was.
async function continueList() {
  const { more, top } = history.state ?? {};
  history.replaceState(null, "");
  for (let left = more ?? 0, anchor; left > 0 && (anchor = document.getElementById("more")); left--) await showMore(anchor);
  if (more) scrollTo(0, top);
}

addEventListener("pagehide", () => history.state?.more && history.replaceState({ ...history.state, top: scrollY }, ""));

document.addEventListener("click", (event) => {
  const clicked = event.target.closest("a");
  if (clicked?.matches(".facet:not(.dates) li > a:first-child")) sessionStorage.setItem("trawl.value", valueName(clicked));
  if (clicked?.classList.contains("original") && rowOf(clicked)) setRead(rowOf(clicked).dataset.id);
  const button = event.target.closest("button[form=reader]");
  if (button && kOpposites[button.name] && !button.value.includes(",")) {  // marks of several are a form's, which offers to undo them
    event.preventDefault();
    toggleMark(button).catch((error) => error instanceof TypeError || button.form.requestSubmit(button));
  }
  if (clicked?.id !== "more" || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  showMore(clicked).then((first) => first?.querySelector("a.title")?.focus({ preventScroll: true }))
    .catch(() => location.assign(clicked.href));
});

// A page restored from the browser's cache also marks the articles read in the meantime.
addEventListener("pageshow", markRows);

async function start() {
  markRows();
  await continueList().catch(() => {});
  if (document.body.classList.contains("home-page")) (await import("./home.js")).start();
  if (document.body.classList.contains("reading")) {
    const reader = await import("./reader.js");
    keys = reader.keys;
    reader.start(element);
  }
  document.querySelectorAll(".dates .histogram").forEach(dragInHistogram);
  document.querySelectorAll(".facet:has(> ul + details)").forEach(addFilterBox);
  document.readyState === "complete" ? focusLast() : addEventListener("load", focusLast);  // after the browser went to #filters
  const help = document.getElementById("help");
  help.addEventListener("click", showHelp);
  help.hidden = false;  // from here on every key works
}

start();
