// SPDX-License-Identifier: GPL-3.0-or-later
// What was read and starred is remembered by the server, beside the index; this asks it to. In the browser stay whether
// pictures may be shown, and what one tab needs to go from page to page.
"use strict";

function load(name, fallback) {
  try {
    return JSON.parse(localStorage.getItem("trawl." + name)) ?? fallback;
  } catch {
    return fallback;  // storage is switched off, or another program wrote there
  }
}

function store(name, value) {
  try {
    localStorage.setItem("trawl." + name, JSON.stringify(value));
  } catch { /* the page works without a memory */ }
}

const form = document.getElementById("reader");  // absent if the server remembers nothing
const shown = Number(form?.dataset.revision);

// The page stays as it is, and says why nothing happened.
function tellUnreached() {
  const line = document.getElementById("unreached") ?? document.createElement("p");
  line.id = "unreached";
  line.setAttribute("role", "status");
  document.body.append(line);
  line.textContent = "The server cannot be reached: nothing was changed.";
}

// Sends fields of the form; the answer is the revision of what is remembered. Fails with a TypeError if there is no
// answer, which it says.
export async function remember(...fields) {
  if (!form) return;
  const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(fields) }).catch((error) => {
    tellUnreached();
    throw error;
  });
  document.getElementById("unreached")?.remove();
  if (!answer.ok) throw new Error(answer.statusText);
  return (await answer.json()).revision;
}

// Read articles. A page that the browser shows again does not know what was read since.

const lately = () => JSON.parse(sessionStorage.getItem("trawl.read") ?? "{}");

export async function setRead(id, isRead = true) {
  const revision = await remember([isRead ? "read" : "unread", id]);
  if (revision) sessionStorage.setItem("trawl.read", JSON.stringify({ ...lately(), [id]: { isRead, revision } }));
}

export function isRead(row) {
  const change = lately()[row.dataset.id];
  return change?.revision > shown ? change.isRead : row.classList.contains("is-read");
}

// Pictures from other servers: of which sources they are always shown; "*" is every source.

export const wantsPictures = (source) => {
  const wanted = load("pictures", []);
  return Array.isArray(wanted) && (wanted.includes(source) || wanted.includes("*"));
};

export function setPictures(source, wanted) {
  const old = load("pictures", []);
  const others = (Array.isArray(old) ? old : []).filter((other) => other !== source && (wanted || other !== "*"));
  store("pictures", wanted ? [...others, source] : others);
}

// The articles of the list that was last shown in this tab, to go from one to the next.

export function rememberList(articles) {
  try {
    sessionStorage.setItem("trawl.list", JSON.stringify(articles));
  } catch { /* then there are no neighbours */ }
}

export function lastList() {
  try {
    return JSON.parse(sessionStorage.getItem("trawl.list")) ?? [];
  } catch {
    return [];
  }
}
