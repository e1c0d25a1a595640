import { nameClients } from "../../../src/model/passes/name-clients";
import { complex, message, model, operation } from "../nouns";

test("operations become methods, overloads and reserved ones distinct", () => {
  const names = ["Get_List", "GetList", "close", "constructor", "getListStream", "get-list-stream", "New"];
  const named = nameClients(
    model(
      [],
      names.map((name) => operation(name, message([]))),
    ),
  );
  expect(named.clients[0]!.operations.map(({ method }) => method)).toEqual([
    "getList",
    "getList2",
    "close_",
    "constructor_",
    "getListStream2",
    "getListStream3",
    "new_",
  ]);
});

test("overloads are named after their inputs", () => {
  const inputs: readonly (readonly [name: string, overload?: string])[] = [
    ["Find"],
    ["Find", "FindByName"],
    ["GetV2", "GetByName"],
    ["echo", "in1"],
    ["echo", "in-1"],
  ];
  const operations = inputs.map(([name, overload]) => ({
    ...operation(name, message([])),
    ...(overload === undefined ? {} : { overload }),
  }));
  const named = nameClients(model([], operations));
  expect(named.clients[0]!.operations.map(({ method }) => method)).toEqual([
    "find",
    "findByName",
    "getByName",
    "echoIn1",
    "echoIn12",
  ]);
});

test("a class and its tables make way for types", () => {
  const types = [complex(1, [], { name: "Test" }), complex(2, [], { name: "find" })];
  const [client] = nameClients(model(types, [operation("find", message([]))])).clients;
  expect(client).toMatchObject({ className: "TestClient", headersName: "TestClientHeaders", constant: "service" });
  expect(client!.operations[0]).toMatchObject({ method: "find", constant: "findOperation" });
});

test("the interfaces of methods are named after the class, and make way for types", () => {
  const [plain] = nameClients(model([], [operation("find", message([]))])).clients;
  expect(plain).toMatchObject({ className: "Test", apiName: "TestApi", streamApiName: "TestStreamApi" });
  const types = [complex(1, [], { name: "TestApi" }), complex(2, [], { name: "TestStreamApi" })];
  const [client] = nameClients(model(types, [operation("find", message([]))])).clients;
  expect(client).toMatchObject({ className: "Test", apiName: "TestApi2", streamApiName: "TestStreamApi2" });
});

test("a class keeps its name, whatever is named after another one", () => {
  const { clients } = model([], [operation("find", message([]))]);
  const services = ["Test", "TestApi", "TestHeaders"].map((name) => ({ ...clients[0]!, name }));
  const named = nameClients({ types: [], clients: services }).clients;
  expect(named.map(({ className, headersName, apiName }) => [className, headersName, apiName])).toEqual([
    ["Test", "TestHeaders2", "TestApi2"],
    ["TestApi", "TestApiHeaders", "TestApiApi"],
    ["TestHeaders", "TestHeadersHeaders", "TestHeadersApi"],
  ]);
});

test("no operation takes the place of a method of every client", () => {
  const [client] = nameClients(model([], [operation("With", message([])), operation("with", message([]))])).clients;
  expect(client!.operations.map(({ method }) => method)).toEqual(["with_", "with_2"]);
});
