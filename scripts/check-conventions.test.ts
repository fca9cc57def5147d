import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'guanlan-project-'));
  write('src/kernel/config.ts', 'export const port = process.env.PORT;');
  write(
    'src/features/posts/queries.ts',
    "db.insertInto('posts'); sql`update posts set title = '更新 x set'`;",
  );
  write('src/features/columns/queries.ts', "db.updateTable('columns'); db.selectFrom('posts');");
});

afterEach(() => rmSync(project, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(project, file)), { recursive: true });
  writeFileSync(join(project, file), text);
}

const check = () =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'check-conventions.mjs'), project], {
    encoding: 'utf8',
  });

test('accepts a project without violations', () => {
  expect(check()).toMatchObject({ status: 0, stderr: '' });
});

test('rejects the name of a field in a message, except in messages about files', () => {
  write('src/features/posts/import/read.ts', "throw invalid('标题（title）不能为空')");
  expect(check()).toMatchObject({ status: 0 });
  write('src/features/posts/service.ts', "throw invalid('标题（title）不能为空')");
  expect(check()).toMatchObject({ status: 1, stderr: expect.stringContaining('题（title）') });
});

test.each(['process.env.PORT', "process['env'].PORT", "import { env } from 'node:process';"])(
  'rejects settings read outside of config.ts: %s',
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
])('rejects a table written by a second feature: %s', (text) => {
  write('src/features/columns/more-queries.ts', text);
  const { status, stderr } = check();
  expect(status).toBe(1);
  expect(stderr.trim()).toBe(
    'table posts is written by src/features/columns/more-queries.ts and src/features/posts/queries.ts',
  );
});

test.each(['请登录您的账号', '栏目「宏观」', '三位粉丝'])(
  'rejects another wording than the glossary’s: %s',
  (text) => {
    write('src/web/page.tsx', `export const text = '${text}';`);
    expect(check()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('src/web/page.tsx:1: texts say'),
    });
  },
);

test('accepts 」 in a list of closing marks', () => {
  write('src/shared/sentences.ts', 'export const end = /[。！？][”’」』）]*/;');
  expect(check()).toMatchObject({ status: 0, stderr: '' });
});
