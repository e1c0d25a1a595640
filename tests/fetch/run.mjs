// Makes the calls of a bundle in the runtime that runs this file: `run.mjs BUNDLE ADDRESS`, for Node.js, Deno and Bun.
import process from "node:process";
import { pathToFileURL } from "node:url";

const [bundle, url] = process.argv.slice(2);
const { runCalls } = await import(pathToFileURL(bundle).href);
console.log(JSON.stringify(await runCalls(url)));
