import { noteMediaUses } from '#features/media/index.ts';
import type { Context, Trx } from '#kernel/context.ts';

/** What of a version shows files: its body and its cover. */
type Shown = { html: string; cover: string | null };

// Files of the library have longer names than those an import brought along, so most pieces cost no statement.
const libraryAddress = /\/files\/\w+\/[0-9a-f]{2}\/[0-9a-f]{48}(?:\.[a-z0-9]{1,5})?/g;

const addressesIn = (versions: readonly Shown[]): string[] =>
  versions.flatMap(({ html, cover }) => `${html} ${cover ?? ''}`.match(libraryAddress) ?? []);

/**
 * Says what a piece shows of the media library. Two versions count, the one readers see and the one the desk works
 * on; an older one that is restored later may have lost a file that was deleted meanwhile.
 */
export const notePieceMedia = (
  ctx: Context,
  trx: Trx,
  id: string,
  versions: readonly Shown[],
): Promise<void> => noteMediaUses(ctx, trx, `post:${id}`, addressesIn(versions));

/** The same for a piece that is new: without such addresses there is nothing to say. */
export async function noteNewPieceMedia(ctx: Context, trx: Trx, id: string, shown: Shown): Promise<void> {
  if (addressesIn([shown]).length > 0) await notePieceMedia(ctx, trx, id, [shown]);
}
