import { countGraphemes } from '#shared/text/graphemes.ts';
import { cleanText } from '#shared/text/normalise.ts';
import { cleanUrl } from '../body/attributes.ts';
import { faultOfVipPrice } from '../vip-price.ts';
import { readDate } from './read-date.ts';
import { maxPrice, readFen, yuanToFen } from './read-price.ts';
import { failed, type ImportItem, type ImportRecord, type ImportSource } from './record.ts';

/** What a file says about a piece, by our field names, as it stands there. */
export type RawFields = { readonly [field: string]: unknown };

/** The fields a file may give (PRODUCT §7) and their Chinese names for messages. */
export const fieldNames: Record<string, string> = {
  externalId: '外部编号',
  title: '标题',
  body: '正文',
  format: '格式',
  summary: '摘要',
  author: '作者',
  publishedAt: '日期',
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

/** In characters as readers count them; a body in UTF-16 units. */
const limits = {
  title: 200,
  summary: 1_000,
  author: 50,
  column: 100,
  externalId: 255,
  tag: 50,
  tags: 50,
  codes: 50,
};
const maxBody = 5_000_000;

/**
 * Checks and cleans what a reader found: control characters go, lone surrogates are replaced, dates get an offset, prices become
 * fen. The first wrong field refuses the record, with its name.
 * @param inYuan the fields whose numbers are yuan; money is fen unless a header says otherwise (PRODUCT §4)
 */
export function checkRecord(
  fields: RawFields,
  source: ImportSource,
  inYuan: ReadonlySet<string> = new Set(),
): ImportItem {
  try {
    return { ok: true, record: readRecord(fields, source, inYuan) };
  } catch (error) {
    if (error instanceof Refusal) return failed(source, error.message);
    throw error;
  }
}

class Refusal extends Error {}

function refuse(field: string, what: string): never {
  throw new Refusal(`${fieldNames[field] ?? field}（${field}）${what}`);
}

function readRecord(fields: RawFields, source: ImportSource, inYuan: ReadonlySet<string>): ImportRecord {
  const title = line(fields, 'title', limits.title);
  if (title === undefined) refuse('title', '不能为空');
  const body = readBody(fields);
  const price = readPrice(fields, 'price', inYuan);
  const vipPrice = readPrice(fields, 'vipPrice', inYuan);
  const vipFree = yesOrNo(fields, 'vipFree');
  const access = choice(fields, 'access', accesses);
  if (access === 'paid' && price === undefined) refuse('price', '不能为空：付费内容需要大于零的价格');
  const fault = faultOfVipPrice({ price, vipPrice, vipFree });
  if (fault) refuse('vipPrice', fault);
  const optional = {
    externalId: line(fields, 'externalId', limits.externalId),
    summary: line(fields, 'summary', limits.summary),
    author: line(fields, 'author', limits.author),
    publishedAt: readPublishedAt(fields.publishedAt),
    column: line(fields, 'column', limits.column),
    kind: choice(fields, 'kind', kinds),
    access,
    price,
    vipPrice,
    vipFree,
    important: yesOrNo(fields, 'important'),
    cover: readCover(fields),
    state: choice(fields, 'state', states),
    url: readUrl(fields),
  };
  return {
    title,
    body,
    format: choice(fields, 'format', formats) ?? guessFormat(body),
    tags: words(fields, 'tags', /[,，、;；|\n]/, limits.tags).map(readTag),
    stockCodes: [...new Set(words(fields, 'stockCodes', /[,，、;；|/\s]/, limits.codes).map(readStockCode))],
    ...(Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)) as object),
    source,
  };
}

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

function textOf(value: unknown, field: string): string {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value !== 'string') refuse(field, '应为文字');
  // A reader should see that something is missing, so a lone surrogate becomes U+FFFD and does not vanish.
  return cleanText(value.toWellFormed()).replaceAll('\ufeff', '');
}

function line(fields: RawFields, field: string, limit: number): string | undefined {
  if (isBlank(fields[field])) return undefined;
  const text = textOf(fields[field], field).replace(/\s+/g, ' ').trim();
  if (countGraphemes(text, limit) > limit) refuse(field, `超过 ${limit} 个字`);
  return text || undefined;
}

