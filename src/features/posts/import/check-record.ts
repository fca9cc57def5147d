import { isStockCode, plainStockCode } from '#shared/stock-code.ts';
import { countGraphemes } from '#shared/text/graphemes.ts';
import { stripControlCharacters } from '#shared/text/normalise.ts';
import { readYuan, yuanFault } from '#shared/yuan.ts';
import { cleanUrl } from '../body/attributes.ts';
import { findVipPriceFault } from '../vip-price.ts';
import { type GivenWord, isPublicityKey, readPublicity } from './publicity.ts';
import { explainDate } from './read-date.ts';
import { maxPrice, readWholeFen } from './read-price.ts';
import { failed, type ImportItem, type ImportRecord, type ImportSource } from './record.ts';

/** The raw values of a post in a file, by our field names. */
export type RawFields = { readonly [field: string]: unknown };

/** The fields a file may contain (docs/product.md §17) and their Chinese names for messages. */
export const fieldNames: Record<string, string> = {
  externalId: '外部编号',
  title: '标题',
  body: '正文',
  format: '格式',
  summary: '摘要',
  author: '作者',
  publishedAt: '日期',
  modifiedAt: '修改日期',
  column: '栏目',
  kind: '类型',
  tags: '标签',
  stockCodes: '股票代码',
  access: '权限',
  price: '价格',
  vipPrice: 'VIP 价',
  vipFree: 'VIP 免费',
  important: '重要',
  cover: '封面',
  state: '状态',
};

const fieldByName = new Map(Object.keys(fieldNames).map((field) => [field.toLowerCase(), field]));

/** Names the values of a record by our fields, without regard to case; `aliases` are in lower case. */
export function nameFields(
  given: Iterable<GivenWord>,
  aliases: ReadonlyMap<string, string> = new Map(),
): RawFields {
  const fields = new Map<string, unknown>();
  for (const [key, value] of given) {
    const name = key.toLowerCase();
    const field = fieldByName.get(name) ?? aliases.get(name) ?? key;
    if (!fields.has(field) || key === field) fields.set(field, value);
  }
  return Object.fromEntries(fields);
}

/** In graphemes; a body in UTF-16 code units. */
const limits = {
  title: 200,
  summary: 1_000,
  author: 50,
  authors: 10,
  column: 100,
  externalId: 255,
  tag: 50,
  tags: 50,
  codes: 50,
};
const maxBodyLength = 5_000_000;

/**
 * Checks and cleans the raw fields: removes control characters, replaces lone surrogates, gives dates an offset and
 * converts prices to fen. Refuses the record at the first invalid field, naming it.
 * A word about publicity that does not mean "public" makes a draft.
 */
export function checkRecord(
  fields: RawFields,
  source: ImportSource,
  { inYuan = new Set(), words = Object.entries(fields), unread = [] }: CheckOptions = {},
): ImportItem {
  try {
    return { ok: true, record: readRecord(fields, source, inYuan, words, unread) };
  } catch (error) {
    if (error instanceof InvalidField) return failed(source, error.message);
    throw error;
  }
}

type CheckOptions = {
  /** The fields whose numbers are in yuan; money is in fen unless a header says otherwise (docs/product.md §14). */
  inYuan?: ReadonlySet<string>;
  /** All keys and values of the file that may be about publicity; by default the fields. */
  words?: Iterable<GivenWord>;
  /** Further names of fields of the file that have a value and no place here. */
  unread?: readonly string[];
};

class InvalidField extends Error {}

function rejectField(field: string, problem: string): never {
  throw new InvalidField(`${fieldNames[field] ?? field}（${field}）${problem}`);
}

