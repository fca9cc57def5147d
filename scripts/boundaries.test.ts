import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
  forbidden: { name: string; severity: string }[];
};

/** A project that breaks every rule once: the rule that must report it, the file and its content. */
const violations: [rule: string, file: string, text: string][] = [
  ['no-cycles', 'src/kernel/a.ts', "import './b.ts';"],
  ['resolvable', 'src/kernel/lost.ts', "import '#kernel/nowhere.ts';"],
  ['shared-is-pure', 'src/shared/impure.ts', "import '#kernel/config.ts';"],
  ['shared-has-no-node', 'src/shared/reads-files.ts', "import 'node:fs';"],
  [
    'kernel-knows-no-feature',
    'src/kernel/knows.ts',
    "import type { Post } from '#features/posts/schema.ts';",
  ],
  ['screens-are-private', 'src/web/home.tsx', "import '#features/posts/web/post.tsx';"],
  ['features-stay-on-the-server', 'src/features/posts/draws.ts', "import '#ui/button.tsx';"],
  ['feature-internals-are-private', 'src/features/search/peeks.ts', "import '#features/posts/queries.ts';"],
  [
    'columns-imports-lower-features-only',
    'src/features/columns/looks-up.ts',
    "import '#features/posts/index.ts';",
  ],
  [
    'columns-imports-lower-features-only',
    'src/features/columns/looks-aside.ts',
    "import '#features/unheard/index.ts';",
  ],
  ['payments-is-a-leaf', 'src/main/pays.ts', "import '#features/payments/index.ts';"],
  ['scale-is-loaded-on-demand', 'src/kernel/scales.ts', "import type { A } from '#scale/a.ts';"],
  ['features-stay-on-the-server', 'src/scale/a.ts', "import '#ui/button.tsx'; export type A = 1;"],
  ['features-are-listed', 'src/features/unheard/of.ts', "import '#shared/ids.ts';"],
  ['main-uses-public-files', 'src/main/climbs.ts', "import '#features/posts/queries.ts';"],
  ['main-is-not-imported', 'src/kernel/http/boots.ts', "import '#main/serve.ts';"],
  ['schemas-are-types-elsewhere', 'src/web/checks.ts', "import '#features/posts/schema.ts';"],
  ['schemas-are-types-elsewhere', 'src/features/search/checks.ts', "import '#features/posts/schema.ts';"],
  ['schemas-run-in-browsers', 'src/features/posts/manage/schema.ts', "import '#kernel/config.ts';"],
  ['calls-are-types', 'src/main/asks.ts', "import '#features/calls.ts';"],
  ['browser-sees-types-only', 'src/web/api.ts', "export * from '#features/posts/index.ts';"],
  [
    'browser-has-no-node',
    'src/client/path.tsx',
    "import { join } from 'path'; export const a = <b>{join()}</b>;",
  ],
  ['browser-does-not-segment', 'src/web/far.ts', "import '#shared/text/segment.ts';"],
  ['browser-does-not-segment', 'src/shared/text/highlight.ts', "import './segment.ts';"],
  ['admin-is-separate', 'src/admin/page.ts', "await import('#web/api.ts');"],
  ['web-is-separate', 'src/features/posts/web/lists.tsx', "import '#admin/page.ts';"],
  ['admin-is-separate', 'src/features/posts/admin/list.tsx', "import '../web/post.tsx';"],
  ['screens-are-private', 'src/features/search/admin/words.tsx', "import '#features/posts/admin/list.tsx';"],
  ['screens-are-private', 'src/web/home.tsx', "import '#features/posts/web/post.tsx';"],
  ['features-stay-on-the-server', 'src/features/posts/draws.ts', "import './web/post.tsx';"],
  ['browser-sees-types-only', 'src/features/posts/web/reads.tsx', "import '../queries.ts';"],
  ['client-has-no-ui', 'src/client/draws.ts', "import type { Button } from '#ui/button.tsx';"],
  ['ui-fetches-no-data', 'src/ui/asks.tsx', "import axios from 'axios'; axios();"],
  ['sql-stays-in-queries', 'src/features/posts/service.ts', "import { sql } from 'kysely'; sql();"],
  ['sql-types-stay-in-queries', 'src/features/posts/present.ts', "import type { Selectable } from 'kysely';"],
  ['gateways-behind-payments', 'src/features/orders/pays.ts', "import 'alipay-sdk';"],
  ['testing-in-tests-only', 'src/features/posts/builds.ts', "import '#testing/database.ts';"],
  ['production-has-no-test-tools', 'src/kernel/tests-itself.ts', "import { test } from 'vitest'; test();"],
];

