import { basename } from 'node:path';
import { checkRecord, nameFields, type RawFields } from './check-record.ts';
import { readFrontMatter } from './front-matter.ts';
import { asDraft, isPublicityKey } from './publicity.ts';
import { failed, type ImportItem } from './record.ts';

const maxFileLength = 5_000_000;

/** Names that other site generators use for our fields, in lower case. */
const fieldAliases = new Map([
  ['date', 'publishedAt'],
  ['lastmod', 'modifiedAt'],
  ['modified', 'modifiedAt'],
  ['updated', 'modifiedAt'],
  ['updated_at', 'modifiedAt'],
  ['last_modified_at', 'modifiedAt'],
  ['datemodified', 'modifiedAt'],
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
  yield asDraft(checkRecord(fields, source, { words: entries }), ...faults, ...unreadHeader(body));
}

const headLines = 20;

/** Returns why a text that begins with words about publicity is a draft: they are a header that was not read. */
function unreadHeader(body: string): string[] {
  for (const line of body.split('\n', headLines)) {
    const key = /^[\s{[,%"']{0,20}([\p{L}_][\p{L}\p{N}_ -]{0,40}?)["']?\s*[:：=]\s*\S/u.exec(line)?.[1];
    if (key !== undefined && isPublicityKey(key))
      return [`开头的“${line.trim().slice(0, 30)}”像是没有读懂的文件头`];
  }
  return [];
}

function withTitle(fields: RawFields, rest: string, file: string): RawFields {
  const heading = /^\s*#[ \t]+([^\n]+?)(?:[ \t]+#+)?[ \t]*(?:\n|$)/.exec(rest);
  const title = fields.title ?? heading?.[1] ?? basename(file).replace(/\.[^.]+$/, '');
  // The page shows the title itself, so a heading that repeats it is removed.
  const isRepeated = heading !== null && heading[1] === title;
  const body = isRepeated ? rest.slice(heading[0].length) : rest;
  return { ...fields, title, body: body.replace(/^\n+/, ''), format: 'markdown' };
}