function readRecord(
  fields: RawFields,
  source: ImportSource,
  inYuan: ReadonlySet<string>,
  words: Iterable<GivenWord>,
  unread: readonly string[],
): ImportRecord {
  const title = readLine(fields, 'title', limits.title);
  if (title === undefined) rejectField('title', '不能为空');
  const body = readBody(fields);
  const price = readPrice(fields, 'price', inYuan);
  const vipPrice = readPrice(fields, 'vipPrice', inYuan);
  const vipFree = readFlag(fields, 'vipFree');
  const access = readChoice(fields, 'access', accesses);
  if (access === 'paid' && price === undefined) rejectField('price', '不能为空：付费内容需要大于零的价格');
  const fault = findVipPriceFault({ price, vipPrice, vipFree });
  if (fault) rejectField('vipPrice', fault);
  const { draftReasons, publishedAt } = readPublicity(words, readDateField(fields, 'publishedAt'));
  const optional = {
    externalId: readExternalId(fields),
    summary: readLine(fields, 'summary', limits.summary),
    ...readAuthors(fields),
    publishedAt,
    modifiedAt: readDateField(fields, 'modifiedAt'),
    column: readLine(fields, 'column', limits.column),
    kind: readChoice(fields, 'kind', kinds),
    access,
    price,
    vipPrice,
    vipFree,
    important: readFlag(fields, 'important'),
    cover: readCover(fields),
    ...(draftReasons.length > 0 && { state: 'draft' as const, draftReasons }),
    url: readUrl(fields),
    unread: unreadOf(fields, unread),
  };
  return {
    title,
    body,
    format: readChoice(fields, 'format', formats) ?? guessFormat(body),
    tags: readWords(fields, 'tags', /[,，、;；|\n]/, limits.tags).map(readTag),
    stockCodes: [
      ...new Set(readWords(fields, 'stockCodes', /[,，、;；|/\s]/, limits.codes).map(readStockCode)),
    ],
    ...(Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)) as object),
    source,
  };
}

/** Returns the names of the fields with a value that mean nothing here, after `further`; undefined without any. */
function unreadOf(fields: RawFields, further: readonly string[]): string[] | undefined {
  const names = Object.keys(fields).filter(
    (name) =>
      !Object.hasOwn(fieldNames, name) && name !== 'url' && !isPublicityKey(name) && !isBlank(fields[name]),
  );
  const all = [...new Set([...further, ...names])];
  return all.length > 0 ? all : undefined;
}

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

function readText(value: unknown, field: string): string {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value !== 'string') rejectField(field, '应为文字');
  // A lone surrogate becomes U+FFFD instead of vanishing, so that readers see that something is missing.
  return stripControlCharacters(value.toWellFormed()).replaceAll('\ufeff', '');
}

function readLine(fields: RawFields, field: string, limit: number): string | undefined {
  if (isBlank(fields[field])) return undefined;
  const text = readText(fields[field], field).replace(/\s+/g, ' ').trim();
  if (countGraphemes(text, limit) > limit) rejectField(field, `超过 ${limit} 个字`);
  return text || undefined;
}

/** Refuses an id that a spreadsheet or a JSON number cut, since several records would share it. */
function readExternalId(fields: RawFields): string | undefined {
  const { externalId } = fields;
  if (typeof externalId === 'number' && Math.abs(externalId) > Number.MAX_SAFE_INTEGER)
    rejectField('externalId', '太大，JSON 的数存不下它，请写成加引号的文字');
  const id = readLine(fields, 'externalId', limits.externalId);
  if (id !== undefined && /^[+-]?\d(?:[.,]\d+E[+-]?|E[+-])\d{1,3}$/i.test(id))
    rejectField(
      'externalId',
      `“${id}”是表格软件缩写的数，后面几位已经丢失：请把这一列设成文本，从原系统重新导出`,
    );
  return id;
}

/** A list names the main author first; a text may name several, separated by 、 or a semicolon. */
function readAuthors(fields: RawFields): Pick<ImportRecord, 'author' | 'coAuthors'> {
  const [author, ...coAuthors] = readWords(fields, 'author', /[、;；]/, limits.authors);
  for (const name of [author, ...coAuthors])
    if (name !== undefined && countGraphemes(name, limits.author) > limits.author)
      rejectField('author', `超过 ${limits.author} 个字`);
  return { ...(author !== undefined && { author }), ...(coAuthors.length > 0 && { coAuthors }) };
}

function readBody(fields: RawFields): string {
  if (isBlank(fields.body)) rejectField('body', '不能为空');
  const body = readText(fields.body, 'body');
  if (body.length > maxBodyLength) rejectField('body', `超过 ${maxBodyLength / 1_000_000} 兆字符`);
  if (!hasContent(body)) rejectField('body', '不能为空');
  return body;
}

