"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const grouped = new Intl.NumberFormat("en-US");
  const collator = new Intl.Collator("en", { numeric: true });
  const STATES = "spuo";
  const WORDS = { s: "shifted", p: "passenger", u: "not shifted", o: "left out" };
  const MANY = 20000;

  // The theme is not stored: that needs no permission, and leaves nothing behind.
  function offerThemes(button) {
    const root = document.documentElement;
    const system = matchMedia("(prefers-color-scheme: dark)");
    const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
    const label = () => { button.textContent = isDark() ? "Light theme" : "Dark theme"; };
    button.addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      label();
    });
    system.addEventListener("change", label);
    label();
    button.hidden = false;
  }

  // Paper cannot be unfolded.
  function unfoldForPaper() {
    let folded = [];
    addEventListener("beforeprint", () => {
      folded = [...document.querySelectorAll("details:not([open])")];
      for (const part of folded) part.open = true;
    });
    addEventListener("afterprint", () => { for (const part of folded) part.open = false; });
  }

  function unfoldTarget() {
    const card = location.hash.length > 1 && byId(location.hash.slice(1));
    if (card && card.tagName === "DETAILS") card.open = true;
  }

  async function unpack(text) {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(plain).text());
  }

  // As numbers.score does it for the rows that are there without this script.
  function scoreText(score) {
    if (score === null) return "";
    const size = Math.abs(score), sign = score < 0 ? "−" : "";
    if (size !== 0 && (size < 1e-4 || size >= 1e9)) return sign + size.toExponential(3).replace("+", "");
    return sign + (size >= 1000 ? grouped.format(size) : size.toPrecision(4));
  }

  // Texts only ever become text nodes, so no name can act.
  function made(tag, css, ...content) {
    const element = document.createElement(tag);
    if (css) element.className = css;
    element.append(...content);
    return element;
  }

  class Table {
    constructor(columns, rowsOfPage) {
      Object.assign(this, columns, { rowsOfPage, page: 0, key: "rank", falling: false });
      this.order = this.names.map((_, i) => i);
      this.texts = this.names.map((name, i) => `${name}\n${this.remark(i)}`.toLowerCase());
      this.compare = {
        rank: (a, b) => a - b,
        name: (a, b) => collator.compare(this.names[a], this.names[b]),
        score: (a, b) => (this.scores[a] ?? -Infinity) - (this.scores[b] ?? -Infinity),
        effect: (a, b) => (this.effects[a] ?? -1) - (this.effects[b] ?? -1),
        state: (a, b) => STATES.indexOf(this.states[a]) - STATES.indexOf(this.states[b]),
        remark: (a, b) => collator.compare(this.remark(a) || "\uffff", this.remark(b) || "\uffff"),
      };
    }

    remark(i) { return Object.hasOwn(this.remarks, i) ? this.remarks[i] : ""; }

    row(i) {
      const state = this.states[i], heading = made("th", "", this.name(i));
      heading.scope = "row";
      return made("tr", "sp".includes(state) ? "is-shifted" : "",
        made("td", "rank", grouped.format(i + 1)), heading,
        made("td", "figure", scoreText(this.scores[i])),
        made("td", "figure", this.effects[i] === null ? "" : this.effects[i].toFixed(2)),
        made("td", "state", WORDS[state]),
        made("td", "remark", made("bdi", "", this.remark(i))));
    }

    name(i) {
      const name = made("bdi", "name", this.names[i]);
      if (!Object.hasOwn(this.cards, i)) return name;
      const link = made("a", "", name);
      link.href = `#c${this.cards[i]}`;
      return link;
    }

    sort(key) {
      this.falling = this.key === key ? !this.falling : key === "score" || key === "effect";
      this.key = key;
      const compare = this.compare[key], sign = this.falling ? -1 : 1;
      this.order.sort((a, b) => sign * compare(a, b) || a - b);
      this.choose();
    }

    choose() {
      const wanted = byId("search").value.trim().toLowerCase(), states = byId("show").value || STATES;
      this.chosen = this.order.filter((i) => states.includes(this.states[i]) && this.texts[i].includes(wanted));
      const all = grouped.format(this.names.length), found = grouped.format(this.chosen.length);
      byId("found").textContent = found === all ? `${all} columns` : `${found} of ${all} columns`;
      this.turn(0);
    }

    turn(page) {
      const size = this.rowsOfPage, pages = Math.max(1, Math.ceil(this.chosen.length / size));
      this.page = page;
      byId("rows").replaceChildren(...this.chosen.slice(page * size, (page + 1) * size).map((i) => this.row(i)));
      byId("where").textContent = `Page ${grouped.format(page + 1)} of ${grouped.format(pages)}`;
      byId("back").disabled = page === 0;
      byId("next").disabled = page === pages - 1;
      byId("pages").hidden = pages === 1;
    }
  }

  function connectHeadings(table) {
    const headings = [...document.querySelectorAll(".columns thead th")];
    for (const heading of headings) {
      const button = made("button", "", heading.textContent);
      button.type = "button";
      button.addEventListener("click", () => {
        table.sort(heading.dataset.key);
        for (const other of headings) other.removeAttribute("aria-sort");
        heading.setAttribute("aria-sort", table.falling ? "descending" : "ascending");
      });
      heading.replaceChildren(button);
    }
  }

  function connect(table) {
    let waiting;
    const patience = table.names.length > MANY ? 150 : 0;
    byId("search").addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => table.choose(), patience);
    });
    byId("show").addEventListener("change", () => table.choose());
    byId("controls").addEventListener("submit", (event) => event.preventDefault());
    byId("back").addEventListener("click", () => table.turn(table.page - 1));
    byId("next").addEventListener("click", () => table.turn(table.page + 1));
    connectHeadings(table);
    byId("controls").hidden = false;
    table.choose();
  }

  offerThemes(byId("theme"));
  unfoldForPaper();
  addEventListener("hashchange", unfoldTarget);
  unfoldTarget();
  const source = byId("data");
  if (source) unpack(source.textContent).then((columns) => connect(new Table(columns, Number(source.dataset.rows))));
})();
