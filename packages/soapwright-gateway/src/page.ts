/** The page on which people try the operations: Swagger UI, whose files the package has. No other host is asked. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { html } from "soapwright-runtime/xsd";

/** No inline script, no other host: Content Security Policy, level 3. */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

interface PageFile {
  readonly type: string;
  readonly text: string | Buffer;
}

const SCRIPT = "text/javascript; charset=utf-8";
const STYLE = "text/css; charset=utf-8";
const viewer: Readonly<Record<string, string>> = { "swagger-ui-bundle.js": SCRIPT, "swagger-ui.css": STYLE };

const files = new Map<string, PageFile>();

/** Returns a file of the page by its name, `""` for the page itself. */
export function pageFile(name: string, title: string): PageFile | undefined {
  if (name === "") return { type: "text/html; charset=utf-8", text: htmlOf(title) };
  if (name === "page.js") return { type: SCRIPT, text: START };
  if (name === "page.css") return { type: STYLE, text: LOOK };
  if (!Object.hasOwn(viewer, name)) return undefined;
  let file = files.get(name);
  if (file === undefined) {
    file = { type: viewer[name]!, text: readFileSync(join(viewerFolder(), name)) };
    files.set(name, file);
  }
  return file;
}

/** The build copies the files; a checkout has those of the development dependency. */
function viewerFolder(): string {
  const built = join(__dirname, "viewer");
  if (existsSync(built)) return built;
  const name = "@fastify/swagger-ui";
  return join(dirname(require.resolve(`${name}/package.json`)), "static");
}

function htmlOf(title: string): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="page/swagger-ui.css">
<link rel="stylesheet" href="page/page.css">
</head>
<body>
<main id="viewer"></main>
<script src="page/swagger-ui-bundle.js"></script>
<script src="page/page.js"></script>
</body>
</html>
`.html;
}

/** The viewer has dark colors below this class. */
const START = `const dark = matchMedia("(prefers-color-scheme: dark)");
const choose = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
choose();
dark.addEventListener("change", choose);
// The viewer asks for a value until the next request, also when it was typed meanwhile.
const judgedAgain = () => ({
  statePlugins: {
    spec: {
      wrapActions: {
        changeParamByIdentity: (change, { specActions, specSelectors }) => (place, ...rest) => {
          const changed = change(place, ...rest);
          if (specSelectors.validationErrors(place).length > 0) specActions.validateParams(place);
          return changed;
        },
      },
    },
    oas3: {
      wrapActions: {
        setRequestBodyValue: (change, { oas3Actions }) => (given) => {
          const changed = change(given);
          const [path, method] = given.pathMethod;
          oas3Actions.clearRequestBodyValidateError({ path, method });
          return changed;
        },
      },
    },
  },
});
SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#viewer",
  deepLinking: true,
  validatorUrl: null,
  docExpansion: "list",
  syntaxHighlight: { activated: false },
  plugins: [judgedAgain],
});
// The viewer leaves some controls without a name.
const named = () => {
  for (const select of document.querySelectorAll("select:not([aria-label])"))
    select.ariaLabel = select.closest("[data-param-name]")?.dataset.paramName ?? (select.id || "choice");
  for (const button of document.querySelectorAll("button:not([aria-label])"))
    if (button.textContent === "") button.ariaLabel = button.title || button.parentElement.className || "button";
};
new MutationObserver(named).observe(document.getElementById("viewer"), { childList: true, subtree: true });
`;

const LOOK = `body { margin: 0; background: #fff; }
html.dark-mode { color-scheme: dark; }
html.dark-mode body { background: #1c2022; }
.swagger-ui .info .title small pre { background: #5a6170; }
.swagger-ui .info .title small.version-stamp, .swagger-ui .info .title small.version-stamp pre { background: #4b6d03; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1b66b1; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #14703f; }
.swagger-ui .btn.execute { background: #1b66b1; border-color: #1b66b1; }
.swagger-ui .opblock-body .download-contents { background: #5a6170; color: #fff; }
.swagger-ui .json-schema-2020-12__constraint--string { background: #7d5a0c; color: #fff; }
html:not(.dark-mode) .swagger-ui .info .link, html:not(.dark-mode) .swagger-ui .info .url { color: #1b66b1; }
html:not(.dark-mode) .swagger-ui .btn.cancel { border-color: #b3261e; color: #b3261e; }
html:not(.dark-mode) .swagger-ui .parameter__in { color: #595959; }
html:not(.dark-mode) .swagger-ui .json-schema-2020-12-expand-deep-button { color: #505050; }
/* There is one server, which the page is from. */
.swagger-ui .servers-title, .swagger-ui .servers { display: none; }
.swagger-ui .scheme-container:not(:has(.auth-wrapper)) { display: none; }
.swagger-ui .parameters-col_description, .swagger-ui .response-col_description { overflow-wrap: anywhere; }
.swagger-ui .json-schema-2020-12 { overflow-wrap: anywhere; }
@media (max-width: 640px) {
  .swagger-ui .wrapper { padding: 0 8px; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; overflow-wrap: anywhere; }
  .swagger-ui .opblock-tag > * { min-width: 0; max-width: 100%; box-sizing: border-box; }
  .swagger-ui .opblock-tag > small { flex-basis: 80%; padding: 0; }
  .swagger-ui select option { white-space: normal; overflow-wrap: anywhere; }
  .swagger-ui .info .title { font-size: 24px; overflow-wrap: anywhere; }
  .swagger-ui table.parameters, .swagger-ui table.parameters > tbody, .swagger-ui table.parameters > tbody > tr,
  .swagger-ui table.parameters > tbody > tr > td { display: block; min-width: 0; }
  .swagger-ui table.parameters > thead { display: none; }
  .swagger-ui .parameters-col_description input, .swagger-ui .parameters-col_description select,
  .swagger-ui .parameters-col_description textarea { max-width: 100%; width: 100%; box-sizing: border-box; }
}
.swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
.swagger-ui .opblock .opblock-summary-path { max-width: 100%; word-break: break-word; }
`;
