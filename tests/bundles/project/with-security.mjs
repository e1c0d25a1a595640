import { security } from "soapwright-features/security";
import { sent } from "./sent.mjs";

void sent(security({ usernameToken: { username: "a", password: "b" } }));
