// The site: README and the other pages of the root, the guides of docs/guides.json, and the API pages of TypeDoc.
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { withMermaid } from "vitepress-plugin-mermaid";

const root = resolve(import.meta.dirname, "../..");
const text = (page: string) => readFileSync(join(root, page), "utf8");
const groups: { title: string; about: string; pages: string[] }[] = JSON.parse(text("docs/guides.json"));
const titleOf = (page: string) => /^# (.+)$/m.exec(text(page))![1]!;
const item = (page: string) => ({ text: titleOf(page), link: `/${page.replace(/\.md$/, "")}` });
/** Files that pages link to and that are no pages. */
const linked = new Set<string>();
const modules = [...text("reports/reference/index.md").matchAll(/\[([^\]]+)\]\(([^)]+)\.md\)/g)];

export default withMermaid({
  srcDir: "..",
  srcExclude: [
    "{api,codegen,coverage,dist,generated,src}/**",
    "tests/!(interop|bench)/**",
    "tests/{interop,bench}/!(README.md)",
    "tests/{interop,bench}/*/**",
    "packages/*/!(README.md)/**",
    "packages/*/CHANGELOG.md",
    "reports/!(reference)/**",
  ],
  rewrites: { "docs/index.md": "index.md", "reports/reference/:path*": "reference/:path*" },
  outDir: "../reports/site",
  cacheDir: "../.cache/vitepress",
  title: "employee-service-client",
  description: "A typed Node.js client for the employee service.",
  mermaid: { flowchart: { useMaxWidth: false } },
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    // Anchors as code hosts write them.
    anchor: {
      slugify: (heading) =>
        heading
          .trim()
          .toLowerCase()
          .replace(/[^\p{L}\p{N}_ -]/gu, "")
          .replaceAll(" ", "-"),
    },
    config: (md) =>
      md.core.ruler.push("files", ({ tokens, env }) => {
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          const href = token.type === "link_open" ? token.attrGet("href")! : "#";
          if (/^(?:[a-z]+:|#|\/)|\.md(?:#|$)/.test(href)) continue;
          const path = relative(root, resolve(dirname(env.path), href));
          linked.add(path);
          token.attrSet("href", `/${path}`);
          token.attrSet("target", "_self");
        }
      }),
  },
  themeConfig: {
    nav: [
      { text: "Guides", link: "/docs/start" },
      { text: "API", link: "/reference/" },
    ],
    sidebar: [
      ...groups.map(({ title, pages }, at) => ({
        text: title,
        items: [...(at === 0 ? [{ text: "Overview", link: "/README" }] : []), ...pages.map(item)],
      })),
      { text: "API", items: modules.map(([, name, link]) => ({ text: name!, link: `/reference/${link}` })) },
    ],
    outline: [2, 3],
    search: {
      provider: "local",
      options: {
        miniSearch: {
          searchOptions: { boostDocument: (id: string) => (/^\/(?:docs\/[\w-]+|README)\.html/.test(id) ? 1 : 0.2) },
        },
      },
    },
  },
  // For assistants: the guides as they are written, and what each group is about.
  buildEnd: ({ outDir }) => {
    const list = groups.map(({ title, about, pages }) =>
      [`## ${title}`, "", about, "", ...pages.map((page) => `- [${titleOf(page)}](/${page})`)].join("\n"),
    );
    writeFileSync(join(outDir, "llms.txt"), `# ${titleOf("README.md")}\n\n${list.join("\n\n")}\n`);
    for (const path of [...linked, ...groups.flatMap(({ pages }) => pages)])
      if (existsSync(join(root, path))) cpSync(join(root, path), join(outDir, path), { recursive: true });
  },
});
