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

test.each(['networkOf(request.ip)', 'server.get(path, ({ query, ip }, reply) => reply.send(ip))'])(
  'rejects the raw address of a client: %s',
  (text) => {
    write('src/main/serve.ts', text);
    expect(check()).toMatchObject({ status: 1, stderr: expect.stringContaining('read by addressOf') });
  },
);

test.each([
  "import { DatePicker } from 'antd';",
  "import {\n  Button,\n  TimePicker,\n} from 'antd';",
  "import dayjs from 'dayjs';",
])('rejects times by the clock of the browser: %s', (text) => {
  write('src/admin/parts/form/pickers.tsx', text);
  expect(check()).toMatchObject({ status: 0 });
  write('src/features/memberships/admin/plans.tsx', text);
  expect(check()).toMatchObject({ status: 1, stderr: expect.stringContaining('in Shanghai time') });
});

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

test.each([
  "if (event.key === 'Enter') send();",
  "if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;",
  'if (event.keyCode === 13) send();',
])('rejects a handler of keys that does not ask whether they belong to an input method: %s', (text) => {
  write('src/web/page.tsx', text);
  expect(check()).toMatchObject({ status: 1, stderr: expect.stringContaining('asks isComposing') });
  write('src/web/page.tsx', "if (event.key === 'Enter' && !isComposing(event)) send();");
  expect(check()).toMatchObject({ status: 0, stderr: '' });
});

test('accepts 」 in a list of closing marks', () => {
  write('src/shared/sentences.ts', 'export const end = /[。！？][”’」』）]*/;');
  expect(check()).toMatchObject({ status: 0, stderr: '' });
});

const migration = (sql: string, name = '20270101000000-posts-more.sql') =>
  write(`db/migrations/${name}`, sql);

test.each([
  'create table notes (id bigint primary key, text text not null); create index notes_by_text on notes (text);',
  "alter table posts add column note text not null default ''; -- drop column x",
  'alter table posts add column noted_at timestamptz default now(), add column other text;',
  '-- outside-transaction\ncreate index concurrently posts_by_note on posts (note);',
  "alter table posts add constraint short check (length(note) < 9 and note <> 'a;b') not valid;",
  'alter table posts validate constraint short; alter table posts alter column note set not null;',
  'alter table posts add constraint one unique using index posts_by_note;',
  '-- minimum-version: 20260601000000\nalter table posts drop column note; drop table notes;',
  'create function f() returns trigger language plpgsql as $$ begin drop table posts; return null; end $$;',
])('accepts a migration that only adds: %s', (sql) => {
  migration(sql);
  expect(check()).toMatchObject({ status: 0, stderr: '' });
});

test.each([
  ['alter table posts drop column note;', 'drop column breaks'],
  ['alter table posts drop note;', 'drop column breaks'],
  ['DROP TABLE posts;', 'drop breaks'],
  ['alter table posts rename column note to notes;', 'rename breaks'],
  ['alter table posts rename to pieces;', 'rename breaks'],
  ['alter table posts alter column note type varchar(9);', 'a change of type breaks'],
  ['alter table posts add column note text not null;', 'has a default'],
  ['alter table posts\n  add a text,\n  add b text not null;', 'has a default'],
  ['do $$ begin drop table posts; end $$;', 'not checked'],
  ['alter table posts add column token uuid default gen_random_uuid();', 'volatile'],
  ['alter table posts add column number bigint generated always as identity;', 'volatile'],
  ['alter table posts alter column note set not null;', 'set not null scans posts'],
  ['create index posts_by_note on posts (note);', 'blocks its writes'],
  ['create unique index on posts (note);', 'blocks its writes'],
  ['create index concurrently posts_by_note on posts (note);', 'needs a file of its own'],
  ['-- outside-transaction\nalter table posts add column note text;', 'holds only create index'],
  ['alter table posts add constraint short check (length(note) < 9);', 'not valid'],
  [
    'alter table posts add constraint of_author foreign key (author_id) references authors (id);',
    'not valid',
  ],
  ['alter table posts add constraint one unique (note);', 'using index'],
  ['-- minimum-version: 20270101000000\nalter table posts drop column note;', 'an earlier release'],
])('rejects a migration that an older program or a busy table does not survive: %s', (sql, words) => {
  migration(sql);
  const { status, stderr } = check();
  expect([status, stderr]).toEqual([1, expect.stringContaining(words)]);
  expect(stderr).toContain('db/migrations/20270101000000-posts-more.sql');
});

test('leaves migrations from before the rule alone', () => {
  migration('alter table posts drop column note;', '20261126162000-posts-less.sql');
  expect(check()).toMatchObject({ status: 0 });
});
