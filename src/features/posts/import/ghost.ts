import { slugPattern } from '#shared/own-page.ts';
import { checkRecord, hasContent, type RawFields } from './check-record.ts';
import { linkCards } from './link-cards.ts';
import type { GivenWord } from './publicity.ts';
import { furtherPages, type ImportItem, type SiteAddress, skipped } from './record.ts';

type Row = Record<string, unknown>;
type Ghost = { db: [{ data: Record<string, Row[]> }, ...unknown[]] };

export function isGhostExport(value: unknown): value is Ghost {
  const db = (value as Partial<Ghost> | null | undefined)?.db;
  return Array.isArray(db) && Array.isArray((db[0] as Ghost['db'][0] | undefined)?.data?.posts);
}

/**
 * Reads the posts and pages of a Ghost export. Skips empty ones and those that were only mailed, and reports each.
 * Visibility `members` becomes member access; `paid` and tiers become VIP, the equivalent of a subscription here. Another
 * one, of single products or labels, becomes a draft for VIP.
 */
export function* readGhost(
  file: string,
  json: string,
  ghost: Ghost,
  onSiteAddress: (address: SiteAddress) => void = () => undefined,
): Generator<ImportItem> {
  const { data } = ghost.db[0];
  for (const address of siteAddressesOf(data)) onSiteAddress(address);
  const tags = namesByPost(data, 'tags', 'tag_id', 'posts_tags');
  const mailedOnly = new Set(
    (data.posts_meta ?? []).filter((row) => isTrue(row.email_only)).map((row) => String(row.post_id)),
  );
  const authors = namesByPost(data, 'users', 'author_id', 'posts_authors');
  let at = 0;
  let line = 1;
  for (const post of data.posts ?? []) {
    const found = json.indexOf(`"${String(post.uuid ?? post.id)}"`, at);
    if (found >= 0) {
      line += json.slice(at, found).split('\n').length - 1;
      at = found;
    }
    const source = { file, line };
    const reason = reasonToSkip(post);
    const id = String(post.id);
    yield reason
      ? skipped(source, `《${String(post.title ?? '')}》${reason}`)
      : withAddress(
          checkRecord(fieldsOf(post, authors.get(id)?.slice(0, maxAuthors), tags.get(id)), source, {
            words: wordsOf(post, mailedOnly.has(id)),
            unread: unreadFields.filter((name) => typeof post[name] === 'string' && post[name] !== ''),
          }),
          post.slug,
          isPage(post),
          tags.get(id)?.filter((tag) => !tag.startsWith('#')) ?? [],
        );
  }
}

/** More authors than a post can have here are left out. */
const maxAuthors = 10;

/** What a publisher wrote in Ghost that has no place here. */
const unreadFields = [
  'codeinjection_head',
  'codeinjection_foot',
  'custom_template',
  'canonical_url',
  'meta_title',
  'meta_description',
  'og_title',
  'og_description',
  'og_image',
  'twitter_title',
  'twitter_description',
  'twitter_image',
];

const fieldsOf = (post: Row, author: string[] | undefined, tags: string[] = []): RawFields => ({
  externalId: `ghost:${String(post.uuid ?? post.id)}`,
  title: post.title,
  body: linkCards(String(withoutPlaceholder(post.html))),
  format: 'html',
  summary: post.custom_excerpt,
  author,
  publishedAt: post.published_at,
  modifiedAt: post.updated_at,
  tags: tags.filter((tag) => !tag.startsWith('#')),
  access: accessOf(post.visibility),
  important: isTrue(post.featured) ? true : undefined,
  cover: withoutPlaceholder(post.feature_image),
});

const isTrue = (value: unknown): boolean => /^(?:true|1)$/i.test(String(value));
const isPage = (post: Row): boolean => post.type === 'page' || isTrue(post.page);

function wordsOf(post: Row, isMailedOnly: boolean): GivenWord[] {
  const { status, visibility } = post;
  const isLimited = !isPage(post) && knownAccess.has(visibility);
  return [
    ['status', status ?? '不明'],
    ...(isLimited ? [] : [['visibility', visibility] as const]),
    ['email_only', isMailedOnly],
  ];
}

/** Ghost has posts and pages at `/slug/`; a site with other routes sets redirects by pattern. */
function withAddress(item: ImportItem, slug: unknown, isOfPage: boolean, categories: string[]): ImportItem {
  if (!item.ok) return item;
  const name = typeof slug === 'string' ? slug : '';
  const address = name !== '' ? { addresses: [`/${name}`] } : {};
  const page = isOfPage ? { page: { slug: slugPattern.test(name) ? name : 'page-imported' } } : {};
  // Ghost has no categories; publishers use the first tags as such.
  return { ...item, record: { ...item.record, ...address, ...page, categories } };
}

/** Returns the feed, tags, authors and further pages of posts; names of internal tags begin with `#`. */
function siteAddressesOf({ tags = [], users = [], posts = [] }: Record<string, Row[]>): SiteAddress[] {
  const named = tags.filter(
    ({ name, slug }) => !String(name ?? '').startsWith('#') && typeof slug === 'string',
  );
  return [
    { address: '/rss', shows: 'feed' },
    ...furtherPages('', posts.length),
    ...users.flatMap(({ slug, name }): SiteAddress[] =>
      typeof slug === 'string'
        ? [{ address: `/author/${slug}`, shows: 'author', name: String(name ?? '') }]
        : [],
    ),
    ...named.map(({ name, slug }) => ({
      address: `/tag/${String(slug)}`,
      shows: 'tag' as const,
      name: String(name ?? ''),
    })),
  ];
}

function reasonToSkip(post: Row): string | null {
  if (post.status === 'sent') return '只发过邮件，没有公开，未导入';
  if (typeof post.html !== 'string' || !hasContent(post.html)) return '没有正文';
  return null;
}

// Ghost exports write the site's own address as a placeholder.
const withoutPlaceholder = (value: unknown) =>
  typeof value === 'string' ? value.replaceAll('__GHOST_URL__', '') : value;

const knownAccess = new Map<unknown, string>([
  ['public', 'public'],
  ['members', 'member'],
  ['paid', 'vip'],
  ['tiers', 'vip'],
]);

const accessOf = (visibility: unknown): string | undefined =>
  visibility === undefined || visibility === null ? undefined : (knownAccess.get(visibility) ?? 'vip');

function namesByPost(
  data: Record<string, Row[]>,
  table: string,
  key: string,
  links: string,
): Map<string, string[]> {
  const names = new Map((data[table] ?? []).map((row) => [String(row.id), String(row.name ?? '')]));
  const out = new Map<string, string[]>();
  const order = (row: Row) => Number(row.sort_order ?? 0);
  for (const link of [...(data[links] ?? [])].sort((a, b) => order(a) - order(b))) {
    const name = names.get(String(link[key]));
    const post = String(link.post_id);
    if (name) out.set(post, [...(out.get(post) ?? []), name]);
  }
  return out;
}