function readBody(fields: RawFields): string {
  if (isBlank(fields.body)) refuse('body', '不能为空');
  const body = textOf(fields.body, 'body');
  if (body.length > maxBody) refuse('body', `超过 ${maxBody / 1_000_000} 兆字符`);
  if (!showsSomething(body)) refuse('body', '不能为空');
  return body;
}

/** Whether a body has words or a picture, without parsing it. */
export function showsSomething(body: string): boolean {
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

function readPublishedAt(value: unknown): string | undefined {
  if (isBlank(value)) return undefined;
  const text = textOf(value, 'publishedAt');
  return readDate(text) ?? refuse('publishedAt', `无法识别：${text.trim().slice(0, 40)}`);
}

function readPrice(
  fields: RawFields,
  field: 'price' | 'vipPrice',
  inYuan: ReadonlySet<string>,
): number | undefined {
  const value = fields[field];
  if (isBlank(value)) return undefined;
  const isYuan = inYuan.has(field);
  const fen = isYuan ? yuanToFen(String(value)) : readFen(value);
  if (fen === null) refuse(field, isYuan ? '应为金额（元），最多两位小数' : '应为整数（分），不能为负');
  if (fen < 0) refuse(field, '不能为负');
  if (fen > maxPrice) refuse(field, `不能超过 ${maxPrice / 100} 元`);
  // Tables write 0 where nothing is to be paid.
  return fen === 0 ? undefined : fen;
}

function readCover(fields: RawFields): string | undefined {
  const cover = line(fields, 'cover', 2_000);
  if (cover === undefined) return undefined;
  return cleanUrl(cover, undefined) ?? refuse('cover', '地址无效');
}

/** Where a piece came from is worth having, and no reason to refuse it. */
function readUrl({ url }: RawFields): string | undefined {
  const found = typeof url === 'string' && url.length <= 2_000 ? URL.parse(url.trim()) : null;
  return found && /^https?:$/.test(found.protocol) ? found.href : undefined;
}

function words(fields: RawFields, field: string, border: RegExp, limit: number): string[] {
  const value = fields[field];
  if (isBlank(value)) return [];
  const parts = Array.isArray(value) ? value : textOf(value, field).split(border);
  const out = new Set<string>();
  for (const part of parts) {
    const isCode = typeof part === 'number' && field === 'stockCodes';
    // A number in JSON cannot carry the zeros a code begins with.
    const word = isBlank(part)
      ? ''
      : isCode
        ? String(part).padStart(6, '0')
        : textOf(part, field).replace(/\s+/g, ' ').trim();
    if (word !== '' && word !== '-' && word !== '无') out.add(word);
  }
  if (out.size > limit) refuse(field, `超过 ${limit} 个`);
  return [...out];
}

function readTag(word: string): string {
  const tag = word.replace(/^#+|#+$/g, '').trim() || word;
  if (countGraphemes(tag, limits.tag) > limits.tag)
    refuse('tags', `超过 ${limits.tag} 个字：${tag.slice(0, 20)}…`);
  return tag;
}

/** `SH600000` and `600000.SH` are 600000; leading zeros stay. */
function readStockCode(word: string): string {
  const plain = word.normalize('NFKC').toUpperCase();
  const code = /^(?:SH|SZ|BJ)?[:：]?(\d{6})(?:\.(?:SH|SZ|BJ|SS))?$/.exec(plain)?.[1] ?? plain;
  return /^[A-Z0-9.]{1,12}$/.test(code) ? code : refuse('stockCodes', `无法识别：${word.slice(0, 20)}`);
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
const states = {
  published: 'published',
  draft: 'draft',
  已发布: 'published',
  发布: 'published',
  草稿: 'draft',
} as const;
const answers = { true: 1, yes: 1, y: 1, '1': 1, 是: 1, false: 0, no: 0, n: 0, '0': 0, 否: 0 } as const;

function choice<T>(fields: RawFields, field: string, known: { readonly [word: string]: T }): T | undefined {
  const value = fields[field];
  if (isBlank(value)) return undefined;
  const word = (typeof value === 'boolean' ? String(value) : textOf(value, field)).trim().toLowerCase();
  if (!Object.hasOwn(known, word)) {
    refuse(field, `只能是 ${Object.keys(known).join('、')}，读到的是“${word.slice(0, 20)}”`);
  }
  return known[word];
}

function yesOrNo(fields: RawFields, field: string): boolean | undefined {
  const answer = choice<number>(fields, field, answers);
  return answer === undefined ? undefined : answer === 1;
}
