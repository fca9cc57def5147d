import { addImportedComments } from '#features/comments/index.ts';
import { importedPages } from '#features/pages/index.ts';
import type { ImportCount, ImportOptions } from '#features/posts/index.ts';
import { importSite, type RouteNamer } from '#features/redirects/index.ts';
import type { Context } from '#kernel/context.ts';

type ContentOptions = ImportOptions & {
  /** The member who runs the import; null on the command line. */
  savedBy: string | null;
};

/** Imports the posts, pages and comments of another system, and their old addresses. May be repeated. */
export const importContent = (
  ctx: Context,
  { savedBy, ...options }: ContentOptions,
  nameRoutes: RouteNamer,
): Promise<ImportCount> =>
  importSite(
    ctx,
    {
      ...options,
      pages: importedPages(savedBy),
      onPosts: async (trx, posts) => {
        await addImportedComments(
          ctx,
          trx,
          posts.map(({ id, record: { comments = [] } }) => ({ id, comments })),
        );
      },
    },
    nameRoutes,
  );
