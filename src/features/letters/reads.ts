import type { z } from 'zod';
import { columnRows } from '#features/columns/index.ts';
import type { Context } from '#kernel/context.ts';
import { toCursorPage } from '#kernel/http/paging.ts';
import { toIso } from '#shared/dates.ts';
import { isId } from '#shared/ids.ts';
import {
  countAudience,
  countRecipients,
  findLetter,
  type LetterRow,
  listLetterRows,
  listRecipientRows,
} from './letter-queries.ts';
import { listPostStates } from './post-queries.ts';
import type * as schema from './schema.ts';
import type { Figures, Letter, LetterDetail } from './schema.ts';
import { readPace } from './send-queries.ts';
import { letterMissing } from './service.ts';

/** The newest first. Figures of a letter that is being sent are counted now. */
export async function readLetters(
  ctx: Context,
  { cursor, size }: z.output<typeof schema.lettersQuery>,
): Promise<z.infer<typeof schema.letterPage>> {
  const rows = await listLetterRows(ctx.db, size + 1, cursor);
  const figures = new Map<string, Figures>();
  for (const { id, state } of rows.slice(0, size))
    if (state === 'sending') figures.set(id, await countRecipients(ctx.db, id));
  return toCursorPage(rows, size, (row) => present(row, figures.get(row.id) ?? row.figures));
}

/** @throws notFound */
export async function readLetter(ctx: Context, id: string): Promise<LetterDetail> {
  const row = await findLetter(ctx.db, id);
  if (!row) throw letterMissing();
  const hasRecipients = row.state !== 'draft' && row.state !== 'scheduled';
  const [counted, posts, columns, pace] = await Promise.all([
    hasRecipients ? countRecipients(ctx.db, id) : null,
    listPostStates(ctx.db, row.post_ids),
    columnRows(ctx),
    row.state === 'sending' ? readPace(ctx.db) : undefined,
  ]);
  const names = new Map(columns.map((column) => [column.id, column.name]));
  // After three months only the figures are left.
  const isTidied = counted !== null && row.figures !== null && isEmpty(counted) && !isEmpty(row.figures);
  const isHeld = pace?.held_until && pace.held_until > ctx.now();
  return {
    ...present(row, isTidied ? row.figures : counted),
    version: row.version,
    content: {
      subject: row.subject,
      introduction: row.introduction,
      postIds: row.post_ids,
      isWhole: row.is_whole,
      audience: row.audience,
      audienceKey: row.audience_key,
    },
    list: posts.map((post) => ({
      id: post.id,
      title: post.title,
      columnName: names.get(post.column_id) ?? '',
      isPublished: post.state === 'published',
    })),
    isListed: row.is_listed,
    heldUntil: isHeld && pace.held_until ? toIso(pace.held_until) : null,
    heldReason: isHeld ? pace.fault : '',
  };
}

const isEmpty = ({ sent, failed, unknown, skipped, pending, sending }: Figures): boolean =>
  sent + failed + unknown + skipped + pending + sending === 0;

const present = (row: LetterRow & { created_by: string | null }, figures: Figures | null): Letter => ({
  id: row.id,
  subscription: row.subscription,
  state: row.state,
  subject: row.subject,
  posts: row.post_ids.length,
  audience: row.audience,
  audienceKey: row.audience_key,
  createdBy: row.created_by,
  updatedAt: toIso(row.updated_at),
  scheduledAt: row.scheduled_at && toIso(row.scheduled_at),
  startedAt: row.started_at && toIso(row.started_at),
  endedAt: row.ended_at && toIso(row.ended_at),
  recipients: row.recipients,
  figures,
  fault: row.fault,
});

/** Counts who would get a letter now. */
export async function readAudienceCount(
  ctx: Context,
  query: z.output<typeof schema.audienceQuery>,
): Promise<{ members: number }> {
  const isIncomplete =
    (query.audience === 'column' && !isId(query.audienceKey)) ||
    (query.audience === 'tag' && query.audienceKey === '');
  return { members: isIncomplete ? 0 : await countAudience(ctx.db, query, ctx.now()) };
}

/** Lists recipients in a state, for example those that failed, with the reason. */
export async function readRecipients(
  ctx: Context,
  { id, state, cursor, size }: z.output<typeof schema.recipientsQuery>,
): Promise<z.infer<typeof schema.recipientPage>> {
  const rows = await listRecipientRows(ctx.db, { letterId: id, state }, size + 1, cursor ?? '0');
  return toCursorPage(rows, size, (row) => ({
    id: row.id,
    memberId: row.member_id,
    memberName: row.name,
    fault: row.fault,
    endedAt: row.ended_at && toIso(row.ended_at),
  }));
}
