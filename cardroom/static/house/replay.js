// Stepping through a round: keys and slider follow the page's own links, and only the round is put anew.
"use strict";
(() => {
  const $ = (selector) => document.querySelector(selector);
  const KEYS = {
    ArrowLeft: "[data-step=back]", ArrowRight: "[data-step=on]", Home: "[data-step=first]", End: "[data-step=last]",
    PageUp: "[data-round=before]", PageDown: "[data-round=after]",
  };
  const typing = (target) => target.closest("input, textarea, select, dialog");

  let asked = 0;
  async function go(url) {
    const mine = ++asked;
    const kept = document.activeElement?.dataset?.step;
    try {
      const answer = await fetch(url, { headers: { "X-Requested-With": "fetch" } });
      if (mine !== asked) return;
      const fresh = answer.ok && new DOMParser().parseFromString(await answer.text(), "text/html");
      const round = fresh && fresh.querySelector("#round");
      if (!round || mine !== asked) { if (!round) location.assign(url); return; }
      $("#round").replaceWith(document.adoptNode(round));
      document.title = fresh.title;
      history.replaceState(null, "", url);
      bind();
      if (kept) ($(`[data-step=${kept}]`) ?? $("#step")).focus({ preventScroll: true });
    } catch { location.assign(url); }
  }

  function bind() {
    const slider = $("#step");
    slider.addEventListener("change", () => {
      const url = new URL(slider.form.action);
      url.searchParams.set("step", slider.value);
      go(url).then(() => $("#step").focus({ preventScroll: true }));
    });
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-step], [data-revision]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(link.href);
  });

  // Before the site's own keys, which would move among links.
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || typing(event.target)) return;
    const letters = $("#single-letters")?.checked;
    let wanted = KEYS[event.key];
    if (letters && /^[1-9]$/.test(event.key)) wanted = `[data-revision="${event.key}"]`;
    if (letters && event.key.toLowerCase() === "w") wanted = "#coverage";
    if (letters && event.key.toLowerCase() === "g") wanted = "#at";
    if (!wanted) return;
    event.preventDefault();
    const found = $(wanted);
    if (!found) return;
    if (wanted === "#coverage") { found.scrollIntoView({ block: "start" }); found.focus({ preventScroll: true }); }
    else if (wanted === "#at") { found.focus(); found.select(); }
    else found.click();
  }, true);

  bind();
})();
