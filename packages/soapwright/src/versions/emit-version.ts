/** Emits the files of one version. */
import type { Model } from "soapwright-contract";
import { type EmittedFile, emitFiles, file } from "../emit/emit";
import { emitCredentials } from "./credentials-type";
import { emitDocumentation } from "./documentation-file";
import { emitFactory, factoryExports } from "./factory-file";
import { emitVersionTable, type VersionFiles } from "./version-file";

/** Three files come from the version's row, beside those that soapwright emits for any WSDL. */
export function* emitVersion(version: VersionFiles, model: Model, sha256: string): Generator<EmittedFile> {
  const { folder, date } = version.row;
  const credentials = emitCredentials(version.row);
  yield* emitFiles(model, {
    extension: "",
    nodeSoap: version.table.nodeSoap,
    contract: { sha256, version: folder.text, ...(date === undefined ? {} : { date }) },
    ...(credentials === undefined ? {} : { credentials }),
    exports: factoryExports(version.row),
  });
  yield file("version.ts", emitVersionTable(version, model));
  yield file("factory.ts", emitFactory(version, model));
  yield file("documentation.ts", emitDocumentation(version, model));
}
