import { expect, test } from 'vitest';
import { tagOf } from './tagged-version.ts';

const changelog = '# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-11-27\n\n- One.\n\n## [1.1.0]\n';
const release = { version: '1.2.0', changelog, tags: ['v1.2.0', 'latest'], isChanged: false };

test('a release of a tagged commit has the tag of its version', () => {
  expect(tagOf(release)).toBe('v1.2.0');
});

test('a release of a commit without a tag has none, and may have changed files', () => {
  expect(tagOf({ ...release, tags: ['latest'], isChanged: true })).toBeNull();
});

test.each([
  ['another version in package.json', { version: '1.3.0' }, '标签是 v1.2.0，package.json 的版本却是 1.3.0'],
  ['no heading in the changelog', { changelog: '## [Unreleased]\n' }, 'CHANGELOG.md 没有 ## [1.2.0] 一节'],
  [
    'a heading below a newer one',
    { changelog: '## [1.3.0]\n## [1.2.0]\n' },
    'CHANGELOG.md 最新的一节是 [1.3.0]，不是 1.2.0',
  ],
  ['changed files', { isChanged: true }, '文件与标签 v1.2.0 的提交不同'],
])('refuses a tagged commit with %s', (_, change, message) => {
  expect(() => tagOf({ ...release, ...change })).toThrow(message);
});
