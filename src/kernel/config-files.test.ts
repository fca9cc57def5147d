import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from './config.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'guanlan-secrets-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(content: string): string {
  const path = join(folder, `secret-${Math.random()}`);
  writeFileSync(path, content);
  return path;
}

test('a setting is read from the file that NAME_FILE names, without its line break', () => {
  const key = 'k'.repeat(43);
  const url = 'postgres://guanlan:p%40ss@db.example.cn/guanlan';
  const config = loadConfig({
    PORTAL_KEY_FILE: fileOf(`${key}\n`),
    DATABASE_URL_FILE: fileOf(`${url}\r\n`),
    S3_BUCKET: 'site-files',
    S3_ENDPOINT: 'https://oss.example.cn',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY_FILE: fileOf('bucket secret'),
  });
  expect([config.portalKey, config.databaseUrl]).toEqual([key, url]);
  expect(config.environment.S3_SECRET_ACCESS_KEY).toBe('bucket secret');
});

test.each([
  ['a missing file', () => '/nowhere/secret', /PORTAL_KEY_FILE 的文件读不了.*\/nowhere\/secret/],
  ['an empty file', () => fileOf('\n'), /PORTAL_KEY_FILE 的文件是空的/],
  ['a large file', () => fileOf('x'.repeat(70_000)), /PORTAL_KEY_FILE 的文件太大/],
  ['an invalid value, without showing it', () => fileOf('too-short'), /^(?!.*too-short).*PORTAL_KEY/s],
])('names the setting for %s', (_, path, message) => {
  expect(() => loadConfig({ PORTAL_KEY_FILE: path() })).toThrow(message);
});

test('refuses two different values of one setting, and accepts the same one', () => {
  const [one, two] = ['a'.repeat(43), 'b'.repeat(43)];
  expect(() => loadConfig({ PORTAL_KEY: one, PORTAL_KEY_FILE: fileOf(two) })).toThrow('只能有一个');
  expect(loadConfig({ PORTAL_KEY: one, PORTAL_KEY_FILE: fileOf(one) }).portalKey).toBe(one);
});

test('names a misspelt setting with a file', () => {
  expect(() => loadConfig({ PORTAL_KYE_FILE: '/x' })).not.toThrow('PORTAL_KEY_FILE 的文件');
});
