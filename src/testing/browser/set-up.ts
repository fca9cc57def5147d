import '#ui/tokens.css';
import '#ui/base.css';
import '#ui/progress.css';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { page } from 'vitest/browser';
import { interceptApi, resetApi } from './api.ts';
import { closeSite } from './open-site.ts';

// As in set-up.ts beside this folder: what the page complains about fails the test.
let complaints: string[] = [];

beforeAll(() => {
  document.documentElement.lang = 'zh-CN';
  interceptApi();
});

beforeEach(async () => {
  complaints = [];
  for (const level of ['error', 'warn'] as const)
    console[level] = (...parts: unknown[]) => {
      complaints.push(`console.${level}: ${parts.map(String).join(' ')}`);
    };
  await page.viewport(1440, 900);
  // What the page of the test before still had on its way has arrived by now.
  resetApi();
});

afterEach(() => {
  closeSite();
  const missing = resetApi().map((key) => `${key} has no answer in this test`);
  if (complaints.length + missing.length > 0) throw new Error([...complaints, ...missing].join('\n'));
});
