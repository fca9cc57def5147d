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
    keys:
      'published publish public show shown display online enabled active listed approved ' +
      'accessibleforfree free searchable 发布 已发布 公开 已公开 公开发布 显示 展示 上线 启用',
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
      'paid premium vip requirelogin loginrequired needlogin del delflag deleteflag disabled inactive wip offline ' +
      '付费 收费 会员 会员可见 会员专享 登录可见 需登录 下架 停用 ' +
      '草稿 私密 私有 隐藏 不公开 未公开 未发布 加密 保密 仅自己可见 已删除 已归档 回收站 仅会员',
    values: no,
    isBlankPublic: true,
  },
  {
    keys: 'status state 状态 审核 上架 发布情况',
    values: open,
    dueValues: 'scheduled future 定时 定时发布 待发布',
    isBlankPublic: true,
  },
  {
    keys:
      'visibility visible visibilitylevel accesslevel accessrights privacy permission permissions audience tier tiers ' +
      '可见 可见性 可见度 可见范围 公开范围 阅读范围 权限 阅读权限 访问权限 密级',
    values: `${yes} ${open} everyone everybody anyone all open world free 所有人 所有用户 任何人 全部 完全公开`,
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
      'unpublishat unpublishedat deletedat deletetime deletedtime trashedat archivedat build ' +
      '过期时间 到期时间 下线时间 删除时间',
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

// The characters of the words below. The whole table of traditional characters would hold 25 MB in every process.
const traditional = new Map(
  (
    '狀状態态發发佈布隱隐碼码開开顯显審审權权閱阅讀读範范圍围會会員员費费廢废內内機机祕秘啟启線线過过時时間间' +
    '刪删歸归檔档訪访問问僅仅見见專专級级絕绝標标誌志錄录鎖锁對对眾众'
  )
    .match(/../gu)
    ?.map((pair) => [pair.charAt(0), pair.charAt(1)] as const),
);
const foldTraditional = (text: string): string =>
  text.replace(/\p{sc=Han}/gu, (one) => traditional.get(one) ?? one);

const prefix = /^(?:is|post|article|page|entry|content|dg|wp|是否|文章|稿件|帖子|内容)/;
const suffix = /(?:flag|mode|标志)$/;

// Headers explain themselves in brackets: `状态（0 草稿 1 发布）`.
const plain = (text: string): string =>
  foldTraditional(text.normalize('NFKC').toLowerCase())
    .replace(/\([^()]*\)|\[[^[\]]*\]|【[^【】]*】/g, '')
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
    // The state of anything that belongs to the record: of its workflow, its review, its publication.
    if (/(?:status|state|状态)$/.test(name))
      return /^(?:comment|ping|评论)/.test(name) ? undefined : kindByKey.get('status');
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
    'draft drafts wip private hidden unpublished trash deleted archived 草稿 草稿箱 草稿夹 私密 隐藏 未发布 不公开 内部 废稿 回收站',
  ),
);
/** Says it wherever it stands in the name: `drafts-2023`, `my drafts`, `草稿（旧）`, `private notes`. */
const draftWords =
  /(?:^|[^\p{L}])(?:drafts?|wip|unpublished|trash|(?:private|hidden)(?=[^\p{L}]+(?:notes?|posts?|articles?|old|bak|\d)|[^\p{L}]*$))(?![\p{L}])|草稿|私密|未发布|不公开|废稿|回收站/u;

/** Whether other systems keep in a folder of this name, such as `_drafts`, what they do not publish. */
export const isDraftFolder = (name: string): boolean =>
  draftFolders.has(plain(name)) || draftWords.test(foldTraditional(name.normalize('NFKC').toLowerCase()));

/** Values that mean "not public" under any key, such as a tag `draft` or a level `vip`. */
const nonPublicWords = new Set(
  split(
    'draft drafts private unpublished hidden secret wip vip paid premium only_paid only_subscribers members-only ' +
      'subscribers-only password-protected 草稿 私密 私有 未发布 未公开 不公开 隐藏 内部 机密 秘密 绝密 仅自己可见 仅会员 付费',
  ),
);
/** What is written there is text, or has been read by its own rule. */
const textKeys = new Set(
  split(
    'title body content text html markdown summary description excerpt author authors coauthors column category categories ' +
      'kind type format layout slug url link cover image access ' +
      '标题 正文 内容 摘要 作者 栏目 分类 类型 格式 封面',
  ),
);

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
    const word = wordOf(value);
    if (!kind) {
      if (word !== null && isNonPublic(key, word)) draftReasons.push(`写着${quote(key, value)}`);
      continue;
    }
    // Strapi writes the date of a draft as null.
    const isBlankPublic = kind.isBlankPublic && !(value === null && /^(?:publish|发布)/.test(plain(key)));
    const date = kind.takesDate && word ? readDate(String(value)) : null;
    // All dates have the same offset.
    if (date !== null) latest = latest !== undefined && latest > date ? latest : date;
    else if (word !== null && kind.dueValues.has(word)) due.push(quote(key, value));
    else if (word === null) draftReasons.push(`“${cut(key)}”的值无法识别`);
    else if (word === '' && !isBlankPublic) draftReasons.push(`“${cut(key)}”没有值`);
    else if (word !== '' && !kind.values.has(word))
      draftReasons.push(kind.isSecret ? `设有密码（${cut(key)}）` : `写着${quote(key, value)}`);
  }
  if (latest === undefined) draftReasons.push(...due.map((words) => `写着${words}，却没有日期`));
  return { draftReasons, publishedAt: latest };
}

/** `permalink: false` of Eleventy and `render = false` of Zola make no page. */
const isNonPublic = (key: string, word: string): boolean => {
  const name = plain(key.slice(0, 200).split('.').at(-1) ?? '');
  if (name === 'permalink' || name === 'render') return ['false', 'no', 'never', 'link'].includes(word);
  if (/^(?:tags?|keywords?|标签|关键词)$/.test(name))
    return ['draft', 'private', '草稿'].includes(foldTraditional(word));
  return !textKeys.has(name) && nonPublicWords.has(foldTraditional(word));
};

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

const maxDepth = 4;
/** More fields than a record has; what lies beyond is not read, and such a record is none to publish. */
const maxWords = 2000;

/** Returns the words of a record with those nested in its objects and lists, under the keys of all objects around them. */
function* flatten(given: Iterable<GivenWord>): Generator<GivenWord> {
  let left = maxWords;
  function* walk(path: string, value: unknown, depth: number): Generator<GivenWord> {
    if (left <= 0) return;
    left -= 1;
    if (Array.isArray(value) && depth < maxDepth) {
      // A list under a key about publicity is no single word; the words of others are looked at one by one.
      if (kindOf(path)) yield [path, value];
      else for (const one of value) yield* walk(path, one, depth + 1);
    } else if (isObject(value) && depth < maxDepth) {
      if (kindOf(path)) yield [path, value];
      for (const [key, inner] of Object.entries(value)) yield* walk(`${path}.${key}`, inner, depth + 1);
    } else yield [path, value];
  }
  for (const [key, value] of given) yield* walk(key, value, 0);
  if (left <= 0) yield ['状态', '字段太多，没有读完'];
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

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
