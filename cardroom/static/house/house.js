// The keyboard map, and parts of a page that renew themselves. Every page works without it.
"use strict";
(() => {
  const $ = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const letters = $("#single-letters");
  const LETTERS = "single-letters-off";

  const typing = (target) => target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]");

  // ---- what is looked for next takes the place of what was looked for last: a scanner only types ----
  const whole = (field) => { if (field?.matches("input[type=search]")) field.select(); };
  document.addEventListener("focusin", ({ target }) => whole(target));
  document.addEventListener("submit", () => whole(document.activeElement));
  whole(document.activeElement);

  // ---- a table that is wider than its panel is reached by Tab, and moved by the arrows ----
  const reachable = () => { for (const box of all(".scroll")) if (box.scrollWidth > box.clientWidth) box.tabIndex = 0; };
  addEventListener("resize", reachable);
  reachable();

  // ---- moving: arrows and J K go through what the page offers, in its own columns ----
  function move(step) {
    const places = all("[data-move]");
    if (!places.length) return false;
    const at = places.indexOf(document.activeElement);
    const next = places[at < 0 ? 0 : Math.min(Math.max(at + step, 0), places.length - 1)];
    next.focus();
    return true;
  }
  function columns() {
    const places = all("[data-move]");
    const top = places[0]?.getBoundingClientRect().top;
    return places.filter((each) => Math.abs(each.getBoundingClientRect().top - top) < 2).length || 1;
  }

  // ---- a table's number, typed digit after digit ----
  let digits = "", forget = 0;
  function jump(digit) {
    digits += digit;
    clearTimeout(forget);
    forget = setTimeout(() => { digits = ""; }, 1200);
    const wanted = Number(digits);
    all("[data-move][data-table]").find((each) => Number(each.dataset.table.replace(/\D/g, "")) === wanted)?.focus();
  }

  // ---- what needs somebody, one after the other ----
  let needing = -1;
  function needs() {
    const found = all("[data-needs]");
    if (!found.length) return;
    needing = (needing + 1) % found.length;
    const table = found[needing].dataset.table;
    (all("[data-move]").find((each) => each.dataset.table === table) ?? found[needing]).focus();
  }

  function letter(key) {
    const section = all("#house-nav [data-letter]").find((each) => each.dataset.letter === key.toUpperCase());
    if (section) { section.click(); return true; }
    if (key === "j") return move(1);
    if (key === "k") return move(-1);
    if (key === "n") { needs(); return true; }
    const own = all("[data-key]").find((each) => each.dataset.key === key);
    if (own) { own.click(); return true; }
    return false;
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    const { key, target } = event;
    if (key === "Escape" && typing(target)) { target.blur(); return; }
    if (typing(target) || $("dialog[open]")) return;
    if (target.matches(".scroll") && /^Arrow(Left|Right)$/.test(key)) return;
    let done = true;
    if (key === "ArrowDown") done = move(columns());
    else if (key === "ArrowUp") done = move(-columns());
    else if (key === "ArrowRight") done = move(1);
    else if (key === "ArrowLeft") done = move(-1);
    else if (key === "Escape") done = back();
    else if (!letters || !letters.checked) done = false;
    else if (key === "/") { done = Boolean($("#search")); $("#search")?.focus(); }
    else if (key === "?") $("#keys")?.showModal();
    else if (key === " " && $("#age") && !target.closest("a, button, summary")) pause();
    else if (/^[0-9]$/.test(key) && $("[data-move][data-table]")) jump(key);
    else if (/^[a-z[\]]$/i.test(key)) done = letter(key.toLowerCase());
    else done = false;
    if (done) event.preventDefault();
  });

  function back() {
    const open = $("details.kept[open]");
    if (open) { open.open = false; open.firstElementChild.focus(); return true; }
    const up = $("[data-back]");
    if (up) up.click();
    return Boolean(up);
  }

  if (letters) {
    letters.checked = localStorage.getItem(LETTERS) === null;
    letters.addEventListener("change", () => {
      if (letters.checked) localStorage.removeItem(LETTERS);
      else localStorage.setItem(LETTERS, "1");
    });
  }
  const keys = $("#show-keys");
  if (keys) { keys.hidden = false; keys.addEventListener("click", () => $("#keys").showModal()); }

  // ---- the house's clock on the wall ----
  const clock = $("#clock");
  if (clock) {
    const wall = new Intl.DateTimeFormat("en-GB", { timeZone: clock.dataset.zone, hour: "2-digit", minute: "2-digit", second: "2-digit" });
    setInterval(() => { clock.textContent = wall.format(new Date()); }, 1000);
  }

  // ---- renewing: old figures stay until there are new ones, and say how old they are ----
  const age = $("#age");
  let paused = false, since = Date.now();
  const OLD_S = 10;
  function pause() {
    paused = !paused;
    tell();
  }
  function tell() {
    const seconds = Math.round((Date.now() - since) / 1000);
    const old = seconds > OLD_S;
    age.classList.toggle("old", old);
    const said = seconds < 2 ? "just now" : seconds < 120 ? `${seconds} s ago` : `${Math.floor(seconds / 60)} min ago`;
    $("#seconds").textContent = paused ? `${said}, stopped` : said;
  }
  async function renew() {
    if (paused || document.hidden || $("details.kept[open]")) return;
    try {
      const answer = await fetch(age.dataset.from, { headers: { "X-Requested-With": "fetch" }, signal: AbortSignal.timeout(8000) });
      if (answer.redirected) { location.reload(); return; }
      if (!answer.ok) return;
      put($(age.dataset.renews), await answer.text());
      since = Date.now();
    } catch { /* the age says it */ }
  }
  function put(place, text) {
    const table = document.activeElement?.dataset.table, needed = document.activeElement?.hasAttribute("data-needs");
    place.innerHTML = text;
    if (!table) return;
    const kind = needed ? "[data-needs]" : "[data-move]";
    all(kind).find((each) => each.dataset.table === table)?.focus({ preventScroll: true });
  }
  if (age) {
    setInterval(tell, 1000);
    setInterval(renew, Number(age.dataset.every) * 1000);
    document.addEventListener("visibilitychange", renew);
  }
})();
