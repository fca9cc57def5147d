import { defineConfig } from 'vitest/config';

const beside = (...rooms: string[]) => rooms.map((room) => `${room}/**/*.test.{ts,tsx}`);

export default defineConfig({
  test: {
    retry: 0,
    // A hung test must not look like a slow one; starting a real server is the slowest thing done here.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    provide: { testServer: process.env.TEST_DATABASE_URL ?? '' },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: beside('src/shared', 'src/client', 'src/ui', 'src/web', 'src/admin'),
          setupFiles: ['src/testing/set-up.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          environment: 'node',
          include: beside('src/kernel', 'src/features', 'src/main', 'src/testing', 'scripts', 'bench'),
          setupFiles: ['src/testing/set-up.ts'],
          globalSetup: ['src/testing/global-set-up.ts'],
          isolate: false,
        },
      },
    ],
  },
});
