import { slugPattern } from '#shared/own-page.ts';
import { checkRecord, hasContent } from './check-record.ts';
import { plainTitle } from './plain-title.ts';
import { type GivenWord, readPublicity } from './publicity.ts';
import { failed, furtherPages, type ImportItem, type SiteAddress, skipped, truncated } from './record.ts';
import { utcDate } from './utc-date.ts';
import { readComments } from './wordpress-comments.ts';
import { type Media, type MediaLibrary, readWordPressContent } from './wordpress-content.ts';
import { children, readXml, textOf, type XmlNode } from './xml.ts';

type WordPressSite = {
  authors: Map<string, string>;
  media: Map<string, Media>;
  address: string;
  /** By slug, because an address contains the slugs of the categories above. */
  categories: Map<string, { name: string; parent: string; id: string }>;
  tags: { slug: string; name: string }[];
  /** The number of the first post with a guid: copied posts share the guid of their original. */
  idsByGuid: Map<string, string>;
  /** The local days of its posts, YYYY-MM-DD, and how many posts it has. */
  days: Set<string>;
  posts: number;
};

/**
 * Reads the posts and pages of a WordPress export (WXR). Reads the file twice, because posts refer to pictures and
 * authors that may follow them. Categories and tags become tags; what is not published, private or has a password becomes a
 * draft. Skips and reports everything else: attachments, menus, the bin, and posts without a title or body.
 * @param open opens the text from the start at each call
 */
export async function* readWxr(
  file: string,
  open: () => AsyncIterable<string>,
  onSiteAddress: (address: SiteAddress) => void = () => undefined,
): AsyncGenerator<ImportItem> {
  const site = await readSite(open());
  for (const address of [...siteAddressesOf(site), ...uploadsOf(file, site)]) onSiteAddress(address);
  for await (const node of readXml(open(), new Set(['item']))) yield readItem(file, node, site);
}

const siteElements = new Set(['item', 'wp:author', 'wp:base_blog_url', 'wp:category', 'wp:tag']);

async function readSite(text: AsyncIterable<string>): Promise<WordPressSite> {
  const site: WordPressSite = {
    authors: new Map(),
    media: new Map(),
    address: '',
    categories: new Map(),
    tags: [],
    idsByGuid: new Map(),
    days: new Set(),
    posts: 0,
  };
  for await (const node of readXml(text, siteElements)) {
    if (node.name === 'wp:author') {
      site.authors.set(textOf(node, 'wp:author_login'), textOf(node, 'wp:author_display_name'));
    } else if (node.name === 'wp:base_blog_url') site.address = node.kids.join('').trim();
    else if (node.name === 'wp:category') {
      site.categories.set(textOf(node, 'wp:category_nicename'), {
        name: plainTitle(textOf(node, 'wp:cat_name')),
        parent: textOf(node, 'wp:category_parent'),
        id: textOf(node, 'wp:term_id'),
      });
    } else if (node.name === 'wp:tag') {
      site.tags.push({ slug: textOf(node, 'wp:tag_slug'), name: plainTitle(textOf(node, 'wp:tag_name')) });
    } else if (textOf(node, 'wp:post_type') === 'attachment') {
      site.media.set(textOf(node, 'wp:post_id'), {
        url: textOf(node, 'wp:attachment_url') || textOf(node, 'guid'),
        title: plainTitle(textOf(node, 'title')),
        caption: textOf(node, 'excerpt:encoded'),
        parent: textOf(node, 'wp:post_parent'),
      });
    } else if (textOf(node, 'wp:post_type') === 'guest-author') {
      site.authors.set(metaOf(node, 'cap-user_login'), metaOf(node, 'cap-display_name'));
    } else {
      const guid = textOf(node, 'guid');
      if (!site.idsByGuid.has(guid)) site.idsByGuid.set(guid, textOf(node, 'wp:post_id'));
      if (textOf(node, 'wp:post_type') === 'post' && textOf(node, 'wp:status') === 'publish')
        noteDay(node, site);
    }
  }
  return site;
}

