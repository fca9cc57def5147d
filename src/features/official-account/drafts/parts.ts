import type { SyndicatedPost } from '#features/posts/index.ts';
import type { Context } from '#kernel/context.ts';
import type { FileStore } from '#kernel/storage/files.ts';
import type { AccountParts } from '../sign-share.ts';

export type DraftParts = AccountParts & {
  files: Pick<FileStore, 'read'>;
  /** How a post is shared. Injected, because drawings rank above features. */
  share: {
    pagePath(ctx: Context, post: SyndicatedPost): Promise<string>;
    /** Draws the card of a post as PNG; null without drawings. */
    drawCard(ctx: Context, post: SyndicatedPost, base: string): Promise<Buffer | null>;
    /** Draws the QR code of an address as PNG; null without drawings. */
    drawCode(address: string): Promise<Buffer | null>;
  };
};
