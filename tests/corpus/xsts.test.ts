import { describeCorpus, everything } from "soapwright-testing/corpus/corpus-folder";
import { report } from "./report";
import { proveGroup, suiteGroups } from "./xsts";
import { xstsExpected } from "./xsts-expected";

const expected = new Map(
  Object.entries(xstsExpected).flatMap(([feature, names]) => names.map((name) => [name, feature] as const)),
);

describeCorpus("W3C XML Schema suite", () => {
  const groups = suiteGroups().filter((_, index) => everything || index % 25 === 0);

  test("valid schemas generate, and their valid instances come back as they were", async () => {
    const problems: string[] = [];
    let instances = 0;
    for (const group of groups) {
      const found = await proveGroup(group);
      if (found.length === 0) instances += group.instances.length;
      if (found.length > 0 && !expected.has(group.name)) problems.push(`${group.name}: ${found.join("; ")}`);
      if (found.length === 0 && expected.has(group.name)) problems.push(`${group.name} passes: take it off the list`);
    }
    if (everything) report("xsts", summary(groups.length, instances, problems.length));
    expect(problems).toEqual([]);
  }, 600_000);
});

function summary(groups: number, instances: number, problems: number): string {
  const expectations = Object.entries(xstsExpected).map(([feature, names]) => `  ${names.length} lack: ${feature}`);
  const passed = groups - expected.size - problems;
  return [
    `W3C XML Schema suite: ${groups} groups, ${passed} pass with ${instances} instances, ${expected.size} are expected to fail, ${problems} are not as expected`,
    ...expectations,
  ].join("\n");
}
