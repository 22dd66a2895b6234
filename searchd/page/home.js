// SPDX-License-Identifier: GPL-3.0-or-later
// The home page: articles that are new since the last visit come first; saved searches show counts of new articles.
"use strict";

import { forgetSearch, lastVisit, rememberList, saved } from "./memory.js";
import { element, link, markRows } from "./page.js";

const kDay = 24 * 60 * 60 * 1000;
const kLate = 14 * kDay;  // an article can be found so long after the day that it is dated
const kMostHits = 100;   // of one answer
const kPerSource = 2, kMostRows = 20;

const feedOf = (query) => "/v1/search.atom?" + query;

async function search(parameters) {
  const answer = await fetch("/v1/search?" + parameters);
  if (!answer.ok) throw new Error(answer.statusText);
  return (await answer.json()).hits;
}

// Hits of a search, newest first, that were indexed after `moment`.
async function newHits(query, moment, fields) {
  const parameters = new URLSearchParams(query);
  for (const name of ["cursor", "offset", "pictures"]) parameters.delete(name);
  for (const [name, value] of Object.entries({ sort: "newest", limit: kMostHits, snippets: 0, fields })) {
    parameters.set(name, value);
  }
  if (!parameters.has("after")) parameters.set("after", new Date(moment - kLate).toISOString());
  return (await search(parameters)).filter((hit) => Date.parse(hit.indexed) > moment);
}

const countText = (hits) => (hits.length === kMostHits ? kMostHits + " or more" : String(hits.length));

function spokenMoment(milliseconds) {
  const moment = new Date(milliseconds);
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(milliseconds).setHours(0, 0, 0, 0)) / kDay);
  const time = moment.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  if (days === 0) return "today at " + time;
  if (days === 1) return "yesterday at " + time;
  return moment.toLocaleDateString([], { day: "numeric", month: "long" }) + " at " + time;
}

// Ages in the form that the server writes: in UTC days.
function ageText(published) {
  const days = Math.floor(Date.now() / kDay) - Math.floor(Date.parse(published) / kDay);
  if (days <= 0) return "today";
  return days === 1 ? "yesterday" : days + " days ago";
}

function originalLink(address) {
  const original = link(address, "↗", "original");
  original.rel = "noopener noreferrer";
  original.setAttribute("aria-label", "Original at " + new URL(address).hostname);
  return original;
}

function rowOf(hit) {
  const row = element("li");
  row.dataset.id = hit.id;
  row.dataset.indexed = hit.indexed;
  const title = link("/?" + new URLSearchParams({ article: hit.id }), hit.title, "title");
  if (hit.language) title.lang = hit.language;
  const from = element("span", "from");
  from.append(link("/?" + new URLSearchParams({ source: hit.source.id }), hit.source.label, "source"));
  if (hit.published) from.append(" ", element("time", "", ageText(hit.published)));
  if (/^https?:/.test(hit.url ?? "")) from.append(" ", originalLink(hit.url));
  row.append(title, " ", from);
  return row;
}

// New articles, which replace the block from the server: two per source, with a link to its others.
function showNew(fresh) {
  const block = document.querySelector("#new .rows");
  const bySource = Map.groupBy ? Map.groupBy(fresh, (hit) => hit.source.id) : new Map();
  const shown = new Map();
  const rows = [];
  for (const hit of fresh) {
    const count = (shown.get(hit.source.id) ?? 0) + 1;
    shown.set(hit.source.id, count);
    if (count > kPerSource || rows.length === kMostRows) continue;
    const row = rowOf(hit);
    const others = (bySource.get(hit.source.id)?.length ?? 0) - kPerSource;
    if (count === kPerSource && others > 0) {
      const query = new URLSearchParams({ source: hit.source.id, sort: "newest" });
      row.append(link("/?" + query, "+" + others + " more", "more-new"));
    }
    rows.push(row);
  }
  const ids = new Set(fresh.map((hit) => hit.id));
  const earlier = [...block.children].filter((row) => !ids.has(row.dataset.id));
  block.replaceChildren(...[...rows, ...earlier].slice(0, kMostRows));
}

async function sinceLastVisit() {
  const words = document.getElementById("new-words");
  if (lastVisit === null || !words) return;
  const fresh = await newHits("", lastVisit, "id,title,url,source,published,indexed,language");
  const when = "since your last visit, " + spokenMoment(lastVisit) + ". ";
  words.prepend(fresh.length === 0 ? "Nothing new " + when : countText(fresh) + " new " + when);
  if (fresh.length > 0) showNew(fresh);
}

async function showSaved(block, search) {
  const row = element("li");
  const address = "/?" + search.query;
  const from = element("span", "from");
  const count = element("span", "count");
  const remove = element("button", "remove", "×");
  remove.type = "button";
  remove.setAttribute("aria-label", "Remove the saved search " + search.name);
  remove.addEventListener("click", () => {
    forgetSearch(search.query);
    row.remove();
    if (block.children.length === 0) block.closest(".block").hidden = true;
  });
  from.append(count, " · ", link(feedOf(search.query), "Feed"), " ", remove);
  row.append(link(address, search.name, "title"), " ", from);
  block.append(row);
  const fresh = await newHits(search.query, search.seen, "id,indexed");
  count.textContent = fresh.length > 0 ? countText(fresh) + " new" : "nothing new";
  row.classList.toggle("is-new", fresh.length > 0);
}

function showAllSaved() {
  const section = document.getElementById("saved");
  const searches = saved();
  if (!section || searches.length === 0) return;
  section.hidden = false;
  const block = section.querySelector(".rows");
  return Promise.allSettled(searches.map((search) => showSaved(block, search)));
}

function remember() {
  const articles = new Map();
  for (const row of document.querySelectorAll("[data-id]")) {
    const title = row.querySelector(".title");
    if (!articles.has(row.dataset.id)) articles.set(row.dataset.id, { id: row.dataset.id, title: title.textContent });
  }
  rememberList([...articles.values()]);
}

export async function start() {
  remember();
  await Promise.allSettled([sinceLastVisit(), showAllSaved()]);
  markRows();
  remember();
}