/** Allowed imports, so that a rule that reports everything fails too. */
const allowedFiles: Record<string, string> = {
  'src/kernel/b.ts': "import './a.ts';",
  'src/kernel/config.ts': "import 'node:fs';",
  'src/kernel/loads.ts': "await import('#scale/b.ts');",
  'src/scale/b.ts': "import '#kernel/config.ts';",
  'src/kernel/db/pool.ts': "import pg from 'pg'; pg();",
  'src/shared/ids.ts': '',
  'src/shared/text/segment.ts': "import 'node:fs';",
  'src/features/posts/schema.ts': 'export const z = 1;',
  'src/features/posts/queries.ts': "import { sql } from 'kysely'; sql();",
  'src/features/posts/index.ts': "export * from './queries.ts';",
  'src/features/index.ts':
    "export const features = [columns, posts, search, orders, payments]; export const leaves = ['payments'];",
  'src/features/unheard/index.ts': '',
  'src/features/calls.ts': "import type { features } from './index.ts'; export type A = typeof features;",
  'src/features/search/schema.ts': "import '#shared/ids.ts'; export type z = 1;",
  'src/features/search/reads.ts': "import '#features/posts/index.ts';",
  'src/features/search/reads.test.ts':
    "import { test } from 'vitest'; import '#testing/database.ts'; test();",
  'src/features/payments/index.ts': '',
  'src/features/payments/alipay.ts': "import 'alipay-sdk';",
  'src/web/page.tsx':
    "import type { A } from '#features/calls.ts'; import type { z } from '#features/search/schema.ts'; import '#ui/button.tsx'; import './api.ts';",
  'src/features/posts/web/post.tsx': "import type { z } from '../schema.ts'; import '#ui/button.tsx';",
  'src/ui/button.tsx': 'export type Button = <T,>(a: T) => T; export const b = <b />;',
  'src/testing/database.ts': "import 'pg'; import 'vitest';",
  'src/main/serve.ts': "import '#features/posts/index.ts'; import '#kernel/db/pool.ts';",
};

let project: string;
let found: { rule: string; file: string }[];

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'guanlan-project-'));
  const files = { ...allowedFiles, ...Object.fromEntries(violations.map(([, file, text]) => [file, text])) };
  for (const [file, text] of Object.entries(files)) write(file, text);
  for (const name of ['kysely', 'pg', 'axios', 'alipay-sdk', 'vitest']) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
    write(`node_modules/${name}/index.js`, '');
  }
  const dependencies = { kysely: '1', pg: '1', axios: '1', 'alipay-sdk': '1' };
  const imports = { '#*': './src/*' };
  write(
    'package.json',
    JSON.stringify({ type: 'module', imports, dependencies, devDependencies: { vitest: '1' } }),
  );
  copyFileSync(join(root, '.dependency-cruiser.cjs'), join(project, '.dependency-cruiser.cjs'));
  found = cruise(project);
});

afterAll(() => rmSync(project, { recursive: true, force: true }));

describe('import rules', () => {
  test.each(violations)('%s reports %s', (rule, file) => {
    expect(found.filter((violation) => violation.file === file).map((violation) => violation.rule)).toContain(
      rule,
    );
  });

  test('report nothing else', () => {
    const reported = found.filter(({ file }) => file in allowedFiles && file !== 'src/kernel/b.ts');
    expect(reported).toEqual([]);
  });

  test('are each covered by a violation, and are errors', () => {
    // One rule of these kinds per feature, and one violation of each kind.
    const kindOf = (name: string) => name.replace(/^.*(-imports-lower-features-only|-is-a-leaf)$/, '$1');
    const coveredKinds = new Set(violations.map(([rule]) => kindOf(rule)));
    expect(forbidden.filter(({ name }) => !coveredKinds.has(kindOf(name)))).toEqual([]);
    expect(forbidden.every(({ severity }) => severity === 'error')).toBe(true);
  });
});

function write(file: string, text: string): void {
  mkdirSync(dirname(join(project, file)), { recursive: true });
  writeFileSync(join(project, file), text);
}

function cruise(folder: string): { rule: string; file: string }[] {
  const program = join(root, 'node_modules/.bin/depcruise');
  const options = ['src', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'];
  const answer = execFileSync(process.execPath, [program, ...options], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  const { summary } = JSON.parse(answer) as {
    summary: { violations: { from: string; rule: { name: string } }[] };
  };
  return summary.violations.map(({ from, rule }) => ({ file: from, rule: rule.name }));
}
