import { expect, test } from 'vitest';
import { ariaKeys, showKeys } from './shortcut-keys.ts';
import { blockTools, headingTools, insertTools, matchesTool } from './tools.ts';

const context = {
  open: () => {},
  requestFile: () => {},
  requestGallery: () => {},
  kinds: ['image'] as const,
  hasPaywall: true,
};
const tools = [...headingTools, ...blockTools, ...insertTools(context)];

test.each([
  ['标题', ['H2 二级标题', 'H3 三级标题', 'H4 四级标题']],
  ['h3', ['H3 三级标题']],
  ['ejbt', ['H2 二级标题']],
  ["er'ji", ['H2 二级标题']],
  ['bt', ['H2 二级标题', 'H3 三级标题', 'H4 四级标题']],
  ['liebiao', ['无序列表', '有序列表']],
  ['bg', ['表格']],
  ['tup', ['图片']],
  ['ffx', ['付费线：以下内容需要权限']],
  ['xx', []],
  ['v', []],
  ['jz', ['脚注']],
  ['gp', ['股票：名称、代码或拼音']],
])('finds tools by %s', (typed, labels) => {
  expect(tools.filter((tool) => matchesTool(tool, typed)).map(({ label }) => label)).toEqual(labels);
});

test('offers only the kinds of files that a writer may insert', () => {
  const labels = insertTools({ ...context, hasPaywall: false }).map(({ label }) => label);
  expect(labels).toEqual(['图片', '图集', '嵌入视频', '书签', '公式', '股票：名称、代码或拼音', '脚注']);
});

test('names shortcuts as the keyboard does', () => {
  expect([showKeys('Mod-Shift-8', false), showKeys('Mod-Shift-8', true)]).toEqual(['Ctrl+Shift+8', '⌘⇧8']);
  expect([ariaKeys('Mod-k', false), ariaKeys('Mod-k', true)]).toEqual(['Control+K', 'Meta+K']);
});
