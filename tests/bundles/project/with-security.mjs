import { createSecurity } from "employee-service-client/security";
import { sent } from "./sent.mjs";

void sent(createSecurity({ usernameToken: { username: "a", password: "b" } }));
