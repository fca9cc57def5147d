import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const rows = readFileSync(join(root, 'docs/security.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, claim = '', file = '', title = ''] = /^\| (.+?) \| `(.+?)` › (.+?) *\|$/.exec(line) ?? [];
    return file ? [{ claim: claim.trim(), file, title: title.trim().replaceAll('\\|', '|') }] : [];
  });

test('the table of what must hold has its rows', () => {
  expect(rows.length).toBeGreaterThan(30);
});

test.each(rows)('$claim: the test that shows it is there', ({ file, title }) => {
  expect(existsSync(join(root, file)), file).toBe(true);
  expect(readFileSync(join(root, file), 'utf8'), title).toContain(title);
});
