import { basename } from 'node:path';
import { parseDocument } from 'yaml';
import { checkRecord, type RawFields } from './check-record.ts';
import { failed, type ImportItem } from './record.ts';

const maxFileLength = 5_000_000;

/** Names that other site generators use for our fields. */
const fieldAliases: Record<string, string> = {
  date: 'publishedAt',
  published: 'publishedAt',
  description: 'summary',
  excerpt: 'summary',
  image: 'cover',
  thumbnail: 'cover',
  keywords: 'tags',
  id: 'externalId',
  authors: 'author',
};

/**
 * Reads the post in a Markdown file: front matter between `---` lines (fields of docs/product.md §17 and the names that
 * other generators use), then the body. Without a title there, the first heading or else the file name is the title.
 */
export async function* readMarkdownFile(
  file: string,
  text: AsyncIterable<string>,
): AsyncGenerator<ImportItem> {
  let whole = '';
  for await (const part of text) {
    whole += part;
    if (whole.length > maxFileLength) {
      yield failed({ file, line: 1 }, '文件太大');
      return;
    }
  }
  const source = { file, line: 1 };
  const match = /^\s*---[ \t]*\n([\s\S]*?)(?:^|\n)(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(whole);
  if (!match && /^\s*---[ \t]*\n/.test(whole) && /^[\w\u4e00-\u9fff]+:/m.test(whole.slice(0, 400))) {
    yield failed(source, '文件头（front matter）没有以 --- 结束');
    return;
  }
  const fields = readFrontMatter(match?.[1] ?? '');
  if (typeof fields === 'string') yield failed(source, fields);
  else yield checkRecord(withTitle(fields, whole.slice(match?.[0].length ?? 0), file), source);
}

// Reads every scalar as a string: YAML's own types would turn the code 000002 into the number 2.
function readFrontMatter(yaml: string): Record<string, unknown> | string {
  const document = parseDocument(yaml, { schema: 'failsafe', logLevel: 'silent' });
  const error = document.errors[0];
  if (error) return `文件头（front matter）有误：第 ${(error.linePos?.[0].line ?? 0) + 1} 行`;
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 50 });
  } catch {
    return '文件头（front matter）引用过多';
  }
  if (value === null || value === undefined || value === '') return {};
  if (typeof value !== 'object' || Array.isArray(value)) return '文件头（front matter）应是“字段: 值”';
  const fields: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(value)) {
    const field = fieldAliases[name] ?? name;
    if (given !== '' && given !== 'null' && given !== '~') fields[field] ??= given;
  }
  if (/^(?:true|yes)$/i.test(String(fields.draft))) fields.state ??= 'draft';
  return fields;
}

function withTitle(fields: Record<string, unknown>, rest: string, file: string): RawFields {
  const heading = /^\s*#[ \t]+([^\n]+?)(?:[ \t]+#+)?[ \t]*(?:\n|$)/.exec(rest);
  const title = fields.title ?? heading?.[1] ?? basename(file).replace(/\.[^.]+$/, '');
  // The page shows the title itself, so a heading that repeats it is removed.
  const isRepeated = heading !== null && heading[1] === title;
  const body = isRepeated ? rest.slice(heading[0].length) : rest;
  return { ...fields, title, body: body.replace(/^\n+/, ''), format: 'markdown' };
}
