/** The contract, against the embedded sandbox or a service at an address: `make contract`. */
import { addressTypes } from "./address-types";
import { openTarget, present, type Target, withV3, withV21 } from "./target";

const versions = ["1.1", "1.2"] as const;
const int = expect.any(Number) as number;
let target: Target;

beforeAll(async () => {
  target = await openTarget();
  if (process.env.CONTRACT) process.stdout.write(`${describeTarget(target)}\n`);
});
afterAll(() => target.close());

/** Describes the namespaces and SOAPActions in use, about which the contract's page says nothing. */
function describeTarget({ name, v21, v3 }: Target): string {
  const line = (version: string, operation: string, options: Target["v21"] | Target["v3"]) => {
    if (!options) return `${version}: left out, its credentials are not set`;
    const base = (options.namespaceBaseUrl ?? options.baseUrl).replace(/\/+$/, "");
    const namespace = options.namespace ?? `${base}/soap/${version}/EmployeeService`;
    return `${version}: namespace ${namespace}\n      SOAPAction "${namespace}/${operation}"`;
  };
  return [
    `Contract suite against ${name}`,
    line("v2.1", "CostCenter_GetCurrent", v21),
    line("v3", "Address_GetList", v3),
  ].join("\n");
}

describe.each(versions)("over SOAP %s", (soapVersion) => {
  test("CostCenter_GetCurrent answers a list of cost centers", async () => {
    if (!target.v21) return;
    const list = await withV21({ ...target.v21, soapVersion }, (service) =>
      service.costCenterGetCurrent({ EmployeeId: target.employeeId }),
    );
    expect(Array.isArray(list)).toBe(true);
    for (const entry of present(list)) {
      expect(entry).toMatchObject({ Id: int, Percentage: expect.stringMatching(/^[+-]?\d*\.?\d*$/) });
      expect(typeof entry.Default).toBe("boolean");
    }
  });

  test("Address_GetList answers a list of addresses", async () => {
    if (!target.v3) return;
    const list = await withV3({ ...target.v3, soapVersion }, (service) =>
      service.addressGetList({ EmployeeId: target.employeeId, Period: target.period, Year: target.year }),
    );
    expect(Array.isArray(list)).toBe(true);
    for (const entry of present(list)) {
      expect(entry).toMatchObject({ Id: int, Type: expect.any(String) });
      expect(typeof entry.Default).toBe("boolean");
      if (target.isSandbox) expect(addressTypes).toContain(entry.Type);
    }
  });

  test("withResponse shows status 200 and one attempt", async () => {
    if (!target.v3) return;
    const args = { EmployeeId: target.employeeId, Period: target.period, Year: target.year };
    const { http } = await withV3({ ...target.v3, soapVersion }, (service) =>
      service.addressGetList(args).withResponse(),
    );
    expect(http).toMatchObject({ status: 200, attempts: 1 });
    expect(http.headers["content-type"]).toMatch(soapVersion === "1.1" ? /^text\/xml/ : /^application\/soap\+xml/);
  });

  test("wrong credentials are refused with a fault or a status", async () => {
    const options = { soapVersion, retries: 0 };
    if (target.v21) {
      const wrong = { ...target.v21, ...options, token: "wrong-token" };
      await expect(
        withV21(wrong, (s) => s.costCenterGetCurrent({ EmployeeId: target.employeeId })),
      ).rejects.toMatchObject({ code: expect.stringMatching(/^(FAULT|HTTP)$/) });
    }
    if (target.v3 && target.isSandbox) {
      const args = { EmployeeId: target.employeeId, Period: target.period, Year: target.year };
      await expect(
        withV3({ ...target.v3, ...options, domain: "wrong-domain" }, (s) => s.addressGetList(args)),
      ).rejects.toMatchObject({ code: "FAULT" });
    }
  });
});

describe("the employees of the sandbox", () => {
  const costCenters = (EmployeeId: number) =>
    withV21(target.v21!, (service) => service.costCenterGetCurrent({ EmployeeId }));
  const addresses = (EmployeeId: number, Period = 11, Year = 2026) =>
    withV3(target.v3!, (service) => service.addressGetList({ EmployeeId, Period, Year }));
  const onlySandbox = (body: () => Promise<void>) => async () => {
    if (target.isSandbox) await body();
  };

  test.each([
    [1001, 0, 0],
    [1002, 1, 1],
    [1003, 2, 2],
    [1004, 50, 50],
    [1005, 3, 2],
    [1006, 2, 6],
  ])("%i has %i cost centers and %i addresses", (employeeId, costCenterCount, addressCount) =>
    onlySandbox(async () => {
      await expect(costCenters(employeeId)).resolves.toHaveLength(costCenterCount);
      await expect(addresses(employeeId)).resolves.toHaveLength(addressCount);
    })(),
  );

  test(
    "decimals keep their text",
    onlySandbox(async () => {
      const list = [...(await costCenters(1003)), ...(await costCenters(1004))];
      const percentages = present(list).map(({ Percentage }) => Percentage);
      expect(percentages).toEqual(expect.arrayContaining(["33.3333", "66.6667", "12.50"]));
    }),
  );

  test(
    "absent, empty and nil are three things",
    onlySandbox(async () => {
      await expect(costCenters(1005)).resolves.toStrictEqual([
        {
          Id: 2201,
          CostCenter: { Code: "", Description: "", Id: null },
          Kostensoort: {},
          Percentage: "0",
          Default: false,
        },
        { Id: 2202, Percentage: "12.50", Default: true },
        {
          Id: 2203,
          CostCenter: { Code: "ALLEEN-CODE", Id: null },
          Kostensoort: { Code: "4000", Description: "" },
          Percentage: "0.0000001",
          Default: false,
        },
      ]);
      const [absent, empty] = await addresses(1005);
      expect(absent).toStrictEqual({ Id: 3201, Default: true, Type: "HomeAddress" });
      expect(empty).toMatchObject({ Street: "", City: "", CountryISOCode: "" });
    }),
  );

  test(
    "letters, markup, quotes and line breaks arrive",
    onlySandbox(async () => {
      const [first, second] = await costCenters(1006);
      expect(first?.CostCenter).toMatchObject({ Code: "R&D", Description: "Onderzoek & ontwikkeling <lab>" });
      expect(second?.CostCenter?.Description).toBe("Coöperatie Zuid, IJmuiden\nten name van 'José'");
      const list = await addresses(1006);
      expect(list[0]?.Street).toBe('’t Zand "hoek" & <achter>');
      expect(list[4]?.Street).toBe("IJsselkade  ");
      expect(new Set(present(list).map(({ Type }) => Type))).toEqual(new Set(addressTypes));
    }),
  );

  test(
    "only addresses that are active in the period come back",
    onlySandbox(async () => {
      await expect(addresses(1003, 13, 2026)).resolves.toHaveLength(2);
      await expect(addresses(1003, 1, 2027)).resolves.toHaveLength(3);
    }),
  );

  test(
    "a stream yields the same items",
    onlySandbox(async () => {
      const streamed: unknown[] = [];
      await withV3(target.v3!, async (service) => {
        const args = { EmployeeId: 1004, Period: 11, Year: 2026 };
        for await (const address of service.addressGetListStream(args)) streamed.push(address);
      });
      expect(streamed).toEqual(await addresses(1004));
    }),
  );
});
