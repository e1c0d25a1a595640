/** `sandbox --write-data FILE`: writes the sandbox's own employees, as the start of a data file. */
import { writeFileSync } from "node:fs";
import { dirname, relative, resolve, sep } from "node:path";
import { versions } from "../../generated/versions";
import { checkedEmployeeData } from "../sandbox/employee-records";
import employees from "../sandbox/employees.json";
import { fittingData } from "../sandbox/fit-data";
import { ownFile } from "../service/own-files";
import { UsageError } from "./usage-error";

/** Returns a message about the file. Throws `UsageError` if it cannot be written; never overwrites a file. */
export function writeData(file: string): string {
  const schema = schemaFrom(dirname(resolve(file)));
  const data = fittingData(versions, checkedEmployeeData(employees), () => {});
  const content = { ...(schema === undefined ? {} : { $schema: schema }), ...data };
  try {
    writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`, { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") {
      throw new UsageError(`--write-data does not replace ${file}, which exists. Choose another name.`);
    }
    throw new UsageError(`--write-data cannot write ${file}: ${(error as Error).message}.`);
  }
  return `Wrote ${file}. Edit it, and start the sandbox with: employee-service sandbox --data ${file}\n`;
}

/** The path is from `folder`, for editors; undefined if the package has no schema. */
function schemaFrom(folder: string): string | undefined {
  const file = ownFile("sandbox-data.schema.json");
  if (file === undefined) return undefined;
  const path = relative(folder, file).split(sep).join("/");
  return path.startsWith(".") ? path : `./${path}`;
}
