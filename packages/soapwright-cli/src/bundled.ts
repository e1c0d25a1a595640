/**
 * What the package has bundled and few calls need: prompts and bars for a terminal, and zip files. It is loaded
 * by `import()`, so that other calls start at once.
 */

export { input, select } from "@inquirer/prompts";
export { SingleBar } from "cli-progress";
export { unzipSync } from "fflate";
