/** A headless Chromium, where there is one. */
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const places = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The program; undefined where none is installed. */
export const browserPath = places.find((place) => place !== undefined && existsSync(place));
/** What to print when there is none. */
export const absence = "skipped: no Chromium found; install it, or name it in the environment variable CHROMIUM";

/** Starts it. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: browserPath!, args: ["--no-sandbox", "--disable-gpu"] });
}
