// The count room by the keyboard alone: lines, their sums as one types, and drafts. All of it works
// without this, by Tab and Enter.
"use strict";
(() => {
  const $ = (selector) => document.querySelector(selector);
  const form = $("#lines");
  const fields = form ? [...form.querySelectorAll("input[data-cents]")] : [];
  const MOST = 1000000;

  // ---- pieces, as the server reads them: 17+3×20 ----
  function pieces(text) {
    const plain = text.replace(/\s/g, "");
    if (!plain) return null;
    let sum = 0;
    for (const stack of plain.split("+")) {
      if (!/^\d{1,8}([×*xX]\d{1,8})*$/.test(stack)) return NaN;
      sum += stack.split(/[×*xX]/).reduce((product, one) => product * Number(one), 1);
    }
    return sum > MOST ? NaN : sum;
  }
  const money = (cents) => (cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

  function reckon() {
    let total = 0, lines = 0;
    for (const field of fields) {
      const row = field.closest("tr"), count = pieces(field.value), cents = Number(field.dataset.cents);
      const known = count !== null && !Number.isNaN(count);
      if (known) { total += cents * count; lines += 1; }
      row.classList.toggle("todo", !known);
      row.querySelector("[data-amount]").textContent = known ? money(cents * count) : "";
      row.querySelector("[data-running]").textContent = known ? money(total) : "";
      const note = row.querySelector("[data-note]");
      if (note) note.textContent = count === 0 ? "counted, none" : Number.isNaN(count) ? "type pieces: 60, 3×20, 17+4" : "";
    }
    form.querySelector("[data-total]").textContent = money(total);
    if ($("#total")) $("#total").textContent = money(total);
    if ($("#in")) $("#in").textContent = `${lines} line${lines === 1 ? "" : "s"} in, ${fields.length - lines} to go`;
  }

  // ---- what is typed stays with who typed it ----
  let kept = form ? new URLSearchParams(new FormData(form)).toString() : "";
  function keep(way) {
    if (form.dataset.writing !== "enter") return;
    const typed = new URLSearchParams(new FormData(form));
    if (typed.toString() === kept) return;
    kept = typed.toString();
    typed.set("do", "keep");
    fetch(form.action, { method: "POST", body: typed, headers: { "X-Requested-With": "fetch" }, ...way }).catch(() => { kept = ""; });
  }

  function go(from, step) {
    const at = fields.indexOf(from) + step;
    if (at >= fields.length) ($("#reason") ?? $("#enter")).focus();
    else if (at >= 0) { fields[at].focus(); fields[at].select(); }
  }
  function here(field) {
    for (const row of form.querySelectorAll("tr.here")) row.classList.remove("here");
    field?.closest("tr").classList.add("here");
  }

  if (form) {
    form.addEventListener("input", reckon);
    form.addEventListener("focusin", (event) => here(fields.includes(event.target) ? event.target : null));
    form.addEventListener("focusout", () => keep({}));
    window.addEventListener("pagehide", () => keep({ keepalive: true }));
    form.addEventListener("keydown", (event) => {
      const field = event.target;
      if (!fields.includes(field)) return;
      if (event.key === "Enter") go(field, 1);
      else if (event.key === "ArrowDown") go(field, 1);
      else if (event.key === "ArrowUp") go(field, -1);
      else if (event.key === "*") {
        field.setRangeText("×", field.selectionStart, field.selectionEnd, "end");
        reckon();
      } else return;
      event.preventDefault();
    });
    reckon();
    (form.querySelector("[aria-invalid]") ?? (document.activeElement === document.body ? fields.find((field) => !field.value) ?? fields[0] : null))?.focus();
  }

  // ---- F8 scans, F9 enters or signs; a signature that is refused keeps the focus ----
  document.addEventListener("keydown", (event) => {
    if (event.key === "F8") {
      event.preventDefault();
      const scan = $("#scan");
      if (scan) scan.focus();
      else [...document.querySelectorAll("#house-nav [data-letter]")].find((each) => each.dataset.letter === "C")?.click();
    } else if (event.key === "F9") {
      event.preventDefault();
      const next = $("form.sign [aria-invalid]") ?? $(".next [data-sign]") ?? $("[data-sign]");
      if (form) form.requestSubmit($("#enter"));
      else next?.focus();
    }
  });
  if (!form) ($("form.sign [aria-invalid]") ?? $(".next [data-sign]"))?.focus();
})();
