import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { defaultMenu } from '#shared/menu.ts';
import type { Site } from '../../site.ts';
import { siteFooter } from './footer.tsx';

const site = { name: '观澜', complaints: '010-00000000', menu: defaultMenu } as Site;

test.for(['agreement', 'privacy'])('has what the %s of the demo edition says is in the footer', (kind) => {
  const text = readFileSync(new URL(`../../../../db/seeds/demo/${kind}.md`, import.meta.url), 'utf8');
  const named = [...text.matchAll(/页脚的?“([^”]+)”/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(0);
  const footer = JSON.stringify(siteFooter({ site, columns: [] }));
  for (const name of named) expect(footer).toContain(name);
});
