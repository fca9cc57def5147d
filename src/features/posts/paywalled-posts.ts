import type { Context } from '#kernel/context.ts';
import { toPlainText } from './body/index.ts';
import { countPaywalledBodies, listOpenBodies, listPaywalledBodies } from './paywall-queries.ts';

/** A post with a locked part as plain text: what the leak scanner looks for and what it may ignore. */
export type PaywalledPost = {
  id: string;
  kind: string;
  columnId: string;
  authorId: string;
  /** The securities that the post names. */
  stockCodes: string[];
  tags: string[];
  text: string;
  openText: string;
  /** What a teaser shows besides the open text (docs/product.md §13): title, headings and names of attachments. */
  shown: string[];
};

/** Number of bodies in memory at a time. */
const batchSize = 50;

/** Yields published posts with a locked part in batches, newest first, up to `max` posts. */
export async function* readPaywalledPosts({ db }: Context, max: number): AsyncGenerator<PaywalledPost[]> {
  let before: string | null = null;
  for (let remaining = max; remaining > 0; remaining -= batchSize) {
    const rows = await listPaywalledBodies(db, { before, limit: Math.min(batchSize, remaining) });
    const last = rows.at(-1);
    if (!last) return;
    before = last.id;
    const posts: PaywalledPost[] = [];
    for (const row of rows)
      posts.push({
        id: row.id,
        kind: row.kind,
        columnId: row.column_id,
        authorId: row.author_id,
        stockCodes: row.stock_codes,
        tags: row.tags,
        text: await toPlainText(row.html),
        openText: await toPlainText(row.open_html),
        shown: [
          row.title,
          ...(row.headings as { text: string }[]).map(({ text }) => text),
          ...(row.attachments as { name: string }[]).map(({ name }) => name),
        ],
      });
    yield posts;
  }
}

export const countPaywalledPosts = ({ db }: Context): Promise<number> => countPaywalledBodies(db);

export type OpenText = {
  /** Title, headings and the open part, each as plain text. */
  shown: string[];
  summary: string;
  /** Returns the whole text, locked parts included. */
  text(): Promise<string>;
};

/** Yields what anyone may read of each published post. */
export async function* readOpenTexts({ db }: Context): AsyncGenerator<OpenText> {
  let after = '0';
  for (;;) {
    const rows = await listOpenBodies(db, { after, limit: batchSize });
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    for (const { access, title, summary, headings, html, open_html } of rows)
      yield {
        shown: [
          title,
          ...(headings as { text: string }[]).map(({ text }) => text),
          await toPlainText(access === 'public' ? html : open_html),
        ],
        summary,
        text: () => toPlainText(html),
      };
  }
}
