// Plain node-soap with its own keep-alive agent.
import { open as openSoap } from "./soap.mjs";

export const open = (settings) => openSoap({ ...settings, keepAlive: true });
