import { addImportedComments, findMissingComments } from '#features/comments/index.ts';
import { type MediaDependencies, storeImportedFile } from '#features/media/index.ts';
import { importedPages } from '#features/pages/index.ts';
import {
  createPictureImporter,
  explainLeftOut,
  type ImportCount,
  type ImportedPost,
  type ImportOptions,
  importPosts,
  type MissingPicture,
  type PictureImporter,
} from '#features/posts/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import type { Extensions } from '#kernel/feature.ts';

export type ItemKind = 'post' | 'page' | 'comment' | 'media' | 'redirect' | 'member' | 'grant';
export type PictureTarget = { kind: 'post' | 'page'; id: string; title: string };

/** Notes what a run adds, and which pictures it could not get, in the transactions that add them. */
export type RunLog = {
  add(trx: Trx, kind: ItemKind, ids: readonly string[]): Promise<void>;
  addMissing(trx: Trx, target: PictureTarget, pictures: readonly MissingPicture[]): Promise<void>;
};

type LibraryFiles = Pick<MediaDependencies, 'files' | 'uploadFolder' | 'fetching'>;

export type ContentOptions = Omit<ImportOptions, 'pictures' | 'files'> & {
  /** The member who runs the import; null on the command line. */
  savedBy: string | null;
  media: LibraryFiles;
  log: RunLog;
};

/**
 * Imports the posts, pages, comments and pictures of another system, and their old addresses. Pictures go to the media
 * library. May be repeated.
 */
export async function importContent(
  ctx: Context,
  { savedBy, media, log, ...options }: ContentOptions,
  { importSite = importPosts }: Partial<Extensions>,
): Promise<ImportCount> {
  // Keys, not a number: a batch that fails is repeated.
  const leftOut = new Set<string>();
  const count = await importSite(ctx, {
    ...options,
    files: media.files,
    pictures: createLibraryImporter(media, savedBy, log),
    pages: importedPages(savedBy),
    onPosts: async (trx, posts) => {
      await logPosts(trx, posts, log);
      if (options.rights.comments) await addComments(ctx, trx, posts, log);
      else for (const key of await findMissingComments(trx, commentsOf(posts))) leftOut.add(key);
    },
    onPage: async (trx, { id, record: { title }, missing }) => {
      await log.add(trx, 'page', [id]);
      await log.addMissing(trx, { kind: 'page', id, title }, missing);
    },
    onRedirects: (trx, ids) => log.add(trx, 'redirect', ids),
  });
  if (leftOut.size > 0) {
    count.skipped += 1;
    options.report(explainLeftOut(leftOut.size, '条评论', 'comments'));
  }
  return count;
}

/** Imports pictures into the media library. */
export const createLibraryImporter = (
  media: LibraryFiles,
  savedBy: string | null,
  log: RunLog,
): PictureImporter =>
  createPictureImporter(media.files, {
    ...media.fetching,
    save: async (ctx, file) => {
      const { address, newId } = await storeImportedFile(ctx, media, file, savedBy);
      if (newId !== null) await inTransaction(ctx, (trx) => log.add(trx, 'media', [newId]));
      return address;
    },
  });

async function logPosts(trx: Trx, posts: readonly ImportedPost[], log: RunLog): Promise<void> {
  const added = posts.filter(({ isNew }) => isNew);
  await log.add(
    trx,
    'post',
    added.map(({ id }) => id),
  );
  for (const { id, record, missing } of added)
    await log.addMissing(trx, { kind: 'post', id, title: record.title }, missing);
}

const commentsOf = (posts: readonly ImportedPost[]) =>
  posts.flatMap(({ record: { comments = [] } }) => comments);

/** Adds the comments of posts, and notes those of posts that were here: the others end with their posts. */
async function addComments(
  ctx: Context,
  trx: Trx,
  posts: readonly ImportedPost[],
  log: RunLog,
): Promise<void> {
  const add = (some: readonly ImportedPost[]) =>
    addImportedComments(
      ctx,
      trx,
      some.map((post) => ({ id: post.id, comments: commentsOf([post]) })),
    );
  await add(posts.filter(({ isNew }) => isNew));
  await log.add(trx, 'comment', await add(posts.filter(({ isNew }) => !isNew)));
}
