import { security } from "employee-service-client/security";
import { sent } from "./sent.mjs";

void sent(security({ usernameToken: { username: "a", password: "b" } }));
