import { format } from 'node:util';
import { afterEach, beforeEach } from 'vitest';

// A console error is a failure even if the assertions pass. A test that provokes one on purpose replaces console.error
// itself and restores it.
let consoleErrors: string[] = [];

beforeEach(() => {
  consoleErrors = [];
  console.error = (...parts: unknown[]) => {
    consoleErrors.push(format(...parts));
  };
});

afterEach(() => {
  if (consoleErrors.length > 0) throw new Error(`console.error was called:\n${consoleErrors.join('\n')}`);
});
