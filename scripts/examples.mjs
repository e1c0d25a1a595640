// Runs every example of examples/ with the packed packages: their types, their tests in jest and in vitest.
import { run, withPackages } from "./with-packages.mjs";

withPackages("examples", (folder) => run("npm", ["test"], { cwd: folder }));
