import { setImmediate } from 'node:timers/promises';
import { invalid } from '#kernel/errors.ts';
import { decodeText } from '#kernel/storage/decode.ts';
import { Table } from '#kernel/storage/import-table.ts';
import { foldWord } from '#shared/text/fold-words.ts';
import type { Level, ListedWord } from './matcher.ts';

/** The Chinese names of the levels, in files and on screen. */
export const levelNames: Readonly<Record<Level, string>> = { block: '禁止', review: '送审', warn: '提醒' };

const levelByName = new Map<string, Level>([
  ['禁止', 'block'],
  ['禁用', 'block'],
  ['屏蔽', 'block'],
  ['送审', 'review'],
  ['审核', 'review'],
  ['提醒', 'warn'],
  ['警告', 'warn'],
  ...(['block', 'review', 'warn'] as const).map((level) => [level, level] as const),
]);
const headerNames = new Set(['word', '词', '词语', '敏感词', '关键词']);
const maxLines = 200_000;
const linesPerTurn = 2000;

type Fallback = { level: Level; category: string };

/**
 * Reads a word list in any encoding: one word per line, optionally followed by level and category after commas or tabs.
 * The header of our own export is skipped. An invalid line is reported with its number.
 * @throws invalid for a binary file or too long a list
 */
export async function readWordList(bytes: Buffer, fallback: Fallback): Promise<Table<ListedWord>> {
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1')))
    throw invalid('词表文件是表格或压缩包，请先另存为 CSV 或 TXT 再导入', 'file');
  const text = decodeText(bytes).replace(/^\uFEFF/, '');
  if (isBinary(text)) throw invalid('词表文件不是文本，可能已经损坏；请用 TXT 或 CSV 文件', 'file');
  const lines = text.split('\n');
  if (lines.length > maxLines)
    throw invalid(`词表文件超过 ${maxLines / 10_000} 万行，请分成几份导入`, 'file');
  const table = new Table<ListedWord>({ keyOf: ({ word }) => word, explainRepeat: () => null });
  for (const [index, content] of lines.entries()) {
    // Without yielding, two hundred thousand lines would block every other call for half a second.
    if (index % linesPerTurn === 0) await setImmediate();
    const [first = '', ...more] = cellsOf(content);
    if (content.trim() === '' || (index === 0 && headerNames.has(first.toLowerCase()))) continue;
    const read = readLine(first, more, fallback);
    table.add({ line: index + 1, ...(typeof read === 'string' ? { fault: read } : { record: read }) });
  }
  return table;
}

// Removes the apostrophe that our export puts before text that a spreadsheet would treat as a formula.
const cellsOf = (line: string): string[] =>
  line.split(/[,，\t]/).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .replace(/^'(?=[=+\-@])/, '')
      .replaceAll('""', '"')
      .trim(),
  );

function readLine(
  first: string,
  [levelName = '', category = '']: string[],
  fallback: Fallback,
): ListedWord | string {
  if (first.includes('\uFFFD')) return '有无法识别的字符，可能是文件在这里损坏或被截断';
  const word = foldWord(first);
  if (word === '') return '没有词，或只有符号';
  if (word.length > 50) return '敏感词过长，最多 50 个字';
  const level = levelName === '' ? fallback.level : levelByName.get(levelName.toLowerCase());
  if (!level) return `级别“${levelName.slice(0, 20)}”不认识，可用：禁止、送审、提醒`;
  if (category.length > 20) return '分类过长，最多 20 个字';
  return { word, level, category: category || fallback.category };
}

function isBinary(text: string): boolean {
  const oddCount = text.match(/(?![\n\r\t])\p{Cc}|\uFFFD/gu)?.length ?? 0;
  return text.includes('\0') || oddCount > 5 + text.length / 20;
}
