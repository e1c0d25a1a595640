import { camelCase, identifierOf, isIdentifier, NameScope } from "../../src/model/names/identifiers";

test.each([
  ["Address_GetList", "addressGetList"],
  ["CostCenter_GetCurrent", "costCenterGetCurrent"],
  ["get-it", "getIt"],
  ["do.it", "doIt"],
  ["GETList", "getList"],
  ["ID", "id"],
  ["XMLThing", "xmlThing"],
  ["already", "already"],
  ["2fast", "_2fast"],
  ["名前", "名前"],
  ["Überschrift", "überschrift"],
  ["---", "_"],
])("the operation %s becomes the method %s", (name, method) => {
  expect(camelCase(name)).toBe(method);
});

test.each([
  ["Address", "Address"],
  ["a-b", "a_b"],
  ["a.b", "a_b"],
  ["1st", "_1st"],
  ["Ünïcode", "Ünïcode"],
  ["with\u200djoiner", "with_joiner"],
  ["e\u0301", "é"],
  ["", "_"],
])("%p becomes the identifier %s", (name, identifier) => {
  expect(identifierOf(name)).toBe(identifier);
  expect(isIdentifier(identifier)).toBe(true);
});

test("a name that is taken gets the first free number", () => {
  const scope = new NameScope(["Date"]);
  expect([scope.take("A"), scope.take("A"), scope.take("A2"), scope.take("A"), scope.take("Date")]).toEqual([
    "A",
    "A2",
    "A22",
    "A3",
    "Date2",
  ]);
});
