// Packs every package that would be published and checks what is in it.
import { resolve } from "node:path";
import { packPackage } from "./release/pack";
import { packedProblems, packedSizes } from "./release/packed-checks";

const root = resolve(".");
const packed = packPackage(root, root);
const { code, maps } = packedSizes(packed.files);
console.log(
  `${packed.file.slice(root.length + 1)}: ${packed.files.size} files, ${code} bytes, source maps ${maps} bytes`,
);
for (const problem of packedProblems(packed.files, root)) {
  console.error(`error: ${problem}`);
  process.exitCode = 1;
}
