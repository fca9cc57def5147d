import { stripControlCharacters } from '#shared/text/normalise.ts';
import { readDate } from './read-date.ts';
import type { ImportItem } from './record.ts';

/** A key of a record as its file spells it, with its value. */
export type GivenWord = readonly [key: string, value: unknown];

type Publicity = {
  /** Why the record becomes a draft, in Chinese; empty if it may be published. */
  draftReasons: string[];
  /** ISO 8601 with offset; undefined without a date. */
  publishedAt: string | undefined;
};

/** A kind of key about publicity, with the only values that mean "public". */
type Kind = {
  keys: string;
  values: string;
  isBlankPublic: boolean;
  /** Values that mean "public from its date". */
  dueValues?: string;
  takesDate?: true;
  /** The value must not appear in a report. */
  isSecret?: true;
};

const yes = 'true yes y 1 on 是';
const no = 'false no n 0 off 否';
const open = 'public published publish live 公开 已公开 发布 已发布';

// Each list is closed: a value that is not in it makes a draft. Keys are compared without case, separators and affixes.
const kinds: readonly Kind[] = [
  {
    keys: 'published publish public 发布 已发布 公开 已公开',
    values: `${yes} ${open}`,
    // An unpublished record of an export has no value here.
    isBlankPublic: false,
    takesDate: true,
  },
  {
    keys:
      'draft drafts unpublished private hidden hide unlisted invisible protected passwordprotected ' +
      'encrypt encrypted secret archived deleted trashed trash scheduled headless emailonly membersonly ' +
      'memberonly subscribersonly subscriberonly paidonly paywall paywalled eleventyexcludefromcollections ' +
      '草稿 私密 私有 隐藏 不公开 未公开 未发布 加密 保密 仅自己可见 已删除 已归档 回收站 仅会员',
    values: no,
    isBlankPublic: true,
  },
  {
    keys: 'status state 状态',
    values: open,
    dueValues: 'scheduled future 定时 定时发布 待发布',
    isBlankPublic: true,
  },
  {
    keys: 'visibility visible accesslevel 可见 可见性 可见范围 公开范围 权限 阅读权限 访问权限',
    values: `${yes} ${open}`,
    isBlankPublic: true,
  },
  {
    keys: 'password passwd passphrase pwd 密码 口令 访问密码 阅读密码 查看密码',
    values: '',
    isBlankPublic: true,
    isSecret: true,
  },
  // A record with an end, or with Hugo's build options, was not simply public.
  {
    keys:
      'expirydate expiredate expires expiresat expireson expiration expirationdate unpublishdate unpublishon ' +
      'unpublishat unpublishedat deletedat trashedat archivedat build 过期时间 到期时间 下线时间',
    values: '',
    isBlankPublic: true,
  },
  {
    keys:
      'date datetime publishedat publishedon publishat publishon publishdate publisheddate publishtime publishedtime pubdate ' +
      'pubdatetime datepublished publicationdate embargo embargountil embargoeduntil availablefrom ' +
      '日期 发布时间 发布日期',
    values: '',
    isBlankPublic: true,
    takesDate: true,
  },
];

const split = (words: string): string[] => words.split(' ').filter((word) => word !== '');

const kindByKey = new Map(
  kinds.flatMap(({ keys, values, dueValues = '', ...rules }) => {
    const kind = { ...rules, values: new Set(split(values)), dueValues: new Set(split(dueValues)) };
    return split(keys).map((key) => [key, kind] as const);
  }),
);

const prefix = /^(?:is|post|article|page|entry|content|dg|wp|是否|文章|帖子|内容)/;
const suffix = /(?:status|state|flag|mode|状态|标志)$/;

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

function kindOf(key: string) {
  // The last part of `wp:status` and `params.draft`.
  let name =
    key
      .slice(0, 200)
      .split(/[.:：]/)
      .map(plain)
      .findLast((part) => part !== '') ?? '';
  for (;;) {
    const kind = kindByKey.get(name);
    if (kind) return kind;
    const shorter = name.replace(prefix, '');
    const bare = shorter === name ? name.replace(suffix, '') : shorter;
    if (bare === name) return undefined;
    name = bare;
  }
}

/** Whether a key says something about who may see the record. */
export const isPublicityKey = (key: string): boolean => kindOf(key) !== undefined;

const draftFolders = new Set(
  split(
    'draft drafts private hidden unpublished trash deleted archived 草稿 草稿箱 草稿夹 私密 隐藏 未发布 不公开 回收站',
  ),
);

/** Whether other systems keep in a folder of this name, such as `_drafts`, what they do not publish. */
export const isDraftFolder = (name: string): boolean => draftFolders.has(plain(name));

/**
 * Decides for all formats whether a record may be published. It may be only if each key about publicity is absent or
 * has a value that means "public"; every other value, also an unknown one, makes a draft. A date there postpones the
 * publication.
 * @param publishedAt the date that the record has otherwise
 */
export function readPublicity(given: Iterable<GivenWord>, publishedAt?: string): Publicity {
  const draftReasons: string[] = [];
  const due: string[] = [];
  let latest = publishedAt;
  for (const [key, value] of flatten(given)) {
    const kind = kindOf(key);
    if (!kind) continue;
    const word = wordOf(value);
    const date = kind.takesDate && word ? readDate(String(value)) : null;
    // All dates have the same offset.
    if (date !== null) latest = latest !== undefined && latest > date ? latest : date;
    else if (word !== null && kind.dueValues.has(word)) due.push(quote(key, value));
    else if (word === null) draftReasons.push(`“${cut(key)}”的值无法识别`);
    else if (word === '' && !kind.isBlankPublic) draftReasons.push(`“${cut(key)}”没有值`);
    else if (word !== '' && !kind.values.has(word))
      draftReasons.push(kind.isSecret ? `设有密码（${cut(key)}）` : `写着${quote(key, value)}`);
  }
  if (latest === undefined) draftReasons.push(...due.map((words) => `写着${words}，却没有日期`));
  return { draftReasons, publishedAt: latest };
}

/** Returns the item as a draft, with the reason for the report. */
export const asDraft = (item: ImportItem, ...reasons: string[]): ImportItem =>
  item.ok && reasons.length > 0
    ? {
        ...item,
        record: {
          ...item.record,
          state: 'draft',
          draftReasons: [...reasons, ...(item.record.draftReasons ?? [])],
        },
      }
    : item;

/** Keys of objects in which systems nest the fields of a record. */
const wrappers = new Set(
  split('params extra meta metadata custom frontmatter attributes fields settings options control'),
);
const maxDepth = 4;

function* flatten(given: Iterable<GivenWord>, path = '', depth = 0): Generator<GivenWord> {
  for (const [key, value] of given) {
    if (depth < maxDepth && wrappers.has(plain(key.slice(0, 200))) && isObject(value))
      yield* flatten(Object.entries(value), `${path}${key}.`, depth + 1);
    yield [path + key, value];
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a value without case and width, '' for none, and null for what is no single word. */
function wordOf(value: unknown): string | null {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean' || typeof value === 'number' || typeof value === 'bigint')
    return String(value);
  if (typeof value !== 'string') return null;
  const word = value.slice(0, 200).normalize('NFKC').trim().toLowerCase();
  return word === 'null' || word === '~' ? '' : word;
}

const cut = (text: string): string => {
  const line = stripControlCharacters(text.slice(0, 200).toWellFormed()).replace(/\s+/g, ' ').trim();
  return line.length > 30 ? `${line.slice(0, 30)}…` : line;
};

const quote = (key: string, value: unknown): string => `“${cut(key)}: ${cut(String(value))}”`;
