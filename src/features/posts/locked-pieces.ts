import type { Context } from '#kernel/context.ts';
import { toPlainText } from './body/index.ts';
import { countLockedBodies, listLockedBodies, listOpenBodies } from './locked-queries.ts';

/** A piece with a locked part, in plain text: what the leak scanner looks for, and what it may pass over. */
export type LockedPiece = {
  id: string;
  kind: string;
  columnId: string;
  authorId: string;
  text: string;
  openText: string;
  /** What a teaser shows beside the open text (PRODUCT §3): title, headings, names of attachments. */
  shown: string[];
};

/** Bodies held at a time. */
const batchSize = 50;

/** Every published piece with a locked part, newest first, a batch at a time; `most` pieces at most. */
export async function* readLockedPieces({ db }: Context, most: number): AsyncGenerator<LockedPiece[]> {
  let before: string | null = null;
  for (let left = most; left > 0; left -= batchSize) {
    const rows = await listLockedBodies(db, { before, limit: Math.min(batchSize, left) });
    const last = rows.at(-1);
    if (!last) return;
    before = last.id;
    const pieces: LockedPiece[] = [];
    for (const row of rows)
      pieces.push({
        id: row.id,
        kind: row.kind,
        columnId: row.column_id,
        authorId: row.author_id,
        text: await toPlainText(row.html),
        openText: await toPlainText(row.open_html),
        shown: [
          row.title,
          ...(row.headings as { text: string }[]).map(({ text }) => text),
          ...(row.attachments as { name: string }[]).map(({ name }) => name),
        ],
      });
    yield pieces;
  }
}

/** How many published pieces have a locked part. */
export const countLockedPieces = ({ db }: Context): Promise<number> => countLockedBodies(db);

export type OpenText = {
  /** Title, headings and the open part, each as plain text. */
  shown: string[];
  summary: string;
  /** The whole text, locked parts included. */
  text(): Promise<string>;
};

/** What anybody may read of each published piece. */
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
