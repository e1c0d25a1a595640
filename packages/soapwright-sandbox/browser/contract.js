/**
 * The script of the contract view: search, operations, and types as a linked tree. It reads the contract from the page,
 * renders only the part in view, and sets every value as text. The URL holds the state of the view, so that it can be
 * linked to. A page loads it as a script, or has it as text, so it imports nothing.
 */
/** @import { Child, ContractView, Entry, Member, Operation, Service, Type, TypeReference } from "./types" */
(() => {
  /** @param {string} id */
  const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
  /** @type {ContractView} */
  const { services, types, namespaces } = JSON.parse(byId("contract").textContent ?? "");
  const list = byId("contract-list");
  const detail = byId("contract-detail");
  const search = /** @type {HTMLInputElement} */ (byId("contract-search"));
  const found = byId("contract-found");
  const most = 200;
  /** @type {(name: string, properties: Readonly<Record<string, string>>, ...children: (Child | readonly Child[])[]) => HTMLElement} */
  const make = (name, properties, ...children) => {
    const { className, ...attributes } = properties;
    const made = document.createElement(name);
    if (className) made.className = className;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    for (const child of children.flat()) if (child !== undefined && child !== "" && child !== null) made.append(child);
    return made;
  };
  /** @type {(text: string) => HTMLElement} */
  const bdi = (text) => make("bdi", {}, text);
  /** @type {(...text: Child[]) => HTMLElement} */
  const soft = (...text) => make("span", { className: "soft" }, ...text);
  /** @type {(...content: Child[]) => HTMLElement} */
  const softLine = (...content) => make("p", { className: "soft" }, ...content);
  /** @type {(text: string) => HTMLElement} */
  const code = (text) => make("code", {}, text);
  /** @type {(address: string, text: string) => HTMLElement} */
  const link = (address, text) => make("a", { href: address }, bdi(text));
  /** @type {(place: number) => string} */
  const typeAddress = (place) => `#type/${place}`;
  /** @type {(service: number, operation: Operation) => string} */
  const operationAddress = (service, operation) => `#operation/${service}/${encodeURIComponent(operation.method)}`;
  /** @type {(name: string, group: string, address: string) => Entry} */
  const entry = (name, group, address) => ({ name, group, address, lower: name.toLowerCase() });
  const operationEntries = services.flatMap((service, at) =>
    service.operations.map((operation) => {
      const { name, group = "" } = operation;
      const shown = services.length > 1 ? service.name + (group && ` · ${group}`) : group;
      return entry(name, shown, operationAddress(at, operation));
    }),
  );
  const typeEntries = types.flatMap((type, place) =>
    type.anonymous || type.kind === "alternatives" ? [] : [entry(type.name, "", typeAddress(place))],
  );
  typeEntries.sort((one, other) => (one.lower < other.lower ? -1 : one.lower > other.lower ? 1 : 0));

  // ---- The list -----------------------------------------------------------------------------------------------------
  /** @type {(entry: Entry) => HTMLElement} */
  const itemOf = (entry) =>
    make(
      "li",
      {},
      make(
        "a",
        { href: entry.address, ...(entry.address === location.hash ? { "aria-current": "true" } : {}) },
        bdi(entry.name),
      ),
    );
  /** @type {(title: string, all: readonly Entry[], filter: string) => HTMLElement[]} */
  const listed = (title, all, filter) => {
    if (all.length === 0) return [];
    const shown = all.slice(0, most);
    const groups = new Map();
    for (const entry of shown) {
      if (!groups.has(entry.group)) groups.set(entry.group, []);
      groups.get(entry.group).push(entry);
    }
    const isOpen = filter !== "" || groups.size < 6;
    const lists = [...groups].map(([group, members]) => {
      const items = make("ul", { className: "plain" }, members.map(itemOf));
      if (groups.size === 1 && group === "") return items;
      return make(
        "details",
        { className: "group", ...(isOpen ? { open: "" } : {}) },
        make("summary", {}, bdi(group || "Others"), " ", soft(String(members.length))),
        items,
      );
    });
    const rest =
      all.length > most
        ? [softLine(`and ${(all.length - most).toLocaleString("en-US")} more: search to find them.`)]
        : [];
    return [make("h2", {}, `${title} `, soft(all.length.toLocaleString("en-US"))), ...lists, ...rest];
  };
  const showList = () => {
    const filter = search.value.trim().toLowerCase();
    /** @type {(entry: Entry) => number} */
    const rank = ({ lower }) => (filter === "" || lower === filter ? 0 : lower.startsWith(filter) ? 1 : 2);
    /** @type {(all: readonly Entry[]) => Entry[]} */
    const matching = (all) =>
      all.filter(({ lower }) => lower.includes(filter)).sort((one, other) => rank(one) - rank(other));
    const operations = matching(operationEntries);
    const kinds = matching(typeEntries);
    const count = operations.length + kinds.length;
    list.replaceChildren(...listed("Operations", operations, filter), ...listed("Types", kinds, filter));
    found.textContent =
      filter === "" ? "" : count === 0 ? "Nothing has this name." : `${count.toLocaleString("en-US")} found.`;
  };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  search.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(showList, 60);
  });

  // ---- Types --------------------------------------------------------------------------------------------------------
  /** @type {(reference: TypeReference) => string} */
  const typeName = (reference) => (typeof reference === "number" ? types[reference].name : reference);
  /** @type {(reference: TypeReference | undefined) => Child} */
  const typeLink = (reference) => {
    if (reference === undefined) return "";
    if (typeof reference === "string") return make("span", { className: "built-in" }, reference);
    const type = types[reference];
    // One without a name of its own is seen where it is opened.
    return type.anonymous ? "" : link(typeAddress(reference), type.name);
  };
  /** @type {(member: Member) => string} */
  const occurs = ({ min = 1, max = 1 }) =>
    min === 1 && max === 1
      ? ""
      : min === 0 && max === 1
        ? "optional"
        : min === 0 && max === -1
          ? "any number"
          : max === -1
            ? `${min} or more`
            : min === max
              ? String(min)
              : `${min} to ${max}`;
  /** @type {(member: Member) => string} */
  const notes = (member) =>
    [
      occurs(member),
      member.choice ? "one of a choice" : "",
      member.nil ? "may be nil" : "",
      member.default !== undefined ? `default ${member.default}` : "",
      member.fixed !== undefined ? `always ${member.fixed}` : "",
    ]
      .filter((text) => text !== "")
      .join(", ");
  /**
   * Own members and those of the types that it extends, those first.
   *
   * @type {(place: number) => (Member & { readonly own: string | undefined })[]}
   */
  const membersOf = (place) => {
    /** @type {number[]} */
    const chain = [];
    /** @type {TypeReference | undefined} */
    let at = place;
    while (typeof at === "number" && !chain.includes(at) && types[at].kind !== "simple") {
      chain.push(at);
      at = types[at].base;
    }
    return chain
      .reverse()
      .flatMap((at) => (types[at].members || []).map((member) => ({ ...member, own: namespaces[types[at].ns] })));
  };
  /** @type {(type: Type) => boolean} */
  const isTree = ({ kind, values, facets }) => kind !== "simple" || values !== undefined || facets !== undefined;
  /** @type {(member: Member, isOpen?: boolean) => HTMLElement} */
  const memberRow = (member, isOpen = false) => {
    const name = make(
      "span",
      { className: member.kind ? `member ${member.kind}` : "member" },
      member.kind === "attribute" ? "@" : "",
      bdi(member.name),
    );
    const { type } = member;
    const line = [name, " ", typeLink(type), " ", soft(notes(member))];
    if (typeof type !== "number" || !isTree(types[type])) return make("li", {}, ...line);
    const toggle = make("button", {
      type: "button",
      className: "toggle",
      "aria-expanded": "false",
      "aria-label": `What ${member.name} holds`,
    });
    const row = make("li", { className: "branch" }, toggle, ...line);
    /** @type {HTMLElement | undefined} */
    let inner;
    toggle.addEventListener("click", () => {
      // Made when it is opened: a tree of types may have no end.
      if (inner === undefined) {
        inner = tree(type);
        row.append(inner);
      } else inner.hidden = !inner.hidden;
      toggle.setAttribute("aria-expanded", String(!inner.hidden));
    });
    if (isOpen) toggle.click();
    return row;
  };
  /** @type {(place: number) => HTMLElement} */
  const tree = (reference) => {
    const type = types[reference];
    const parts = [];
    if (type.text) parts.push(make("p", { className: "soft", dir: "auto" }, type.text));
    if (type.base !== undefined && type.base !== "union")
      parts.push(make("p", {}, soft(type.kind === "simple" ? "restricts " : "extends "), typeLink(type.base)));
    if (type.abstract) parts.push(softLine("abstract: a type that extends it is sent"));
    if (type.values) parts.push(values(type.values));
    if (type.facets)
      parts.push(
        make(
          "ul",
          { className: "plain dense" },
          type.facets.map((facet) => make("li", { dir: "auto" }, code(facet))),
        ),
      );
    if (type.alternatives)
      parts.push(
        make("p", {}, soft(type.kind === "simple" ? "one of these types:" : "one of these:")),
        make(
          "ul",
          { className: "tree" },
          type.alternatives.map((one) => memberRow({ name: typeName(one), type: one, kind: "text" })),
        ),
      );
    const members = type.kind === "simple" ? [] : membersOf(reference);
    if (members.length > 0) parts.push(paged(members));
    if (parts.length === 0) parts.push(softLine("It holds nothing."));
    return make("div", { className: "tree-part" }, parts);
  };
  /** The first ones; the others a click away. */
  /** @type {(members: readonly Member[], areOpen?: boolean) => HTMLElement} */
  const paged = (members, areOpen = false) => {
    const items = make(
      "ul",
      { className: "tree" },
      members.slice(0, most).map((member) => memberRow(member, areOpen)),
    );
    if (members.length > most) {
      const button = make(
        "button",
        { type: "button", className: "small quiet" },
        `Show ${(members.length - most).toLocaleString("en-US")} more`,
      );
      const last = make("li", {}, button);
      button.addEventListener("click", () =>
        last.replaceWith(...members.slice(most).map((member) => memberRow(member))),
      );
      items.append(last);
    }
    return items;
  };
  /** @type {(all: readonly string[]) => HTMLElement} */
  const values = (all) => {
    const shown = all
      .slice(0, most)
      .map((value) => make("li", { dir: "auto" }, code(value === "" ? "(empty)" : value)));
    if (all.length > most) shown.push(make("li", {}, soft(`and ${all.length - most} more`)));
    return make("ul", { className: "values", "aria-label": "Values" }, shown);
  };
  /** @type {(place: number) => void} */
  const showType = (place) => {
    const type = types[place];
    if (type === undefined) return showNothing();
    detail.replaceChildren(
      make(
        "p",
        { className: "eyebrow" },
        type.kind === "simple" ? "Simple type" : type.kind === "array" ? "SOAP array" : "Type",
      ),
      make("h2", { dir: "auto" }, type.anonymous ? `Type of ${type.name}` : type.name),
      make("p", { className: "address" }, namespaces[type.ns]),
      tree(place),
    );
  };

  // ---- Operations ---------------------------------------------------------------------------------------------------
  /** @type {(title: string, members: readonly Member[]) => HTMLElement[]} */
  const section = (title, members) =>
    members.length === 0 ? [] : [make("h3", {}, title), paged(members, title === "Request" || title === "Response")];
  /** @type {(at: number, method: string) => void} */
  const showOperation = (at, method) => {
    const service = services[at];
    const operation = service?.operations.find((one) => one.method === method);
    if (operation === undefined) return showNothing();
    const actions = [...new Set(Object.values(operation.action))].filter((action) => action !== "");
    detail.replaceChildren(
      make("p", { className: "eyebrow" }, "Operation of ", link(`#service/${at}`, service.name)),
      make("h2", { dir: "auto" }, operation.name),
      ...(operation.text ? [make("p", { className: "lead", dir: "auto" }, operation.text)] : []),
      softLine(
        "method ",
        code(operation.method),
        ` · ${operation.style}${operation.output ? "" : " · one-way, without a response"}`,
      ),
      ...actions.map((action) => softLine("SOAPAction ", code(action))),
      ...(service.form
        ? [
            make(
              "p",
              {},
              make("a", { className: "button", href: service.form + encodeURIComponent(operation.method) }, "Try it"),
            ),
          ]
        : []),
      ...section("Request", operation.input),
      ...section("Header", operation.headers),
      ...(operation.output ? section("Response", operation.output) : []),
      ...section("Header of the response", operation.resultHeaders),
      ...section("Faults", operation.faults),
    );
  };
  /** @type {(at: number) => void} */
  const showService = (at) => {
    const service = services[at];
    if (service === undefined) return showNothing();
    const rows = service.ports.map((port) =>
      make(
        "tr",
        {},
        make("th", { scope: "row" }, bdi(port.name)),
        make("td", {}, `SOAP ${port.soapVersion}`),
        make("td", {}, code(port.address)),
      ),
    );
    detail.replaceChildren(
      make("p", { className: "eyebrow" }, "Service"),
      make("h2", { dir: "auto" }, service.name),
      make("p", { className: "address" }, service.namespace),
      make(
        "div",
        { className: "scroll", tabindex: "0", role: "region", "aria-label": "Ports" },
        make(
          "table",
          {},
          make(
            "thead",
            {},
            make("tr", {}, ...["Port", "SOAP", "Address"].map((name) => make("th", { scope: "col" }, name))),
          ),
          make("tbody", {}, rows),
        ),
      ),
      make("h3", {}, "Operations ", soft(String(service.operations.length))),
      make(
        "ul",
        { className: "plain" },
        service.operations.map((operation) =>
          make(
            "li",
            {},
            link(operationAddress(at, operation), operation.name),
            ...(operation.text
              ? [make("br", {}), make("span", { className: "soft", dir: "auto" }, operation.text)]
              : []),
          ),
        ),
      ),
    );
  };
  const showNothing = () =>
    detail.replaceChildren(make("p", {}, "The contract has nothing of this name. Search on the list."));
  let isFirst = true;
  const show = () => {
    const [kind, first = "", second = ""] = location.hash.slice(1).split("/");
    const decoded = (() => {
      try {
        return decodeURIComponent(second);
      } catch {
        return second;
      }
    })();
    if (kind === "type") showType(Number(first));
    else if (kind === "operation") showOperation(Number(first), decoded);
    else showService(Number(kind === "service" ? first : 0));
    for (const current of list.querySelectorAll("[aria-current]")) current.removeAttribute("aria-current");
    for (const one of list.querySelectorAll("a"))
      if (one.getAttribute("href") === location.hash) one.setAttribute("aria-current", "true");
    if (!isFirst) {
      detail.focus({ preventScroll: true });
      detail.scrollIntoView({ block: "start" });
    }
    isFirst = false;
  };
  addEventListener("hashchange", show);
  showList();
  show();
})();
