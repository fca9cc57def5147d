import { format } from 'node:util';
import { afterEach, beforeEach } from 'vitest';

// What a program complains about is a fault even where the assertions pass. A test that means to provoke a
// complaint replaces console.error itself and restores it.
let complaints: string[] = [];

beforeEach(() => {
  complaints = [];
  console.error = (...parts: unknown[]) => {
    complaints.push(format(...parts));
  };
});

afterEach(() => {
  if (complaints.length > 0) throw new Error(`console.error was called:\n${complaints.join('\n')}`);
});
