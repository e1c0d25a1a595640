import { app } from "./app.mjs";

// A CommonJS bundle has no top-level await.
void app();
