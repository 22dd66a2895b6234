// SPDX-License-Identifier: GPL-3.0-or-later
// What the page gains with JavaScript: completion, keys, more hits in place. Every state has an address without it.
"use strict";

const box = document.getElementById("q");
const list = document.getElementById("suggestions");
const kWait = 90;  // milliseconds of quiet before completions are asked for

// Completion

let waiting = 0;
let asked = 0;
let chosen = -1;

// The form holds the filters of the page too: a suggestion is for the search as it stands.
function addressOf(suggestion) {
  const parameters = new URLSearchParams(new FormData(box.form));
  const isFilter = suggestion.kind === "tag" || suggestion.kind === "source";
  if (isFilter) {
    parameters.delete("q");
    if (!parameters.getAll(suggestion.kind).includes(suggestion.value)) parameters.append(suggestion.kind, suggestion.value);
  } else {
    parameters.set(suggestion.kind === "article" ? "article" : "q", suggestion.value);
  }
  return "/?" + parameters;
}

function part(name, text) {
  const element = document.createElement("span");
  element.className = name;
  element.textContent = text;
  return element;
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
    item.append(part("text", suggestion.text), part("kind", suggestion.kind));
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

// Keys: / to search, arrows to move, Enter to open

const titles = () => [...document.querySelectorAll(".hit h2 a")];

function moveTo(step) {
  const all = titles();
  const at = all.indexOf(document.activeElement) + step;
  if (at < 0 && step < 0) return box.focus();
  const title = all[Math.min(Math.max(at, 0), all.length - 1)];
  title?.focus();
  title?.closest(".hit").scrollIntoView({ block: "nearest" });
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

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return; // an input method has the key first
  if (event.target === box) return keyInBox(event);
  if (event.target.closest("input, textarea, select")) return;
  if (event.key === "/") {
    event.preventDefault();
    box.focus();
    box.select();
  } else if (event.key === "ArrowDown" || event.key === "j") {
    event.preventDefault();
    moveTo(1);
  } else if (event.key === "ArrowUp" || event.key === "k") {
    event.preventDefault();
    moveTo(-1);
  }
});

// More hits in place. The next page is our own server's, already escaped; a parsed document runs no script.

async function showMore(link) {
  const answer = await fetch(link.href);
  if (!answer.ok) return location.assign(link.href);
  const next = new DOMParser().parseFromString(await answer.text(), "text/html");
  const hits = [...next.querySelectorAll("#hits > .hit")];
  document.getElementById("hits").append(...hits);
  const further = next.querySelector(".more");
  const old = link.closest(".more");
  further ? old.replaceWith(further) : old.remove();
  hits[0]?.querySelector("h2 a")?.focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("#more");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  showMore(link).catch(() => location.assign(link.href));
});
