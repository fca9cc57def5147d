import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const preload = `--import=${pathOf('../testing/list-packages.ts')}`;

const node = (...args: string[]) =>
  spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], { encoding: 'utf8' });
/** The packages that a process loaded, from the last line of its standard error. */
const packagesOf = (stderr: string): string[] => JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '');

describe('the usage', () => {
  test.each([[[]], [['help']], [['--help']]])('is printed to standard output for %j', (args) => {
    const { status, stdout, stderr } = node(pathOf('cli.ts'), ...args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^用法：.*\n\n {2}import <文件或文件夹>[\s\S]*\n {2}doctor\n$/);
  });

  test.each([[['nonsense']], [['member']], [['help!', 'doctor']]])(
    'is printed to standard error, with status 1, for the unknown command %j',
    (args) => {
      const { status, stdout, stderr } = node(pathOf('cli.ts'), ...args);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(/^用法：/);
    },
  );

  test('loads no package', () => {
    expect(packagesOf(node(preload, pathOf('cli.ts')).stderr)).toEqual([]);
  });
});

/** Packages that load slowly and that only some calls need. */
const sdks = [
  '@alicloud/dysmsapi20170525',
  '@aws-sdk/client-s3',
  '@lancedb/lancedb',
  '@node-rs/jieba',
  'alipay-sdk',
  'altcha-lib',
  'file-type',
  'htmlparser2',
  'ip2region',
  'marked',
  'nodemailer',
  'opencc-js',
  'pinyin-pro',
  'sanitize-html',
  'sharp',
  'undici',
  'vite',
  'wechatpay-axios-plugin',
  'yaml',
];

/** Returns the packages that a process loads when it imports these files of this folder. */
function importing(...files: string[]): string[] {
  const imports = files.map((file) => `await import(${JSON.stringify(pathOf(file))});`).join('');
  return packagesOf(node(preload, '--input-type=module', '--eval', imports).stderr);
}

test('a web process and the worker load no SDK before its first use', { tags: ['deep'] }, () => {
  const packages = importing('web.ts', 'worker.ts', 'listeners.ts');
  expect(packages).toContain('fastify');
  expect(packages.filter((name) => sdks.includes(name))).toEqual([]);
});

test('the supervisor loads only what it needs to watch processes and the database', () => {
  const packages = importing(
    ...['processes.ts', 'run-preparation.ts', '../kernel/config.ts', '../kernel/db/embedded/index.ts'],
  );
  expect(packages.filter((name) => !/^(pg|postgres|split2|pgpass|xtend)/.test(name)).sort()).toEqual([
    'leven',
    'zod',
  ]);
});

test('commands and the preparation load neither an SDK nor the HTTP server', () => {
  const packages = importing('run-command.ts', 'content-commands.ts', 'doctor.ts', 'prepare.ts');
  expect(packages).toContain('pg');
  const others = ['fastify', 'otpauth', 'croner'];
  expect(packages.filter((name) => [...sdks, ...others].includes(name))).toEqual([]);
});
