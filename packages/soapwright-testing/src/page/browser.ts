/** A headless Chromium, if one is installed. */
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const places = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The path of the program; undefined if none is installed. */
export const browserPath = places.find((place) => place !== undefined && existsSync(place));
/** The message if no browser is installed. */
export const absence = "skipped: no Chromium found; install it, or name it in the environment variable CHROMIUM";

export function startBrowser(): Promise<Browser> {
  // The library that sets the clock of the tests stops a browser, whose processes share memory with another clock.
  const { LD_PRELOAD, ...env } = process.env;
  return chromium.launch({ executablePath: browserPath!, args: ["--no-sandbox", "--disable-gpu"], env });
}
