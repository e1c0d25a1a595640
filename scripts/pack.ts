// Packs every package that would be published and checks what is in it.
import { resolve } from "node:path";
import { packPackage } from "./release/pack";
import { readPackages } from "./release/packages";
import { packedProblems, packedSizes } from "./release/packed-checks";

const root = resolve(".");
for (const one of readPackages(root)) {
  const packed = packPackage(resolve(one.folder), root);
  const { code, maps } = packedSizes(packed.files);
  const { size } = packed.files;
  console.log(`${packed.file.slice(root.length + 1)}: ${size} files, ${code} bytes, source maps ${maps} bytes`);
  for (const problem of packedProblems(packed.files, root, one)) {
    console.error(`error: ${one.name}: ${problem}`);
    process.exitCode = 1;
  }
}
