"use strict";
(() => {
  const root = document.documentElement;
  const chinese = () => root.lang.startsWith("zh");

  // Language: both languages are in the page; only attributes and options need a script.
  const button = document.getElementById("language-switch");
  const translate = () => {
    const suffix = chinese() ? "zh" : "en";
    document.querySelectorAll("[data-en][data-zh]").forEach((node) => { node.textContent = node.dataset[suffix]; });
    document.querySelectorAll("[data-label-en]").forEach((node) => {
      node.setAttribute("aria-label", node.dataset[chinese() ? "labelZh" : "labelEn"]);
    });
    document.title = document.title.replace(/^[^·]*/, button.dataset[chinese() ? "titleZh" : "titleEn"] + " ");
  };
  button.addEventListener("click", () => {
    root.lang = chinese() ? "en" : "zh-CN";
    translate();
  });

  // Transcripts: filter by run, subtask, outcome and words.
  const items = Array.from(document.querySelectorAll("details.item"));
  const chosen = (id) => { const node = document.getElementById(id); return node ? node.value : ""; };
  const texts = new Map();
  const text = (item) => {
    if (!texts.has(item)) texts.set(item, item.textContent.toLowerCase());
    return texts.get(item);
  };
  const filter = () => {
    const wanted = chosen("filter-text").trim().toLowerCase();
    const run = chosen("filter-run");
    const subtask = chosen("filter-subtask");
    const outcome = chosen("filter-outcome");
    let count = 0;
    items.forEach((item) => {
      const keep = (!run || item.dataset.run === run) && (!subtask || item.dataset.subtask === subtask) &&
        (!outcome || item.dataset.outcome === outcome) && (!wanted || text(item).includes(wanted));
      item.hidden = !keep;
      count += keep ? 1 : 0;
    });
    document.querySelectorAll(".item-group").forEach((group) => {
      group.hidden = !group.querySelector("details.item:not([hidden])");
      if (!group.hidden && (run || subtask || outcome || wanted)) group.open = true;
    });
    const output = document.getElementById("filter-count");
    if (output) output.textContent = String(count);
  };
  ["filter-text", "filter-run", "filter-subtask", "filter-outcome"].forEach((id) => {
    const node = document.getElementById(id);
    if (node) node.addEventListener("input", filter);
  });
  document.querySelectorAll("form.filters").forEach((form) => form.addEventListener("submit", (event) => event.preventDefault()));

  // Links into a closed part open it and what it lies in, and undo a filter that hides it. What is covered stays covered.
  const reveal = () => {
    const target = location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
    if (!target) return;
    if (target.closest("[hidden]")) {
      ["filter-text", "filter-run", "filter-subtask", "filter-outcome"].forEach((id) => {
        const node = document.getElementById(id);
        if (node) node.value = "";
      });
      filter();
    }
    for (let part = target; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
    target.scrollIntoView({ behavior: "instant" });
    const summary = target.querySelector("summary");
    if (summary) summary.focus({ preventScroll: true });
  };
  window.addEventListener("hashchange", reveal);
  // A second click on the same link changes no hash.
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (link && link.hash === location.hash) reveal();
  });

  // Paper cannot be opened: print all figures, and of the transcripts those that the reader has opened.
  let folded = [];
  window.addEventListener("beforeprint", () => {
    folded = Array.from(document.querySelectorAll("main details:not([open])")).filter((one) => !one.closest("#items"));
    folded.forEach((one) => { one.open = true; });
  });
  window.addEventListener("afterprint", () => folded.forEach((one) => { one.open = false; }));

  reveal();
})();
