import { recordMediaUses } from '#features/media/index.ts';
import type { Context, Trx } from '#kernel/context.ts';

/** The parts of a version that show files: its body and its cover. */
type MediaContent = { html: string; cover?: string | null };

// Names in the media library are longer than names of imported files, so most posts need no statement.
const libraryAddress = /\/files\/\w+\/[0-9a-f]{2}\/[0-9a-f]{48}(?:\.[a-z0-9]{1,5})?/g;

const addressesIn = (versions: readonly MediaContent[]): string[] =>
  versions.flatMap(({ html, cover }) => `${html} ${cover ?? ''}`.match(libraryAddress) ?? []);

/** Records which media items the bodies of `target` show, such as `page:7`. */
export const recordBodyMedia = (
  ctx: Context,
  trx: Trx,
  target: string,
  versions: readonly MediaContent[],
): Promise<void> => recordMediaUses(ctx, trx, target, addressesIn(versions));

/**
 * Records which media items a post shows. Two versions count, the published one and the newest; an older version that
 * is restored later may refer to a file that was deleted meanwhile.
 */
export const recordPostMedia = (
  ctx: Context,
  trx: Trx,
  id: string,
  versions: readonly MediaContent[],
): Promise<void> => recordBodyMedia(ctx, trx, `post:${id}`, versions);

/** Records the media of a new post; does nothing without library addresses. */
export async function recordNewPostMedia(
  ctx: Context,
  trx: Trx,
  id: string,
  content: MediaContent,
): Promise<void> {
  if (addressesIn([content]).length > 0) await recordPostMedia(ctx, trx, id, [content]);
}
