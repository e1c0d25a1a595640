/** Tests `record/replay` by itself: no entry point shows it whole. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmployeeServiceV3, createEmployeeServiceV21, isFaultError } from "employee-service-client";
import {
  type EmployeeData,
  type Sandbox,
  SandboxFault,
  startEmployeeRecorder,
  startSandbox,
} from "employee-service-client/sandbox";
import type { ServiceNode } from "soapwright-runtime/tables";
import { type OperationHandler, startRecorder, startServiceSandbox } from "soapwright-sandbox";
import { Dossier } from "soapwright-testing/golden/cases/attachments/client";
import { service as dossier } from "soapwright-testing/golden/cases/attachments/schemas";
import { Claims } from "soapwright-testing/golden/cases/part-references/client";
import { service as claims } from "soapwright-testing/golden/cases/part-references/schemas";
import { atEnd, endAfterEach } from "soapwright-testing/stage/stage";
import { replayOperations } from "../src/record/replay";

/** Record and replay: the folder contains no value of the real service, and its recordings can be replayed. */
describe("record", () => {
  const person = {
    street: "Rozengracht",
    house: "4711",
    addition: "bis-achter",
    postal: "1016 NK",
    city: "Amstelveen-Zuid",
    province: "Provincie Q",
    code: "KP-9931",
    description: "Afdeling Uitvinding",
    kind: "Lonen & <meer>",
    percentage: "33.3371",
    id: 918273,
    record: 555777,
  };
  const data: EmployeeData = {
    employees: [
      {
        id: person.id,
        costCenters: [
          {
            Id: person.record,
            CostCenter: { Code: person.code, Description: person.description, Id: person.id },
            Kostensoort: { Code: person.code, Description: person.kind },
            Percentage: person.percentage,
            Default: true,
          },
        ],
        addresses: [
          {
            address: {
              Id: person.record,
              Default: false,
              Street: person.street,
              HouseNumber: person.house,
              HouseNumberAddition: person.addition,
              PostalCode: person.postal,
              City: person.city,
              StateProvince: person.province,
              CountryISOCode: "NL",
              Type: "WorkAddress",
            },
          },
        ],
      },
    ],
  };
  const credentials = { username: "anna.secret@acme.example", token: "tok-58-secret", domain: "acme-domain-77" };
  const reason = "Jan Jansen (personnel 31415) is unknown";

  let folder: string;
  let real: Sandbox;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "recordings-"));
    real = await startSandbox({ data, ...credentials });
  });
  afterEach(async () => {
    await real.close();
    rmSync(folder, { recursive: true });
  });

  async function recordCalls(keep: readonly string[] = []): Promise<void> {
    const recorder = await startEmployeeRecorder({ upstream: real.url, folder, keep });
    const shared = { baseUrl: recorder.url, namespaceBaseUrl: real.url };
    for (const soapVersion of ["1.1", "1.2"] as const) {
      const { username, token, domain } = credentials;
      const v21 = createEmployeeServiceV21({ ...shared, soapVersion, username, token });
      const v3 = createEmployeeServiceV3({ ...shared, soapVersion, domain });
      await expect(v21.costCenterGetCurrent({ EmployeeId: person.id })).resolves.toEqual(
        data.employees[0]?.costCenters,
      );
      await expect(v3.addressGetList({ EmployeeId: person.id, Period: 11, Year: 2026 })).resolves.toHaveLength(1);
      real.inject({
        kind: "fault",
        fault: new SandboxFault({
          reason,
          code: "E1003",
          actor: "urn:anna",
          detail: `<i:Info xmlns:i="urn:i" who="${person.city}"><i:Name>${person.street}</i:Name><i:Born>1961-04-13</i:Born></i:Info>`,
        }),
      });
      await expect(v3.addressGetList({ EmployeeId: 121212, Period: 11, Year: 2026 })).rejects.toMatchObject({
        code: "FAULT",
      });
      await v21.close();
      await v3.close();
    }
    expect(recorder.recordingCount).toBe(6);
    await recorder.close();
  }

  const files = () => readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));

  test("no original value can be found in the folder, not as a part of another either", async () => {
    await recordCalls();
    const all = files().join("\n");
    const originals = [
      ...Object.values(person).map(String),
      ...Object.values(credentials),
      reason,
      "Jansen",
      "31415",
      "121212",
      "1961-04-13",
      "urn:anna",
      "Amstelveen",
      "Uitvinding",
      "2026",
    ];
    for (const original of originals) {
      expect([original, all.includes(original)]).toEqual([original, false]);
      expect([original, all.includes(JSON.stringify(original).slice(1, -1))]).toEqual([original, false]);
    }
    expect(all).not.toContain(real.url);
    expect(all).not.toContain("AuthHeader");
  });

  test("booleans, enumeration values, codes and what --keep names stay", async () => {
    await recordCalls(["Address_GetList/Period", "EmployeeAddress/CountryISOCode"]);
    const all = files().join("\n");
    expect(all).toContain("<Period>11</Period>");
    expect(all).toContain("<CountryISOCode>NL</CountryISOCode>");
    expect(all).toContain("<Type>WorkAddress</Type>");
    expect(all).toContain("<Default>false</Default>");
    expect(all).toContain('"code": "E1003"');
  });

  test("one value is invented once: a person stays the same in every exchange", async () => {
    await recordCalls();
    const valuesOf = (element: string) =>
      new Set(
        files().flatMap((text) =>
          [...text.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, "g"))].map(([, value]) => value),
        ),
      );
    expect(valuesOf("Street").size).toBe(1);
    const [street] = valuesOf("Street");
    expect(files().join("")).toContain(`>${street}</Name>`);
    const asked = new Set(files().flatMap((text) => [...text.matchAll(/<EmployeeId>(\d+)</g)].map(([, id]) => id)));
    expect(asked.size).toBe(2);
    const center = /<CostCenter>.*?<Id>(\d+)<\/Id>/.exec(files().join(""))?.[1];
    expect([...asked]).toContain(center);
    expect(center).toHaveLength(String(person.id).length);
  });

  test("what was recorded is served again, in both SOAP versions and under another address", async () => {
    await recordCalls(["Address_GetList/Period", "Address_GetList/Year"]);
    const recorded = files().map((text) => JSON.parse(text) as { operation: string; request: string; fault?: object });
    const idOf = (wanted: (one: (typeof recorded)[number]) => boolean) =>
      Number(/<EmployeeId>(\d+)</.exec(recorded.find(wanted)?.request ?? "")?.[1]);
    const known = idOf(({ operation, fault }) => operation === "Address_GetList" && !fault);
    const refused = idOf(({ fault }) => fault !== undefined);
    const replay = await startSandbox({ replay: folder });
    for (const soapVersion of ["1.1", "1.2"] as const) {
      const service = createEmployeeServiceV3({
        baseUrl: replay.url,
        domain: "any",
        soapVersion,
        validation: "strict",
      });
      const at = { Period: 11, Year: 2026 };
      const [address] = await service.addressGetList({ EmployeeId: known, ...at });
      expect(address).toMatchObject({ Default: false, Type: "WorkAddress" });
      expect(address?.Street).not.toBe(person.street);
      const fault: unknown = await service
        .addressGetList({ EmployeeId: refused, ...at })
        .catch((error: unknown) => error);
      expect(isFaultError(fault) && fault.fault.code.local).toBe("E1003");
      const other: unknown = await service.addressGetList({ EmployeeId: 1, ...at }).catch((error: unknown) => error);
      expect(isFaultError(other) && other.fault.reason).toMatch(
        /no recording of Address_GetList with the arguments .*"EmployeeId":1/,
      );
      await service.close();
    }
    await replay.close();
  });

  describe("what does not fit stops it with the place", () => {
    test.each([
      ["no folder", undefined, /ENOENT/],
      ["a file that is no JSON", "{\n  oops", /a\.json:2: /],
      ["a file of something else", '{ "format":\n"x" }', /a\.json:\d+: path takes a string/],
      [
        "a request that the WSDL does not have",
        JSON.stringify({
          format: "soap-recording-1",
          path: "/soap/v3/EmployeeService.asmx",
          operation: "Address_GetList",
          soapVersion: "1.1",
          request:
            '<Address_GetList xmlns="{base}/soap/v3/EmployeeService"><EmployeeId>x</EmployeeId></Address_GetList>',
          status: 200,
        }),
        /a\.json: its request does not fit the WSDL/,
      ],
    ])("%s", async (_what, text, message) => {
      if (text !== undefined) writeFileSync(join(folder, "a.json"), text);
      const replay = text === undefined ? join(folder, "none") : folder;
      await expect(startSandbox({ replay })).rejects.toMatchObject({
        code: "CONFIGURATION",
        option: "replay",
        message: expect.stringMatching(message),
      });
    });

    test("a path to keep that names nothing", async () => {
      const options = { upstream: real.url, folder, keep: ["EmployeeAddress/Streat"] };
      await expect(startEmployeeRecorder(options)).rejects.toMatchObject({
        reason: "kept-element-unknown",
        option: "keep",
      });
    });

    test("a folder below a file", async () => {
      const file = join(folder, "a.txt");
      writeFileSync(file, "mine");
      const options = { upstream: real.url, folder: join(file, "recordings") };
      await expect(startEmployeeRecorder(options)).rejects.toMatchObject({
        code: "CONFIGURATION",
        reason: "recordings-folder",
        option: "folder",
      });
    });

    test("a service that cannot be reached is a 502, and nothing is written", async () => {
      const recorder = await startEmployeeRecorder({ upstream: "http://127.0.0.1:1", folder });
      const service = createEmployeeServiceV3({ baseUrl: recorder.url, domain: "a", retries: 0 });
      const call = service.addressGetList({ EmployeeId: 1, Period: 1, Year: 1 });
      await expect(call).rejects.toMatchObject({ code: "HTTP", status: 502 });
      expect(readdirSync(folder)).toEqual([]);
      await service.close();
      await recorder.close();
    });
  });
});

