import type { z } from 'zod';
import { columnRows } from '#features/columns/index.ts';
import { titleForStaff } from '#features/posts/index.ts';
import type { Context } from '#kernel/context.ts';
import { toCursorPage } from '#kernel/http/paging.ts';
import { toIso } from '#shared/dates.ts';
import { isId } from '#shared/ids.ts';
import {
  countAudience,
  countUnsubscribed,
  findLetter,
  type LetterRow,
  listLetterRows,
  listRecipientRows,
} from './letter-queries.ts';
import type { LetterParts } from './parts.ts';
import { listPostStates } from './post-queries.ts';
import { countReadings } from './reading-queries.ts';
import type * as schema from './schema.ts';
import type { Figures, Letter, LetterDetail } from './schema.ts';
import { readPace } from './send-queries.ts';
import { letterMissing } from './service.ts';

/** The newest first. The worker saves the figures of a letter that is being sent. */
export async function readLetters(
  ctx: Context,
  { cursor, size }: z.output<typeof schema.lettersQuery>,
): Promise<z.infer<typeof schema.letterPage>> {
  const rows = await listLetterRows(ctx.db, size + 1, cursor);
  return toCursorPage(rows, size, (row) => present(row, figuresOf(row)));
}

/** @throws notFound */
export async function readLetter(
  ctx: Context,
  { settings }: Pick<LetterParts, 'settings'>,
  id: string,
): Promise<LetterDetail> {
  const row = await findLetter(ctx.db, id);
  if (!row) throw letterMissing();
  const figures = figuresOf(row);
  const [unsubscribed, readings, posts, columns, pace] = await Promise.all([
    figures ? countUnsubscribed(ctx.db, id) : 0,
    figures ? countReadings(ctx.db, id) : { opened: 0, clicked: 0 },
    listPostStates(ctx.db, row.post_ids),
    columnRows(ctx),
    row.state === 'sending' ? readPace(ctx.db) : undefined,
  ]);
  const names = new Map(columns.map((column) => [column.id, column.name]));
  const isHeld = pace?.held_until && pace.held_until > ctx.now();
  return {
    // People read and unsubscribe after the end too; after three months only the figures are left.
    ...present(
      row,
      figures && {
        ...figures,
        unsubscribed: Math.max(figures.unsubscribed, unsubscribed),
        opened: Math.max(figures.opened ?? 0, readings.opened),
        clicked: Math.max(figures.clicked ?? 0, readings.clicked),
      },
    ),
    isCounted: (await settings(ctx)).statistics.letters,
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
      title: titleForStaff(ctx.actor, post),
      columnName: names.get(post.column_id) ?? '',
      isPublished: post.state === 'published',
    })),
    isListed: row.is_listed,
    heldUntil: isHeld && pace.held_until ? toIso(pace.held_until) : null,
    heldReason: isHeld ? pace.fault : '',
  };
}

const noFigures: Figures = {
  ...{
    pending: 0,
    sending: 0,
    sent: 0,
    failed: 0,
    unknown: 0,
    skipped: 0,
    unsubscribed: 0,
    opened: 0,
    clicked: 0,
  },
};

/** The figures that the worker saved last; zeros until it has counted, null before sending. */
const figuresOf = ({ state, figures }: LetterRow): Figures | null =>
  figures ?? (state === 'draft' || state === 'scheduled' ? null : noFigures);

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

const maxCounted = 20_000;

/** Counts the members who would get a letter now; a lower bound for more than 20,000 candidates. */
export async function readAudienceCount(
  ctx: Context,
  query: z.output<typeof schema.audienceQuery>,
): Promise<z.infer<typeof schema.audienceCount>> {
  const isIncomplete =
    (query.audience === 'column' && !isId(query.audienceKey)) ||
    (query.audience === 'tag' && query.audienceKey === '');
  if (isIncomplete) return { members: 0, isExact: true };
  return countAudience(ctx.db, query, maxCounted, ctx.now());
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
