import { readFileSync } from "node:fs";
import { readModules } from "../../scripts/rules/modules";

/** The folders that know the employee service: its runtime module, the entry points that show it, the sandbox's data, the command. */
const knowing = /^src\/(employee-(service|sandbox)[./]|index\.ts$|cli\/)/;
/** The marks of the versions before, which go on being known, begin with the client's name. */
const words =
  /employee(?!-service-client(?:\.error|:call| codegen)\b)|cost.?cent|kosten|Address_|AddressType|(home|post|work|employee)address/i;

function namings(file: string, text: string): string[] {
  return text.split("\n").flatMap((line, index) => (words.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : []));
}

test("nothing outside those folders names what the service is about", () => {
  const modules = readModules(".", ["src", "codegen"]).filter(({ file }) => !knowing.test(file));
  expect(modules.length).toBeGreaterThan(100);
  expect(modules.flatMap(({ file }) => namings(file, readFileSync(file, "utf8")))).toEqual([]);
});

test("a name of the service would be seen", () => {
  expect(namings("src/client/a.ts", "const a = 1;\ntype B = EmployeeAddress;\n")).toEqual([
    "src/client/a.ts:2: type B = EmployeeAddress;",
  ]);
  expect(namings("src/a.ts", 'const by = "employee-service-client";')).toHaveLength(1);
});
