import { createHmac, timingSafeEqual } from 'node:crypto';
import { portalSecret } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import { findFileUsages } from './attachment-queries.ts';
import { isAttachmentUrl } from './body/index.ts';
import { type FileRight, findFileRights, isFileUrl, isLockedFile, pathOfUrl } from './file-rights.ts';
import type { DetailRow } from './record-queries.ts';
import type { PostDetail } from './schema.ts';

/** Long enough to read the post and download, short enough that a shared address soon stops working. */
const linkValidMs = 30 * 60_000;

type LinkingPost = Pick<DetailRow, 'id' | 'state' | 'access' | 'open_html'>;
type LinkClaims = { address: string; postId: string; memberId: string; until: number };

/**
 * Replaces the links to locked attachments in a published body by signed addresses, valid for this reader and for 30
 * minutes: its writers could link only files that they may use (`refuseForeignFiles`), and the caller may read it. Any
 * other body is signed as `signUnpublished` does. Costs nothing for a post without attachments and for a visitor. A detail
 * with signed addresses must not be cached.
 */
export async function signAttachments(
  ctx: Context,
  post: LinkingPost,
  detail: PostDetail,
): Promise<PostDetail> {
  if (post.state !== 'published') return signUnpublished(ctx, post.id, detail);
  if (ctx.actor.kind !== 'member' || !detail.attachments.some(({ url }) => url !== null)) return detail;
  const isPublic = (path: string) => post.access === 'public' || post.open_html.includes(path);
  return addressFiles(ctx, post.id, detail, (path) => (isPublic(path) ? 'open' : 'signed'));
}

/**
 * Replaces the links to locked files in a text that is not published: signed for the caller if `findFileRights` allows
 * it, without an address otherwise.
 */
export async function signUnpublished(ctx: Context, postId: string, detail: PostDetail): Promise<PostDetail> {
  const urls = [
    ...detail.attachments.flatMap(({ url }) => url ?? []),
    ...[...detail.body.matchAll(fileLink)].map(([, , url = '']) => decodeEntities(url)),
  ];
  const rights = await findFileRights(ctx, urls.filter(isFileUrl).map(pathOfUrl));
  return addressFiles(ctx, postId, detail, (path) => rights.get(path) ?? 'withheld');
}

/** Removes the addresses of all attachments and files, in the list as in the text; their names stay. */
export const withholdAttachments = (detail: PostDetail): PostDetail => ({
  ...detail,
  attachments: detail.attachments.map((one) => ({ ...one, url: null })),
  body: detail.body.replace(anyLink, (link, before: string, given: string) => {
    const url = decodeEntities(given);
    return isFileUrl(url) || isAttachmentUrl(url) ? before.trimEnd() : link;
  }),
});

// Our own serialiser wrote this HTML: double quotes, no `>` in attributes, and `&amp;` as the only entity in an address.
const anyLink = /(<a [^>]*?)href="([^"]+)"/g;
const fileLink = /(<a [^>]*?)href="(\/files\/[^"]+)"/g;
const decodeEntities = (url: string): string => url.replaceAll('&amp;', '&');
const encodeEntities = (url: string): string => url.replaceAll('&', '&amp;');

/** Replaces the addresses of files of this site, in the list as in the text. */
async function addressFiles(
  ctx: Context,
  postId: string,
  detail: PostDetail,
  rightTo: (path: string) => FileRight,
): Promise<PostDetail> {
  const { actor } = ctx;
  const key = actor.kind === 'member' ? await portalSecret(ctx, secretName) : '';
  const until = ctx.now().getTime() + linkValidMs;
  const names = new Map(detail.attachments.map(({ url, name }) => [url, name]));
  const addressOf = (url: string): string | null => {
    const { pathname: address, searchParams: given, hash } = new URL(url, 'http://portal');
    const right = rightTo(address);
    if (right === 'open') return url;
    if (right === 'withheld' || actor.kind !== 'member') return null;
    const claims = { address, postId, memberId: actor.memberId, until };
    const query = new URLSearchParams({
      name: given.get('name') ?? names.get(url) ?? '',
      post: claims.postId,
      reader: claims.memberId,
      until: String(until),
      sign: signLink(key, claims),
    });
    return `${address}?${query}${hash}`;
  };
  return {
    ...detail,
    attachments: detail.attachments.map((one) =>
      one.url?.startsWith('/files/') ? { ...one, url: addressOf(one.url) } : one,
    ),
    body: detail.body.replace(fileLink, (_, before: string, url: string) => {
      const address = addressOf(decodeEntities(url));
      return address === null ? before.trimEnd() : `${before}href="${encodeEntities(address)}"`;
    }),
  };
}

export type FileAccess =
  /** `isPrivate`: no content that readers see shows the file yet, so no shared cache may store it. */
  | { kind: 'open'; isPrivate: boolean }
  | { kind: 'signed'; postId: string; memberId: string }
  /** `post`: the published post that links the file. */
  | { kind: 'refused'; isExpired: boolean; post: { id: string; columnId: string } | null };

/**
 * Decides whether a file may be downloaded at its address. A file that a published post links openly, or that no post
 * links, is always open; a locked attachment needs a signed address that has not expired. A document that a member
 * uploaded is locked until it is published; a picture is not, because writers and reviewers must see it.
 */
export async function decideFileAccess(
  ctx: Context,
  address: string,
  query: Readonly<Record<string, unknown>>,
): Promise<FileAccess> {
  const claims = await verifyLink(ctx, address, query);
  if (claims && claims.until > ctx.now().getTime())
    return { kind: 'signed', postId: claims.postId, memberId: claims.memberId };
  const [usage] = await findFileUsages(ctx.db, [address], null);
  if (!usage) throw new Error('The file usage query returned no row');
  const { is_unpublished, post_id, column_id } = usage;
  if (!isLockedFile(usage)) return { kind: 'open', isPrivate: is_unpublished };
  const post = post_id && column_id ? { id: post_id, columnId: column_id } : null;
  return { kind: 'refused', isExpired: claims !== null, post };
}

const secretName = 'attachments';

/** Returns the claims of a signed address, even an expired one; null if the signature is missing or wrong. */
async function verifyLink(
  ctx: Context,
  address: string,
  { post, reader, until, sign }: Readonly<Record<string, unknown>>,
): Promise<LinkClaims | null> {
  if ([post, reader, until, sign].some((value) => typeof value !== 'string')) return null;
  const claims = { address, postId: String(post), memberId: String(reader), until: Number(until) };
  const expected = Buffer.from(signLink(await portalSecret(ctx, secretName), claims));
  const given = Buffer.from(String(sign));
  return given.length === expected.length && timingSafeEqual(given, expected) ? claims : null;
}

const signLink = (key: string, { address, postId, memberId, until }: LinkClaims): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([address, postId, memberId, until]))
    .digest('base64url');
