// Copying what is shown once. Without it one selects the field and copies by hand.
"use strict";
document.querySelectorAll("[data-copies]").forEach((button) => {
  const field = document.getElementById(button.dataset.copies);
  field.addEventListener("focus", () => field.select());
  button.hidden = false;
  button.addEventListener("click", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Press Ctrl+C";
    }
  });
});
