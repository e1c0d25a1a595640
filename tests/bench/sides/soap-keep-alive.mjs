// Bare node-soap with a keep-alive agent of its own.
import { open as openSoap } from "./soap.mjs";

export const open = (settings) => openSoap({ ...settings, keepAlive: true });
