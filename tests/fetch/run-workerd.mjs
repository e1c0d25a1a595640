// Makes the calls of a bundled worker in workerd: `run-workerd.mjs MINIFLARE BUNDLE ADDRESS`, with the module of miniflare.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [module, bundle, url] = process.argv.slice(2);
const { Miniflare } = createRequire(import.meta.url)(module);
const worker = new Miniflare({
  modules: true,
  script: readFileSync(bundle, "utf8"),
  compatibilityDate: "2024-09-01",
});
try {
  const response = await worker.dispatchFetch("http://worker.example/", { method: "POST", body: url });
  console.log(await response.text());
} finally {
  await worker.dispose();
}
