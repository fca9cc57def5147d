import { checkRecord, nameFields } from './check-record.ts';
import { isGhostExport, readGhost } from './ghost.ts';
import { asDraft } from './publicity.ts';
import { failed, type ImportItem, type SiteAddress, truncated } from './record.ts';

/** A longer line (UTF-16 code units) is no record and is not kept in memory. */
const maxLineLength = 16_000_000;
/** A whole JSON file must fit in memory. */
const maxFileLength = 400_000_000;

/**
 * Reads the posts of a JSON Lines file (fields of docs/product.md §17), one per line. Reports a bad line and continues.
 */
export async function* readJsonLines(file: string, text: AsyncIterable<string>): AsyncGenerator<ImportItem> {
  for await (const { line, text: row, isUnended } of linesOf(text)) {
    const source = { file, line };
    if (row === null) yield failed(source, '这一行太长，无法读取');
    else if (row.trim() !== '') {
      const value = parseJson(row);
      yield value === undefined && isUnended
        ? truncated(source, '不是有效的 JSON')
        : readObject(value, row, source);
    }
  }
}

/** Reads a JSON file: an array of such objects, or a Ghost export. */
export async function* readJson(
  file: string,
  text: AsyncIterable<string>,
  onSiteAddress: (address: SiteAddress) => void = () => undefined,
): AsyncGenerator<ImportItem> {
  const parts: string[] = [];
  let length = 0;
  for await (const part of text) {
    length += part.length;
    if (length > maxFileLength) {
      yield failed({ file, line: 1 }, '文件太大，请改用 JSON Lines（每行一篇）');
      return;
    }
    parts.push(part);
  }
  const whole = parts.join('');
  const value = parseJson(whole);
  if (isGhostExport(value)) yield* readGhost(file, whole, value, onSiteAddress);
  else if (Array.isArray(value)) {
    const elements = elementsOf(whole);
    for (const [index, one] of value.entries()) {
      const { line = 1, start = 0 } = elements[index] ?? {};
      yield readObject(one, whole.slice(start, elements[index + 1]?.start), { file, line });
    }
  } else {
    yield value === undefined
      ? truncated({ file, line: 1 }, '不是有效的 JSON')
      : failed({ file, line: 1 }, '没有认出内容：应是文章的数组或 Ghost 导出文件');
  }
}

/** @param json the text of the value; what follows it is ignored */
function readObject(value: unknown, json: string, source: { file: string; line: number }): ImportItem {
  if (value === undefined) return failed(source, '不是有效的 JSON');
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return failed(source, '应是一个 JSON 对象');
  const item = checkRecord(nameFields(Object.entries(value)), source, { words: Object.entries(value) });
  const repeated = repeatedKey(json);
  return repeated === null ? item : asDraft(item, `“${repeated.slice(0, 30)}”写了两次`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Line = { line: number; text: string | null; isUnended: boolean };

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<Line> {
  let rest = '';
  let isTooLong = false;
  let line = 1;
  for await (const part of text) {
    const rows = part.split('\n');
    for (const [index, row] of rows.entries()) {
      if (index > 0) {
        yield { line, text: isTooLong ? null : rest, isUnended: false };
        line++;
        rest = '';
        isTooLong = false;
      }
      isTooLong ||= rest.length + row.length > maxLineLength;
      rest = isTooLong ? '' : rest + row;
    }
  }
  if (rest !== '' || isTooLong) yield { line, text: isTooLong ? null : rest, isUnended: true };
}

/** Returns where each element of a valid top-level array begins, and on which line. */
function elementsOf(json: string): { line: number; start: number }[] {
  const out: { line: number; start: number }[] = [];
  let depth = 0;
  let line = 1;
  let isAwaited = false;
  for (let at = 0; at < json.length; at++) {
    const char = json[at] ?? '';
    if (char === '\n') line++;
    if (/\s/.test(char)) continue;
    if (isAwaited && depth === 1 && char !== ']') out.push({ line, start: at });
    isAwaited = false;
    if (char === '"') at = endOfString(json, at);
    else if (char === '[' || char === '{') depth++;
    else if (char === ']' || char === '}') depth--;
    isAwaited = depth === 1 && (char === ',' || (char === '[' && out.length === 0));
  }
  return out;
}

/**
 * Returns a key that one object of the valid JSON value at the beginning of a text has twice, else null. `JSON.parse`
 * keeps the last value and drops the others, among them perhaps the word that the post is not public.
 */
function repeatedKey(json: string): string | null {
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < json.length; at++) {
    const char = json[at] ?? '';
    if (char === '{') open.push(new Set());
    else if (char === '[') open.push(null);
    else if (char === '}' || char === ']') {
      open.pop();
      if (open.length === 0) return null;
    } else if (char === '"') {
      const end = endOfString(json, at);
      const keys = open.at(-1);
      if (keys && json[nextSign(json, end + 1)] === ':') {
        const key = String(JSON.parse(json.slice(at, end + 1)));
        if (keys.has(key)) return key;
        keys.add(key);
      }
      at = end;
    }
  }
  return null;
}

function nextSign(json: string, from: number): number {
  let at = from;
  while (/\s/.test(json[at] ?? '')) at++;
  return at;
}

function endOfString(json: string, from: number): number {
  let at = from + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}
