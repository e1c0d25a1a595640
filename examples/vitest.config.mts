import { defineConfig } from "vitest/config";

export default defineConfig({ test: { include: ["{fastify,gateway,lambda,vitest}/*.test.ts"] } });