function noteDay(node: XmlNode, site: WordPressSite): void {
  site.posts += 1;
  const [day] = /^[1-9]\d{3}-\d\d-\d\d/.exec(textOf(node, 'wp:post_date')) ?? [];
  if (day !== undefined) site.days.add(day);
}

function readItem(file: string, node: XmlNode, site: WordPressSite): ImportItem {
  const source = { file, line: node.line };
  if (node.error) return (node.isTruncated ? truncated : failed)(source, node.error);
  const title = plainTitle(textOf(node, 'title'));
  const name = title || textOf(node, 'wp:post_name') || `编号 ${textOf(node, 'wp:post_id') || '不明'}`;
  const skip = (reason: string) => skipped(source, `《${name}》${reason}`);
  const reason = reasonToSkip(node);
  if (reason) return skip(reason);
  const id = textOf(node, 'wp:post_id');
  const isPage = textOf(node, 'wp:post_type') === 'page';
  const words: GivenWord[] = [
    ...children(node, 'wp:status').map(({ kids }): GivenWord => ['status', kids.join('').trim()]),
    ['password', textOf(node, 'wp:post_password')],
  ];
  const publishedAt = dateOf(node, 'wp:post_date') ?? (textOf(node, 'pubDate') || undefined);
  const isDraft = readPublicity(words, publishedAt).draftReasons.length > 0;
  const body = readWordPressContent(textOf(node, 'content:encoded'), id, site.media);
  if (!hasContent(body)) return skip('没有正文');
  if (title.trim() === '' && !isDraft) return skip('没有标题');
  // Hand-edited exports contain a stray bracket.
  const login = textOf(node, 'dc:creator').replace(/^[<>\s]+/, '');
  const item = checkRecord(
    {
      externalId: externalIdOf(node, id, site),
      title: title.trim() === '' ? '未命名' : title,
      body,
      format: 'html',
      summary: plainTitle(textOf(node, 'excerpt:encoded').replace(/<[^<>]*>/g, ' ')),
      author: authorsOf(node, site, login),
      publishedAt,
      modifiedAt: dateOf(node, 'wp:post_modified'),
      tags: tagsOf(node),
      important: textOf(node, 'wp:is_sticky') === '1' ? true : undefined,
      cover: coverOf(node, site.media),
    },
    source,
    { words, unread: unreadOf(node) },
  );
  if (!item.ok) return item;
  const more = isPage
    ? { page: { slug: slugOf(textOf(node, 'wp:post_name'), id) } }
    : {
        comments: readComments(node, site.address),
        categories: categoriesOf(node, site).slice(0, 50),
      };
  return {
    ...item,
    record: { ...item.record, ...more, ...addressesOf(textOf(node, 'link'), id, isPage, site) },
  };
}

function externalIdOf(node: XmlNode, id: string, { address, idsByGuid }: WordPressSite): string {
  const numbered = id && `wordpress:${address}#${id}`;
  const guid = textOf(node, 'guid');
  if (guid !== '' && numbered !== '' && idsByGuid.get(guid) !== id) return numbered;
  return guid || textOf(node, 'link') || numbered;
}

/** Slugs of Chinese titles cannot be addresses of own pages; those become `page-7`. */
function slugOf(name: string, id: string): string {
  const slug = name.toLowerCase();
  return slugPattern.test(slug) ? slug : `page-${/^\d{1,18}$/.test(id) ? id : 'imported'}`;
}

/** Returns the address that the post's link names, which depends on the site's settings, and the one with its number. */
function addressesOf(link: string, id: string, isPage: boolean, { address }: WordPressSite) {
  const site = URL.parse(address);
  const url = URL.parse(link);
  const host = (url ?? site)?.host;
  const named = url ? [url.pathname + url.search] : [];
  const numbered = /^\d+$/.test(id) ? [`${folderOf(site)}/?${isPage ? 'page_id' : 'p'}=${id}`] : [];
  return { addresses: [...named, ...numbered], ...(host && { siteHost: host }) };
}

