import { nearName, nearNames } from "../../src/xsd/near-name";

test.each([
  ["timoutMs", ["deadlineMs", "timeoutMs"], "timeoutMs"],
  ["timeout", ["timeoutMs", "deadlineMs"], "timeoutMs"],
  ["Strat", ["Id", "Street", "City"], "Street"],
  ["street", ["Street"], "Street"],
  ["Adress_GetList", ["Address_GetList", "Order_GetList"], "Address_GetList"],
  ["address-get-list", ["Address_GetList"], "Address_GetList"],
  ["getlist", ["Address_GetList", "Order_Get"], "Address_GetList"],
  ["Id", ["City", "Type"], undefined],
  ["proxy", ["connections", "keepAliveMs"], undefined],
  ["", ["a", "timeoutMs"], undefined],
])("%p among %j is %p", (wanted, known, near) => {
  expect(nearName(wanted, known)).toBe(near);
});

test("the likeliest come first, each once", () => {
  expect(nearNames("Order_Get", ["Order_GetList", "Border_Get", "Order_Get2", "Order_GetList"])).toEqual([
    "Order_Get2",
    "Order_GetList",
    "Border_Get",
  ]);
});