/** Whether a body has words or a picture, without parsing it. */
export function hasContent(body: string): boolean {
  if (/<(?:img|video|audio)\b|!\[/i.test(body)) return true;
  return /\S/.test(body.replace(/<[^<>]*>|&nbsp;|&#160;/gi, ''));
}

function guessFormat(body: string): ImportRecord['format'] {
  return /<\/(?:p|div|h[1-6]|ul|ol|li|table|blockquote|strong|b|em|a|figure|section|article|span)>|<(?:br|img|hr)\b[^<>]*>/i.test(
    body,
  )
    ? 'html'
    : 'text';
}

function readDateField(fields: RawFields, field: 'publishedAt' | 'modifiedAt'): string | undefined {
  if (isBlank(fields[field])) return undefined;
  const text = readText(fields[field], field);
  const { iso, fault } = explainDate(text);
  return iso ?? rejectField(field, `${fault}：${text.trim().slice(0, 40)}`);
}

function readPrice(
  fields: RawFields,
  field: 'price' | 'vipPrice',
  inYuan: ReadonlySet<string>,
): number | undefined {
  const value = fields[field];
  if (isBlank(value)) return undefined;
  const isYuan = inYuan.has(field);
  const fen = isYuan ? readYuan(String(value)) : readWholeFen(value);
  if (fen === null) rejectField(field, isYuan ? yuanFault(String(value)) : '应为整数（分），不能为负');
  if (fen < 0) rejectField(field, '不能为负');
  if (fen > maxPrice) rejectField(field, `不能超过 ${maxPrice / 100} 元`);
  // Spreadsheets contain 0 where nothing is to be paid.
  return fen === 0 ? undefined : fen;
}

function readCover(fields: RawFields): string | undefined {
  const cover = readLine(fields, 'cover', 2_000);
  if (cover === undefined) return undefined;
  return cleanUrl(cover, undefined) ?? rejectField('cover', '地址无效');
}

/** An invalid source address is dropped; it is no reason to refuse a post. */
function readUrl({ url }: RawFields): string | undefined {
  const found = typeof url === 'string' && url.length <= 2_000 ? URL.parse(url.trim()) : null;
  return found && /^https?:$/.test(found.protocol) ? found.href : undefined;
}

function readWords(fields: RawFields, field: string, separator: RegExp, limit: number): string[] {
  const value = fields[field];
  if (isBlank(value)) return [];
  const parts = Array.isArray(value) ? value : readText(value, field).split(separator);
  const out = new Set<string>();
  for (const part of parts) {
    const isCode = typeof part === 'number' && field === 'stockCodes';
    // A JSON number cannot hold a code's leading zeros.
    const word = isBlank(part)
      ? ''
      : isCode
        ? String(part).padStart(6, '0')
        : readText(part, field).replace(/\s+/g, ' ').trim();
    if (word !== '' && word !== '-' && word !== '无') out.add(word);
  }
  if (out.size > limit) rejectField(field, `超过 ${limit} 个`);
  return [...out];
}

function readTag(word: string): string {
  const tag = word.replace(/^#+|#+$/g, '').trim() || word;
  if (countGraphemes(tag, limits.tag) > limits.tag)
    rejectField('tags', `超过 ${limits.tag} 个字：${tag.slice(0, 20)}…`);
  return tag;
}

function readStockCode(word: string): string {
  const code = plainStockCode(word);
  return isStockCode(code)
    ? code
    : rejectField(
        'stockCodes',
        `无法识别：“${word.slice(0, 20)}”，应为 6 位数字，如 300750；表格软件去掉的零要补上`,
      );
}

const formats = {
  html: 'html',
  markdown: 'markdown',
  md: 'markdown',
  text: 'text',
  txt: 'text',
  纯文本: 'text',
} as const;
const kinds = {
  news: 'news',
  article: 'article',
  reference: 'reference',
  资讯: 'news',
  新闻: 'news',
  文章: 'article',
  研报: 'article',
  内参: 'reference',
} as const;
const accesses = {
  public: 'public',
  member: 'member',
  vip: 'vip',
  paid: 'paid',
  公开: 'public',
  免费: 'public',
  会员: 'member',
  付费: 'paid',
} as const;
const flagValues = { true: 1, yes: 1, y: 1, '1': 1, 是: 1, false: 0, no: 0, n: 0, '0': 0, 否: 0 } as const;

function readChoice<T>(
  fields: RawFields,
  field: string,
  known: { readonly [word: string]: T },
): T | undefined {
  const value = fields[field];
  if (isBlank(value)) return undefined;
  const word = (typeof value === 'boolean' ? String(value) : readText(value, field)).trim().toLowerCase();
  if (!Object.hasOwn(known, word)) {
    rejectField(field, `只能是 ${Object.keys(known).join('、')}，读到的是“${word.slice(0, 20)}”`);
  }
  return known[word];
}

function readFlag(fields: RawFields, field: string): boolean | undefined {
  const answer = readChoice<number>(fields, field, flagValues);
  return answer === undefined ? undefined : answer === 1;
}
