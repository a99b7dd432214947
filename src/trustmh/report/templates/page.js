"use strict";
(() => {
  const root = document.documentElement;
  const chinese = () => root.lang.startsWith("zh");
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const colour = (name) => getComputedStyle(root).getPropertyValue(name).trim();

  // Radar: fixed axes from 0 to 100; null is a gap and no line crosses it.
  const radar = read("radar-data");
  const shapes = ["circle", "square", "diamond", "triangle-up", "cross", "x", "star", "pentagon"];
  const dashes = ["solid", "dash", "dot", "dashdot"];
  const wrapped = (label) => {
    if (chinese() || label.length < 13) return label;
    const breaks = Array.from(label.matchAll(/[ -]/g), (match) => match.index + 1);
    const middle = label.length / 2;
    const best = breaks.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
    return best ? label.slice(0, best).trimEnd() + "<br>" + label.slice(best) : label;
  };
  const draw = () => {
    const place = document.getElementById("radar");
    if (!place || typeof Plotly === "undefined") return;
    const labels = radar.labels[root.lang].map(wrapped);
    const closed = (list) => list.concat([list[0]]);
    const traces = radar.series.map((series, index) => {
      const whole = series.values.every((value) => value !== null);
      return {
        type: "scatterpolar",
        mode: "lines+markers",
        name: series.name,
        r: closed(series.values),
        theta: closed(labels),
        connectgaps: false,
        fill: whole ? "toself" : "none",
        opacity: 0.95,
        line: { color: colour(`--series-${index % 8}`), width: 2.5, dash: dashes[index % 4] },
        marker: { size: 11, symbol: shapes[index % 8], color: colour(`--series-${index % 8}`) },
        hovertemplate: "%{theta}: %{r:.1f}<extra>%{fullData.name}</extra>",
      };
    });
    const ink = colour("--ink");
    const line = colour("--line");
    const layout = {
      height: 430,
      margin: { l: 100, r: 100, t: 40, b: 40 },
      paper_bgcolor: "rgba(0,0,0,0)",
      plot_bgcolor: "rgba(0,0,0,0)",
      font: { color: ink, family: getComputedStyle(document.body).fontFamily, size: 13 },
      showlegend: radar.series.length > 1,
      legend: { orientation: "h", y: -0.12 },
      polar: {
        bgcolor: "rgba(0,0,0,0)",
        radialaxis: { range: [0, 100], tickvals: [0, 25, 50, 75, 100], gridcolor: line, linecolor: line, angle: 90, tickangle: 90, tickfont: { size: 11, color: colour("--faint") } },
        angularaxis: { categoryorder: "array", categoryarray: labels, direction: "clockwise", rotation: 90, gridcolor: line, linecolor: line },
      },
    };
    Plotly.react(place, traces, layout, { displayModeBar: false, responsive: true });
  };

  // Language: both languages are in the page; only attributes and options need a script.
  const titles = read("page-titles");
  const button = document.getElementById("language-switch");
  const translate = () => {
    const suffix = chinese() ? "zh" : "en";
    document.querySelectorAll("[data-en][data-zh]").forEach((node) => { node.textContent = node.dataset[suffix]; });
    document.querySelectorAll("[data-label-en]").forEach((node) => {
      node.setAttribute("aria-label", node.dataset[chinese() ? "labelZh" : "labelEn"]);
    });
    document.title = document.title.replace(/^[^·]*/, titles[root.lang] + " ");
  };
  button.addEventListener("click", () => {
    root.lang = chinese() ? "en" : "zh-CN";
    translate();
    draw();
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

  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  draw();
  reveal();
})();
