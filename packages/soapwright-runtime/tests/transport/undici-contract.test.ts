import { Client as UndiciClient } from "undici";
import DeepClient from "undici/lib/dispatcher/client.js";

/** Assumptions about undici beyond its documentation: a new version that breaks one breaks a test first. */
describe("undici contract", () => {
  const connectH2: unknown = require("undici/lib/dispatcher/client-h2.js");

  test("undici's client module is the one of its index", () => {
    expect(DeepClient).toBe(UndiciClient);
  });

  test("the module that is left out has the shape of its substitute", () => {
    expect(connectH2).toBeInstanceOf(Function);
  });
});
