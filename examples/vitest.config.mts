import { defineConfig } from "vitest/config";

export default defineConfig({ test: { include: ["{fastify,lambda,vitest}/*.test.ts"] } });
