/** Visual checks of a page in a browser, for the sandbox's page and for the site. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** A script that finds text that overflows its box, and pages that scroll sideways. */
const sight = `(() => {
  const found = [];
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) found.push("is " + wide + " px wide");
  for (const box of document.querySelectorAll("td, th, h1, h2, h3, p, li, label, legend, summary, button, a, dd, dt")) {
    if (box.clientWidth === 0 || getComputedStyle(box).overflowX !== "visible") continue;
    if (box.scrollWidth > box.clientWidth + 1 && box.querySelector("pre, .scroll") === null) found.push("text runs out of " + box.outerHTML.slice(0, 120));
  }
  return found;
})()`;

/** The viewports to check: both widths in both color schemes. */
const looks = [
  { colorScheme: "light", width: 1280 },
  { colorScheme: "light", width: 390 },
  { colorScheme: "dark", width: 390 },
  { colorScheme: "dark", width: 1280 },
] as const;

/** Returns the visual problems of the open page at every width and color scheme. Calls `shown` at each. */
export async function problemsOfSight(
  page: Page,
  shown: (look: (typeof looks)[number]) => Promise<void> = async () => {},
): Promise<string[]> {
  const found: string[] = [];
  for (const look of looks) {
    const { colorScheme, width } = look;
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    const at = `${width} px, ${colorScheme}`;
    found.push(...((await page.evaluate(sight)) as string[]).map((what) => `${at}: ${what}`));
    await page.evaluate(axe);
    const { violations } = (await page.evaluate("axe.run(document)")) as AxeResult;
    found.push(...violations.map(({ id, nodes }) => `${at}: ${id}: ${nodes.map(({ html }) => html).join(" ")}`));
    await shown(look);
  }
  return found;
}
