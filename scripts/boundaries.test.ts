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

/** A house in which every rule is broken once: file → what it holds, and the rule that must object to it. */
const offences: [rule: string, file: string, text: string][] = [
  ['no-cycles', 'src/kernel/a.ts', "import './b.ts';"],
  ['resolvable', 'src/kernel/lost.ts', "import '#kernel/nowhere.ts';"],
  ['shared-is-pure', 'src/shared/impure.ts', "import '#kernel/config.ts';"],
  ['shared-has-no-node', 'src/shared/reads-files.ts', "import 'node:fs';"],
  [
    'kernel-knows-no-feature',
    'src/kernel/knows.ts',
    "import type { Post } from '#features/posts/schema.ts';",
  ],
  ['features-stay-on-the-server', 'src/features/posts/draws.ts', "import '#ui/button.tsx';"],
  ['features-have-doors', 'src/features/search/peeks.ts', "import '#features/posts/queries.ts';"],
  ['columns-looks-down-only', 'src/features/columns/looks-up.ts', "import '#features/posts/index.ts';"],
  ['columns-looks-down-only', 'src/features/columns/looks-aside.ts', "import '#features/unheard/index.ts';"],
  ['features-are-listed', 'src/features/unheard/of.ts', "import '#shared/ids.ts';"],
  ['main-uses-doors', 'src/main/climbs.ts', "import '#features/posts/queries.ts';"],
  ['nobody-imports-main', 'src/kernel/http/boots.ts', "import '#main/serve.ts';"],
  ['schemas-are-types-elsewhere', 'src/web/checks.ts', "import '#features/posts/schema.ts';"],
  ['schemas-are-types-elsewhere', 'src/features/search/checks.ts', "import '#features/posts/schema.ts';"],
  ['calls-are-types', 'src/main/asks.ts', "import '#features/calls.ts';"],
  ['browser-sees-types-only', 'src/web/api.ts', "export * from '#features/posts/index.ts';"],
  [
    'browser-has-no-node',
    'src/client/path.tsx',
    "import { join } from 'path'; export const a = <b>{join()}</b>;",
  ],
  ['browser-does-not-segment', 'src/web/far.ts', "import '#shared/text/segment.ts';"],
  ['browser-does-not-segment', 'src/shared/text/highlight.ts', "import './segment.ts';"],
  ['web-and-admin-are-strangers', 'src/admin/page.ts', "await import('#web/api.ts');"],
  ['client-draws-nothing', 'src/client/draws.ts', "import type { Button } from '#ui/button.tsx';"],
  ['ui-fetches-nothing', 'src/ui/asks.tsx', "import axios from 'axios'; axios();"],
  ['sql-stays-in-queries', 'src/features/posts/service.ts', "import { sql } from 'kysely'; sql();"],
  ['sql-types-stay-below', 'src/features/posts/present.ts', "import type { Selectable } from 'kysely';"],
  ['gateways-behind-payments', 'src/features/orders/pays.ts', "import 'alipay-sdk';"],
  ['testing-in-tests-only', 'src/features/posts/builds.ts', "import '#testing/database.ts';"],
  ['production-has-no-test-tools', 'src/kernel/tests-itself.ts', "import { test } from 'vitest'; test();"],
];

/** What is allowed, so that a rule that objects to everything fails too. */
const innocents: Record<string, string> = {
  'src/kernel/b.ts': "import './a.ts';",
  'src/kernel/config.ts': "import 'node:fs';",
  'src/kernel/db/pool.ts': "import pg from 'pg'; pg();",
  'src/shared/ids.ts': '',
  'src/shared/text/segment.ts': "import 'node:fs';",
  'src/features/posts/schema.ts': 'export const z = 1;',
  'src/features/posts/queries.ts': "import { sql } from 'kysely'; sql();",
  'src/features/posts/index.ts': "export * from './queries.ts';",
  'src/features/index.ts': 'export const features = [columns, posts, search, orders, payments];',
  'src/features/unheard/index.ts': '',
  'src/features/calls.ts': "import type { features } from './index.ts'; export type A = typeof features;",
  'src/features/search/schema.ts': "import '#shared/ids.ts'; export type z = 1;",
  'src/features/search/reads.ts': "import '#features/posts/index.ts';",
  'src/features/search/reads.test.ts':
    "import { test } from 'vitest'; import '#testing/database.ts'; test();",
  'src/features/payments/alipay.ts': "import 'alipay-sdk';",
  'src/web/page.tsx':
    "import type { A } from '#features/calls.ts'; import type { z } from '#features/search/schema.ts'; import '#ui/button.tsx'; import './api.ts';",
  'src/ui/button.tsx': 'export type Button = <T,>(a: T) => T; export const b = <b />;',
  'src/testing/database.ts': "import 'pg'; import 'vitest';",
  'src/main/serve.ts': "import '#features/posts/index.ts'; import '#kernel/db/pool.ts';",
};

let house: string;
let found: { rule: string; file: string }[];

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'guanlan-house-'));
  const files = { ...innocents, ...Object.fromEntries(offences.map(([, file, text]) => [file, text])) };
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
  copyFileSync(join(root, '.dependency-cruiser.cjs'), join(house, '.dependency-cruiser.cjs'));
  found = cruise(house);
});

afterAll(() => rmSync(house, { recursive: true, force: true }));

describe('the rules of the house', () => {
  test.each(offences)('%s objects to %s', (rule, file) => {
    expect(found.filter((violation) => violation.file === file).map((violation) => violation.rule)).toContain(
      rule,
    );
  });

  test('object to nothing else', () => {
    const accused = found.filter(({ file }) => file in innocents && file !== 'src/kernel/b.ts');
    expect(accused).toEqual([]);
  });

  test('are each shown to work, and are errors', () => {
    const orders = forbidden.filter(({ name }) => name.endsWith('-looks-down-only')).length;
    const shown = new Set(offences.map(([rule]) => rule));
    expect(forbidden.filter(({ name }) => shown.has(name)).length + orders - 1).toBe(forbidden.length);
    expect(forbidden.every(({ severity }) => severity === 'error')).toBe(true);
  });
});

function write(file: string, text: string): void {
  mkdirSync(dirname(join(house, file)), { recursive: true });
  writeFileSync(join(house, file), text);
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
