import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let house: string;

beforeEach(() => {
  house = mkdtempSync(join(tmpdir(), 'guanlan-house-'));
  write('src/kernel/config.ts', 'export const port = process.env.PORT;');
  write(
    'src/features/posts/queries.ts',
    "db.insertInto('posts'); sql`update posts set title = '更新 x set'`;",
  );
  write('src/features/columns/queries.ts', "db.updateTable('columns'); db.selectFrom('posts');");
});

afterEach(() => rmSync(house, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(house, file)), { recursive: true });
  writeFileSync(join(house, file), text);
}

const check = () =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'check-house.mjs'), house], { encoding: 'utf8' });

test('a house in order passes', () => {
  expect(check()).toMatchObject({ status: 0, stderr: '' });
});

test.each(['process.env.PORT', "process['env'].PORT", "import { env } from 'node:process';"])(
  'settings read outside of config.ts are refused: %s',
  (text) => {
    write('src/main/serve.ts', text);
    expect(check()).toMatchObject({ status: 1, stderr: expect.stringContaining('src/main/serve.ts') });
  },
);

test.each([
  "db.deleteFrom('posts')",
  "db\n.insertInto(\n 'posts as p')",
  'sql`INSERT INTO tenant_a.posts values (1)`',
  'sql`update posts p set title = 1`',
  'sql`delete from only posts`',
])('a table written by a second feature is refused: %s', (text) => {
  write('src/features/columns/more-queries.ts', text);
  const { status, stderr } = check();
  expect(status).toBe(1);
  expect(stderr.trim()).toBe(
    'table posts is written by src/features/columns/more-queries.ts and src/features/posts/queries.ts',
  );
});
