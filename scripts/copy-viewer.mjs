// Copies the viewer of the gateway's page into its package: script, style and license of Swagger UI.
import { copyFileSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const home = "packages/soapwright-gateway";
const require = createRequire(join(process.cwd(), home, "package.json"));
const source = join(dirname(require.resolve("@fastify/swagger-ui/package.json")), "static");
const target = join(home, "dist", "viewer");
mkdirSync(target, { recursive: true });
for (const file of ["swagger-ui-bundle.js", "swagger-ui.css"]) copyFileSync(join(source, file), join(target, file));
