import { createHmac, timingSafeEqual } from 'node:crypto';
import { portalSecret } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import { findFileUsage } from './attachment-queries.ts';
import type { DetailRow } from './record-queries.ts';
import type { PostDetail } from './schema.ts';

/** Long enough to read the post and download, short enough that a shared address soon stops working. */
const linkValidMs = 30 * 60_000;

type LinkingPost = Pick<DetailRow, 'id' | 'state' | 'access' | 'open_html'>;
type LinkClaims = { address: string; postId: string; memberId: string; until: number };

/**
 * Replaces the links to locked attachments in a body by signed addresses, valid for this reader and for 30 minutes.
 * Costs nothing for a post without attachments and for a visitor. A detail with signed addresses must not be cached.
 */
export async function signAttachments(
  ctx: Context,
  post: LinkingPost,
  detail: PostDetail,
): Promise<PostDetail> {
  const { actor } = ctx;
  if (actor.kind !== 'member' || !detail.attachments.some(({ url }) => url !== null)) return detail;
  const key = await portalSecret(ctx, secretName);
  const until = ctx.now().getTime() + linkValidMs;
  const names = new Map(detail.attachments.map(({ url, name }) => [url, name]));
  const signUrl = (url: string): string => {
    const { pathname: address, searchParams: given, hash } = new URL(url, 'http://portal');
    if (isPublicIn(post, address)) return url;
    const claims = { address, postId: post.id, memberId: actor.memberId, until };
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
      one.url?.startsWith('/files/') ? { ...one, url: signUrl(one.url) } : one,
    ),
    // Our own serialiser wrote this HTML: double quotes, and `&amp;` as the only entity in an address.
    body: detail.body.replace(
      /(<a [^>]*?href=")(\/files\/[^"]+)/g,
      (_, before: string, url: string) =>
        before + signUrl(url.replaceAll('&amp;', '&')).replaceAll('&', '&amp;'),
    ),
  };
}

const isPublicIn = ({ state, access, open_html }: LinkingPost, address: string): boolean =>
  state === 'published' && (access === 'public' || open_html.includes(address));

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
  const { is_linked, is_open, is_unpublished, post_id, column_id } = await findFileUsage(ctx.db, address);
  const isLocked = !is_open && (is_linked || (is_unpublished && isDocument(address)));
  if (!isLocked) return { kind: 'open', isPrivate: is_unpublished };
  const post = post_id && column_id ? { id: post_id, columnId: column_id } : null;
  return { kind: 'refused', isExpired: claims !== null, post };
}

/** Whether the file of an address is a document, which browsers download and never display. */
export const isDocument = (address: string): boolean => /\.(?:pdf|docx|xlsx|pptx|zip|csv|txt)$/.test(address);

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