/** Recordings of messages with parts, which a WSDL declares or values refer to: masked, and replayed. */
describe("record parts", () => {
  endAfterEach();

  const secret = Buffer.from("the-secret-of-the-scan".repeat(20));

  async function serve(service: ServiceNode, operations: Readonly<Record<string, OperationHandler>>) {
    const sandbox = await startServiceSandbox({ services: [{ path: "/s", service, operations } as never] });
    atEnd(() => sandbox.close());
    return sandbox;
  }

  /** Starts a recorder in front of a service with these operations. */
  async function record(service: ServiceNode, operations: Readonly<Record<string, OperationHandler>>) {
    const upstream = await serve(service, operations);
    const folder = mkdtempSync(join(tmpdir(), "recordings-"));
    atEnd(async () => rmSync(folder, { recursive: true }));
    const recorder = await startRecorder({ upstream: upstream.url, folder, services: [{ path: "/s", service }] });
    atEnd(() => recorder.close());
    const texts = () => readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
    const replay = async () => serve(service, replayOperations(folder, { path: "/s", service }));
    return { recorder, folder, texts, replay };
  }

  function expectMasked(texts: readonly string[]): void {
    for (const real of ["the-secret", secret.toString("base64").slice(0, 40), "cid:", "A title"]) {
      expect(texts.join()).not.toContain(real);
    }
  }

  const base64 = (text = ""): Uint8Array => new Uint8Array(Buffer.from(text, "base64"));

  test("values that refer to parts are octets in the recording, masked, and parts again in the replay", async () => {
    const { recorder, texts, replay } = await record(claims, {
      PutClaim: () => 7 as never,
      GetClaim: () => ({ Form: secret, Photo: [{ value: secret, Caption: "A title" }] }) as never,
    });
    const client = new Claims({ endpoint: `${recorder.url}/s`, retries: 0 });
    atEnd(() => client.close({ force: true }));
    expect(await client.putClaim({ Claim: { Form: secret, Signature: secret } })).toBe(7);
    expect((await client.getClaim({ Id: 1 }))?.Form).toEqual(new Uint8Array(secret));
    expectMasked(texts());
    const [put = "", got = ""] = texts().map((text) => {
      const { request, response } = JSON.parse(text) as { request: string; response: string };
      return request + response;
    });
    const again = new Claims({ endpoint: `${(await replay()).url}/s`, retries: 0 });
    atEnd(() => again.close({ force: true }));
    const Form = base64(/<Form>([^<]*)/.exec(put)?.[1]);
    expect(Form).toHaveLength(secret.length);
    const id = await again.putClaim({ Claim: { Form, Signature: Form } });
    expect(typeof id).toBe("number");
    const claim = await again.getClaim({ Id: Number(/<Id>(\d+)/.exec(got)?.[1]) });
    expect(claim?.Form).toEqual(base64(/<Form>([^<]*)/.exec(got)?.[1]));
    expect(claim?.Photo?.[0]?.value).toEqual(claim?.Form);
  });

  test("parts that a WSDL declares are in the recording, masked, and in the replay", async () => {
    const { recorder, folder, texts, replay } = await record(dossier, {
      AddDocument: () => 7 as never,
      GetDocument: () => ({ Title: "A title", scan: secret }) as never,
    });
    const client = new Dossier({ endpoint: `${recorder.url}/s`, retries: 0 });
    atEnd(() => client.close({ force: true }));
    const note = new Blob([secret]);
    expect(await client.addDocument({ AddDocument: { Title: "A title" }, scan: secret, note })).toBe(7);
    expect((await client.getDocument({ Id: 1 })).scan).toEqual(new Uint8Array(secret));
    expectMasked(texts());
    const [put, got] = texts().map((text) => JSON.parse(text));
    expect(Object.keys(put.requestParts)).toEqual(["scan", "note"]);
    const again = new Dossier({ endpoint: `${(await replay()).url}/s`, retries: 0 });
    atEnd(() => again.close({ force: true }));
    const Title = /<Title>([^<]*)/.exec(put.request)?.[1] ?? "";
    const { scan, note: noteText } = put.requestParts;
    expect(
      typeof (await again.addDocument({ AddDocument: { Title }, scan: base64(scan), note: base64(noteText) })),
    ).toBe("number");
    const { scan: replayed } = await again.getDocument({ Id: Number(/<Id>(\d+)/.exec(got.request)?.[1]) });
    expect(replayed).toEqual(base64(got.responseParts.scan));

    // The message about a file that was edited by hand names file and line.
    const file = join(folder, readdirSync(folder)[0]!);
    for (const parts of ["none", [], { scan: 1 }, { scan: "no base64" }]) {
      writeFileSync(file, JSON.stringify({ ...put, requestParts: parts }));
      await expect(replay()).rejects.toThrow(/json:1: requestParts takes base64 by name of the part/);
    }
  });
});
