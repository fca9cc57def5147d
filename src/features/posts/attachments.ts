import { createHmac, timingSafeEqual } from 'node:crypto';
import { portalSecret } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import { findFile } from './attachment-queries.ts';
import type { DetailRow } from './record-queries.ts';
import type { PostDetail } from './schema.ts';

/** Long enough to read to the end and download, short enough that an address passed on is soon useless. */
const validMs = 30 * 60_000;

type Linking = Pick<DetailRow, 'id' | 'state' | 'access' | 'open_html'>;
type Ticket = { address: string; postId: string; memberId: string; until: number };

/**
 * Gives the links to locked attachments in a body their signed addresses, which are good for this reader and half an
 * hour. Costs nothing for a piece without attachments and for whoever is not logged in; a detail with signed addresses must
 * not be cached.
 */
export async function signAttachments(ctx: Context, piece: Linking, detail: PostDetail): Promise<PostDetail> {
  const { actor } = ctx;
  if (actor.kind !== 'member' || !detail.attachments.some(({ url }) => url !== null)) return detail;
  const key = await portalSecret(ctx, keyName);
  const until = ctx.now().getTime() + validMs;
  const names = new Map(detail.attachments.map(({ url, name }) => [url, name]));
  const signed = (url: string): string => {
    const { pathname: address, searchParams: given, hash } = new URL(url, 'http://portal');
    if (isOpenIn(piece, address)) return url;
    const ticket = { address, postId: piece.id, memberId: actor.memberId, until };
    const query = new URLSearchParams({
      name: given.get('name') ?? names.get(url) ?? '',
      post: ticket.postId,
      reader: ticket.memberId,
      until: String(until),
      sign: signatureOf(key, ticket),
    });
    return `${address}?${query}${hash}`;
  };
  return {
    ...detail,
    attachments: detail.attachments.map((one) =>
      one.url?.startsWith('/files/') ? { ...one, url: signed(one.url) } : one,
    ),
    // Written by our own serialiser: double quotes, and of entities in an address `&amp;` alone.
    body: detail.body.replace(
      /(<a [^>]*?href=")(\/files\/[^"]+)/g,
      (_, before: string, url: string) =>
        before + signed(url.replaceAll('&amp;', '&')).replaceAll('&', '&amp;'),
    ),
  };
}

const isOpenIn = ({ state, access, open_html }: Linking, address: string): boolean =>
  state === 'published' && (access === 'public' || open_html.includes(address));

export type FileAccess =
  /** `isPrivate`: nothing that readers see shows it yet, so no cache may hold it. */
  | { kind: 'open'; isPrivate: boolean }
  | { kind: 'signed'; postId: string; memberId: string }
  /** `article`: the published piece that it can be opened from. */
  | { kind: 'refused'; isExpired: boolean; article: { id: string; columnId: string } | null };

/**
 * Whether a file may be had at its address: one that a published piece links openly, or that no piece links, always; a
 * locked attachment by a signed address that has not expired. A document that a member put in is locked until then, a
 * picture is not, since whoever writes and reviews has to see it.
 */
export async function decideFileAccess(
  ctx: Context,
  address: string,
  query: Readonly<Record<string, unknown>>,
): Promise<FileAccess> {
  const ticket = await readTicket(ctx, address, query);
  if (ticket && ticket.until > ctx.now().getTime())
    return { kind: 'signed', postId: ticket.postId, memberId: ticket.memberId };
  const { is_linked, is_open, is_unpublished, post_id, column_id } = await findFile(ctx.db, address);
  const isLocked = !is_open && (is_linked || (is_unpublished && isDocument(address)));
  if (!isLocked) return { kind: 'open', isPrivate: is_unpublished };
  const article = post_id && column_id ? { id: post_id, columnId: column_id } : null;
  return { kind: 'refused', isExpired: ticket !== null, article };
}

/** Whether the file of an address is a document: what is saved, never shown. */
export const isDocument = (address: string): boolean => /\.(?:pdf|docx|xlsx|pptx|zip|csv|txt)$/.test(address);

const keyName = 'attachments';

/** What a signed address says, also after it expired; null for one that nobody signed. */
async function readTicket(
  ctx: Context,
  address: string,
  { post, reader, until, sign }: Readonly<Record<string, unknown>>,
): Promise<Ticket | null> {
  if ([post, reader, until, sign].some((value) => typeof value !== 'string')) return null;
  const ticket = { address, postId: String(post), memberId: String(reader), until: Number(until) };
  const expected = Buffer.from(signatureOf(await portalSecret(ctx, keyName), ticket));
  const given = Buffer.from(String(sign));
  return given.length === expected.length && timingSafeEqual(given, expected) ? ticket : null;
}

const signatureOf = (key: string, { address, postId, memberId, until }: Ticket): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([address, postId, memberId, until]))
    .digest('base64url');
