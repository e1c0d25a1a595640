import { security } from "soapwright-security";
import { sent } from "./sent.mjs";

void sent(security({ usernameToken: { username: "a", password: "b" } }));
