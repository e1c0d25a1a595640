import { ConfigurationError } from "soapwright-runtime";
import { checkCore } from "soapwright-runtime/errors";

/** A package beside the core, and the versions that it may meet. */
const beside = (range: string) => ({
  name: "soapwright-features/security",
  version: "0.4.1",
  dependencies: { "soapwright-runtime": range },
});

describe("a package beside the core", () => {
  test.each([
    [">=0.1.0", "0.1.0"],
    [">=0.1.0", "0.2.0"],
    [">=0.1.0", "0.12.3"],
    [">=0.2.5", "0.10.0"],
    [">=1.2.0", "1.2.0-rc.1"],
    ["^1.2.0", "1.9.0"],
    [">=0.1.0 <1", "0.3.0"],
  ])("of the range %s runs with the core %s", (range, core) => {
    expect(() => checkCore(beside(range), "security", core)).not.toThrow();
  });

  test.each([
    [">=0.2.0", "0.1.9"],
    [">=0.2.1", "0.2.0"],
    [">=0.2.0", "1.0.0"],
    [">=1.3.0", "1.2.9"],
    [">=2.0.0", "1.9.9"],
  ])("of the range %s refuses the core %s, with both versions and the line that installs one", (range, core) => {
    const first = range.slice(2);
    const next = Number(first.split(".")[0]) + 1;
    const refused = () => checkCore(beside(range), "security", core);
    expect(refused).toThrow(ConfigurationError);
    expect(refused).toThrow(
      `soapwright-features/security 0.4.1 met soapwright-runtime ${core}, and needs ${first} or newer, below ${next}.0.0. Install one that fits: npm install "soapwright-runtime@>=${first} <${next}".`,
    );
  });

  test("meets the version of this tree", () => {
    expect(() => checkCore(beside(">=0.1.0"), "security")).not.toThrow();
    expect(() => checkCore(beside(">=99.0.0"), "security")).toThrow(/met soapwright-runtime \d+\.\d+\.\d+/);
  });
});
