// What the site adds to TypeDoc's theme: guides in their groups, four ways on from the first screen, and boxes in which what
// is wider than the page scrolls.
import { DefaultTheme, JSX, ReflectionKind, Renderer } from "typedoc";

/** @param groups docs/guides.json; @param titles from a guide's path to its title */
export function dress(site, groups, pathOf) {
  site.renderer.defineTheme("guides", SiteTheme);
  const linksOf = (context, group) =>
    group.pages.map((page) => {
      const guide = context.page.project.documents.find((document) => pathOf(document) === page);
      return { text: guide.name, href: context.urlTo(guide), isCurrent: context.page.model === guide };
    });
  const { hooks } = site.renderer;
  hooks.on("sidebar.begin", (context) =>
    raw(
      `<nav class="tsd-navigation guides" aria-label="Guides">${groups
        .map((group) => `<h3>${group.title}</h3>\n<ul>${linksOf(context, group).map(item).join("\n")}</ul>`)
        .join("\n")}<h3><a class="api" href="${context.relativeURL("modules.html")}">API</a></h3></nav>`,
    ),
  );
  hooks.on("content.end", (context) =>
    context.page.url === "index.html" ? raw(waysOn(groups, (group) => linksOf(context, group))) : raw(""),
  );
  hooks.on("pageSidebar.begin", (context) => {
    if (context.page.model.kind === ReflectionKind.Module)
      context.page.pageSections = [kindsOf(context.page.pageSections)];
    return raw("");
  });
  site.renderer.on(Renderer.EVENT_END_PAGE ?? "endPage", (page) => {
    page.contents = levelled(boxed(page.contents, page.url.endsWith("/Messages.html") ? "wide messages" : "wide"));
  });
}

/** The navigation that TypeDoc writes has the entry points: guides stand above it, and what an entry point has is its page. */
class SiteTheme extends DefaultTheme {
  buildNavigation(project) {
    return super
      .buildNavigation(project)
      .filter(({ kind }) => kind !== ReflectionKind.Document)
      .map(({ children, ...entryPoint }) => entryPoint);
  }
}

/** An entry point's page is the list of what it has: beside it stand the kinds alone. */
function kindsOf(sections) {
  const kinds = sections.map(({ title }) => title).filter(Boolean);
  const link = (title) => `#${title.toLowerCase().replaceAll(" ", "-")}`;
  return { title: "", headings: kinds.map((title) => ({ text: title, link: link(title) })) };
}

function waysOn(groups, linksOf) {
  const way = (group) => {
    const [first, ...more] = linksOf(group);
    return `<section><h2><a href="${first.href}">${group.title}</a></h2><p>${group.about}</p>
<ul>${[first, ...more].slice(0, 4).map(item).join("\n")}</ul></section>`;
  };
  return `<div class="ways tsd-typography">${groups.map(way).join("\n")}</div>`;
}

function item({ text, href, isCurrent }) {
  // TypeDoc's script scrolls what has the class into sight.
  return `<li><a href="${href}"${isCurrent ? ' class="current" aria-current="page"' : ""}>${escaped(text)}</a></li>`;
}

/** Tables and code that are wider than the page scroll in boxes of their own, which the keyboard reaches. */
function boxed(html, name) {
  let tables = 0;
  return html
    .replace('<div class="col-content">', '<div class="col-content" role="main">')
    .replace('<div class="page-menu">', '<div class="page-menu" role="complementary" aria-label="This page">')
    .replace(/<table>/g, () => `<div class="${name}" role="region" aria-label="Table ${++tables}" tabindex="0"><table>`)
    .replaceAll("</table>", "</table></div>")
    .replace(/<pre><code/g, '<pre><code tabindex="0"');
}

/** TypeDoc's headings skip levels, which are what a screen reader's user goes by: each is at most one below the one before. */
function levelled(html) {
  let last = 0;
  return html.replace(/<h([1-6])(?=[\s>])/g, (heading, level) => {
    const isSkipped = Number(level) > last + 1;
    last = Math.min(Number(level), last + 1);
    return isSkipped ? `${heading} aria-level="${last}"` : heading;
  });
}

function raw(html) {
  return JSX.createElement(JSX.Raw, { html });
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