/** The folder of a site that is not at the root of its host: `/blog`. */
const folderOf = (site: URL | null): string => site?.pathname.replace(/\/+$/, '') ?? '';

/**
 * Returns the feed, categories (by path and by number), tags, authors, years, months, days and further pages at the
 * addresses that WordPress gives them.
 */
function siteAddressesOf({ address, authors, categories, days, posts, tags }: WordPressSite): SiteAddress[] {
  const folder = folderOf(URL.parse(address));
  const addressesOfCategory = (slug: string, name: string, id: string): SiteAddress[] => {
    const slugs = slugsAbove(slug, categories);
    const shown = { shows: 'category', name, above: namesOf(slugs, categories) } as const;
    const path = [slug, ...slugs].toReversed().join('/');
    return [
      { address: `${folder}/category/${path}`, ...shown, isPaged: true },
      ...(/^\d+$/.test(id) ? [{ address: `${folder}/?cat=${id}`, ...shown }] : []),
    ];
  };
  const periods = [...days].flatMap((day) => [day.slice(0, 4), day.slice(0, 7), day]);
  return [
    { address: `${folder}/feed`, shows: 'feed' },
    ...[...categories].flatMap(([slug, { name, id }]) => addressesOfCategory(slug, name, id)),
    ...tags.map(({ slug, name }) => ({
      address: `${folder}/tag/${slug}`,
      shows: 'tag' as const,
      name,
      isPaged: true as const,
    })),
    ...[...authors].map(([login, name]) => ({
      address: `${folder}/author/${nicenameOf(login)}`,
      shows: 'author' as const,
      name: name || login,
      isPaged: true as const,
    })),
    ...[...new Set(periods)].map((period) => ({
      address: `${folder}/${period.replaceAll('-', '/')}`,
      shows: 'period' as const,
      ...daysOf(period),
      isPaged: true as const,
    })),
    ...furtherPages(folder, posts),
  ];
}

/** Returns the pictures and documents of the site, also those that no post shows: others may have linked them. */
const uploadsOf = (file: string, { address, media }: WordPressSite): SiteAddress[] =>
  [...media.values()].flatMap(({ url }) => {
    const siteHost = (URL.parse(url) ?? URL.parse(address))?.host;
    return siteHost === undefined ? [] : [{ address: url, shows: 'upload', file, siteHost }];
  });

type Categories = WordPressSite['categories'];

/** Returns the slugs of the categories above one, the nearest first. */
function slugsAbove(slug: string, categories: Categories): string[] {
  const above: string[] = [];
  for (let next = categories.get(slug)?.parent; next && next !== slug; next = categories.get(next)?.parent) {
    if (above.includes(next)) break;
    above.push(next);
  }
  return above;
}

const namesOf = (slugs: readonly string[], categories: Categories): string[] =>
  slugs.flatMap((slug) => categories.get(slug)?.name ?? []);

/** The name of an account in addresses, which the file does not contain, as `sanitize_title_with_dashes` makes it. */
const nicenameOf = (login: string): string =>
  login
    .toLowerCase()
    .replace(/[\s.]+/g, '-')
    .replace(/[^a-z0-9_-]/g, '')
    .replace(/-+/g, '-');

/** Returns the first and the last day of a year, a month or a day. */
function daysOf(period: string): { from: string; to: string } {
  const [year = 0, month] = period.split('-').map(Number);
  if (period.length === 10) return { from: period, to: period };
  const end = new Date(Date.UTC(year, month ?? 12, 0)).getUTCDate();
  return { from: `${period}${month ? '' : '-01'}-01`, to: `${period}${month ? '' : '-12'}-${end}` };
}

const skippedTypes: Record<string, string> = {
  attachment: '是附件，随引用它的文章带入',
  nav_menu_item: '是导航菜单项，不是文章',
  revision: '是历史版本，不是文章',
  'guest-author': '是客座作者，随文章带入',
};

