import { editDistance, maxEditDistance, nearName, nearNames } from "../../src/xsd/near-name";

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

test.each([
  ["the same but for case and punctuation before all", "name", ["name2", "Name_"], ["Name_", "name2"]],
  ["what begins with it before slips", "order", ["ordet", "orders"], ["orders", "ordet"]],
  [
    "fewer slips before more",
    "abcdefghi",
    ["abcxxxghi", "abcxefghi", "abcxxfghi"],
    ["abcxefghi", "abcxxfghi", "abcxxxghi"],
  ],
  ["slips before what is only in it", "address", ["getaddresslist", "addresx"], ["addresx", "getaddresslist"]],
  [
    "the closest length first among equals",
    "get",
    ["getlongest", "getlong", "getl"],
    ["getl", "getlong", "getlongest"],
  ],
  ["a word of two letters begins none and is in none", "id", ["identity", "valid", "paid"], []],
  ["a word of three does", "val", ["valid", "interval"], ["valid", "interval"]],
  ["a known name of two letters is in none", "identity", ["id"], []],
  ["a known name of three is", "identifier", ["den"], ["den"]],
  ["digits count", "v21", ["v22", "x99"], ["v22"]],
  ["letters of other scripts count", "straße", ["Straße", "strabe"], ["Straße", "strabe"]],
])("%s", (_, wanted, known, near) => {
  expect(nearNames(wanted, known)).toEqual(near);
});

test.each([
  ["", "", 1, 0],
  ["", "a", 1, 1],
  ["abc", "abc", 0, 0],
  ["abc", "abd", 0, 1],
  ["abc", "abcd", 1, 1],
  ["abcd", "abc", 1, 1],
  ["xabc", "abc", 1, 1],
  ["abc", "xabc", 1, 1],
  ["axbc", "abc", 1, 1],
  ["abcdef", "badcef", 3, 3],
  ["kitten", "sitting", 3, 3],
  ["kitten", "sitting", 2, 3],
  ["sitting", "kitten", 3, 3],
  ["saturday", "sunday", 3, 3],
  ["abcdefgh", "cdefghij", 4, 4],
  ["abcdefgh", "cdefghij", 3, 4],
  ["abcdefgh", "cdefgh", 2, 2],
  ["abcdef", "uvwxyz", 3, 4],
  ["ab", "ba", 3, 2],
  ["abc", "abcdefg", 3, 4],
])("from %j to %j are, up to %d, %d slips", (one, other, limit, slips) => {
  expect(editDistance(one, other, limit)).toBe(slips);
});

test("one letter in three may be wrong, three at most", () => {
  const lengths = [0, 1, 3, 4, 6, 7, 9, 10, 30];
  expect(lengths.map((length) => maxEditDistance("x".repeat(length)))).toEqual([0, 1, 1, 2, 2, 3, 3, 3, 3]);
});
