/**
 * Puts off the loading of node-soap's HTTP half, and with it of axios, until someone asks for it: our clients bring an HTTP
 * part of their own, and those two make up most of what importing node-soap takes. To be imported before node-soap's
 * client. Other users of node-soap in the same process notice nothing: what they ask for is loaded then.
 */
import Module from "node:module";

const path = require.resolve("soap/lib/http");

function loadHttp(): unknown {
  if (require.cache[path] === standIn) delete require.cache[path];
  return require("soap/lib/http");
}

const standIn = new Module(path);
standIn.exports = {
  get HttpClient(): unknown {
    return Reflect.get(loadHttp() as object, "HttpClient");
  },
};
standIn.loaded = true;
require.cache[path] ??= standIn;