const skippedStates = new Map([
  ['auto-draft', '是没有保存过的草稿，未导入'],
  ['trash', '在回收站里，未导入'],
]);

function reasonToSkip(node: XmlNode): string | null {
  const type = textOf(node, 'wp:post_type') || 'post';
  if (type !== 'post' && type !== 'page') return skippedTypes[type] ?? `的类型是 ${type}，不是文章`;
  return skippedStates.get(textOf(node, 'wp:status')) ?? null;
}

// The file does not contain the site's time zone, so the UTC field takes precedence over the local one.
function dateOf(node: XmlNode, field: 'wp:post_date' | 'wp:post_modified'): string | undefined {
  const utc = utcDate(textOf(node, `${field}_gmt`));
  if (utc !== undefined) return utc;
  const local = textOf(node, field);
  return local && !local.startsWith('0000') ? local : undefined;
}

/** Returns the names of custom fields and taxonomies; fields of plugins that editors never see begin with `_`. */
function unreadOf(node: XmlNode): string[] {
  const fields = children(node, 'wp:postmeta').flatMap((meta) => {
    const key = textOf(meta, 'wp:meta_key');
    return key.startsWith('_') || textOf(meta, 'wp:meta_value') === '' ? [] : [key];
  });
  const terms = children(node, 'category').flatMap(({ attrs: { domain = 'category' } }) =>
    knownTaxonomies.has(domain) ? [] : [domain],
  );
  return [...fields, ...terms];
}

const knownTaxonomies = new Set(['category', 'post_tag', 'author']);

/** Returns the names of the authors: those of the plugin Co-Authors Plus, which are terms, or else the creator. */
function authorsOf(node: XmlNode, { authors }: WordPressSite, creator: string): string[] {
  const logins = children(node, 'category')
    .filter(({ attrs }) => attrs.domain === 'author')
    .map(({ kids }) => kids.join('').trim());
  const named = logins.length > 0 ? logins : [creator];
  return named.slice(0, 10).map((login) => authors.get(login) || login);
}

function tagsOf(node: XmlNode): string[] {
  // Theme test data contains hundreds of tags; readers do not need more than 50.
  return namesOfTerms(node, /^(?:category|post_tag)$/).slice(0, 50);
}

/**
 * Returns the names of a post's categories, the deepest first, then of those above them: a post of a child category is also
 * one of its parent.
 */
function categoriesOf(node: XmlNode, { categories }: WordPressSite): string[] {
  const terms = termsOf(node, /^category$/).map(({ attrs: { nicename = '' }, name }) => ({
    name,
    above: namesOf(slugsAbove(nicename, categories), categories),
  }));
  const deepestFirst = terms.toSorted((a, b) => b.above.length - a.above.length);
  return [
    ...new Set([...deepestFirst.map(({ name }) => name), ...deepestFirst.flatMap(({ above }) => above)]),
  ];
}

/** Returns the terms whose domain matches, without the category of posts that have none. */
const termsOf = (node: XmlNode, domain: RegExp) =>
  children(node, 'category')
    .filter(({ attrs }) => domain.test(attrs.domain ?? ''))
    .map(({ attrs, kids }) => ({ attrs, name: plainTitle(kids.join('').trim()) }))
    .filter(({ name }) => !/^(?:uncategorized|未分类)$/i.test(name));

const namesOfTerms = (node: XmlNode, domain: RegExp): string[] => [
  ...new Set(termsOf(node, domain).map(({ name }) => name)),
];

function coverOf(node: XmlNode, media: MediaLibrary): string | undefined {
  return media.get(metaOf(node, '_thumbnail_id'))?.url;
}

function metaOf(node: XmlNode, key: string): string {
  const meta = children(node, 'wp:postmeta').find((one) => textOf(one, 'wp:meta_key') === key);
  return meta ? textOf(meta, 'wp:meta_value') : '';
}
