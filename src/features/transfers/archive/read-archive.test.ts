import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openArchive } from './read-archive.ts';
import { writeArchive } from './write-archive.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guanlan-archive-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function zipOf(files: Record<string, string>): Promise<string> {
  const path = join(folder, 'given.zip');
  await writeArchive(path, new Date(), async (writer) => {
    for (const [name, text] of Object.entries(files)) writer.addText(name, text);
  });
  return path;
}

test.each([
  ['of Halo', { 'extensions.data': '[]' }, /^这不是本系统的导出包：里面没有 manifest\.json$/],
  ['that is empty', {}, /^这不是本系统的导出包/],
  ['of WordPress', { 'export.xml': '<rss></rss>' }, /^这不是本系统的导出包.*guanlan -- import/],
  [
    'of Hexo',
    { 'source/_posts/a.md': '# a', 'themes/x.css': '' },
    /^这不是本系统的导出包.*guanlan -- import/,
  ],
  ['of Ghost', { 'a.json': '{}' }, /^这不是本系统的导出包.*guanlan -- import/],
  ['of ours with something strange', { 'manifest.json': '{}', 'x.exe': '' }, /不认识的内容：x\.exe/],
  ['that only says that it is ours', { 'manifest.json': '{}' }, /manifest\.json 不完整/],
])('an archive %s is named for what it is before its details', async (_, files, message) => {
  await expect(openArchive(await zipOf(files as Record<string, string>))).rejects.toThrow(message);
});

test('a folder is no archive, and says so', async () => {
  await expect(openArchive(folder)).rejects.toThrow('是文件夹，应为本系统导出的 zip 文件');
  await expect(openArchive(join(folder, 'none.zip'))).rejects.toThrow('文件不存在或无权读取');
});
