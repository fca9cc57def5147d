import { basename } from 'node:path';
import { checkRecord, nameFields, type RawFields } from './check-record.ts';
import { readFrontMatter } from './front-matter.ts';
import { asDraft } from './publicity.ts';
import { failed, type ImportItem } from './record.ts';

const maxFileLength = 5_000_000;

/** Names that other site generators use for our fields, in lower case. */
const fieldAliases = new Map([
  ['date', 'publishedAt'],
  ['description', 'summary'],
  ['excerpt', 'summary'],
  ['image', 'cover'],
  ['thumbnail', 'cover'],
  ['keywords', 'tags'],
  ['id', 'externalId'],
  ['authors', 'author'],
]);

/**
 * Reads the post in a Markdown file: front matter (fields of docs/product.md §17 and the names that other generators
 * use), then the body. Without a title there, the first heading or else the file name is the title.
 */
export async function* readMarkdownFile(
  file: string,
  text: AsyncIterable<string>,
): AsyncGenerator<ImportItem> {
  const source = { file, line: 1 };
  let whole = '';
  for await (const part of text) {
    whole += part;
    if (whole.length > maxFileLength) {
      yield failed(source, '文件太大');
      return;
    }
  }
  const read = readFrontMatter(whole);
  if (typeof read === 'string') {
    yield failed(source, read);
    return;
  }
  const { entries, body, faults } = read;
  const given = entries.filter(([, value]) => value !== '' && value !== 'null' && value !== '~');
  const fields = withTitle(nameFields(given, fieldAliases), body, file);
  yield asDraft(checkRecord(fields, source, { words: entries }), ...faults);
}

function withTitle(fields: RawFields, rest: string, file: string): RawFields {
  const heading = /^\s*#[ \t]+([^\n]+?)(?:[ \t]+#+)?[ \t]*(?:\n|$)/.exec(rest);
  const title = fields.title ?? heading?.[1] ?? basename(file).replace(/\.[^.]+$/, '');
  // The page shows the title itself, so a heading that repeats it is removed.
  const isRepeated = heading !== null && heading[1] === title;
  const body = isRepeated ? rest.slice(heading[0].length) : rest;
  return { ...fields, title, body: body.replace(/^\n+/, ''), format: 'markdown' };
}
