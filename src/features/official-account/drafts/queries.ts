import { type Selectable, sql } from 'kysely';
import type { Context, Database, Trx } from '#kernel/context.ts';
import { type Claimed, claimJobs, isHeld, type Queue } from '#kernel/db/queue.ts';
import type { WechatDraftsTable } from '#kernel/db/tables.ts';

type Row = Selectable<WechatDraftsTable>;
export type DraftRow = Row & { requested_by_name: string | null };
/** A claimed draft. */
export type Draft = Claimed & Pick<Row, 'post_id' | 'version' | 'title' | 'author' | 'digest' | 'failures'>;

export const draftQueue: Queue = {
  table: 'wechat_drafts',
  isOpen: sql`state in ('waiting', 'uploading')`,
  dueAt: 'due_at',
  attempts: 'attempts',
  order: sql`due_at, id`,
  leaseMs: 60_000,
};

/** @returns undefined if a draft of the post is under way */
export async function insertDraft(
  trx: Trx,
  row: Pick<Row, 'post_id' | 'version' | 'title' | 'author' | 'digest' | 'requested_by'>,
  now: Date,
): Promise<string | undefined> {
  const inserted = await trx
    .insertInto('wechat_drafts')
    .values({ ...row, due_at: now, requested_at: now })
    .onConflict((conflict) =>
      // Literals, since PostgreSQL does not match parameters with the condition of an index.
      conflict
        .column('post_id')
        .where(sql<boolean>`state in ('waiting', 'uploading', 'sending')`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

/** Whether a version has a draft, or may have one. */
export async function isVersionSent(db: Database | Trx, postId: string, version: number): Promise<boolean> {
  const row = await db
    .selectFrom('wechat_drafts')
    .select('id')
    .where('post_id', '=', postId)
    .where('version', '=', version)
    .where('state', 'in', ['done', 'unknown'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export const listDrafts = (db: Database, postId: string, limit: number): Promise<DraftRow[]> =>
  db
    .selectFrom('wechat_drafts as d')
    .leftJoin('members as m', 'm.id', 'd.requested_by')
    .selectAll('d')
    .select('m.name as requested_by_name')
    .where('d.post_id', '=', postId)
    .orderBy('d.id', 'desc')
    .limit(limit)
    .execute();

export async function claimDraft(ctx: Context): Promise<Draft | undefined> {
  const [draft] = await claimJobs<Draft>(ctx, ctx.db, draftQueue, {
    limit: 1,
    set: sql`state = 'uploading'`,
    returning: sql`id, attempts, post_id, version, title, author, digest, failures`,
  });
  return draft;
}

export type Change = Partial<
  Pick<
    Row,
    | 'state'
    | 'pictures'
    | 'uploaded'
    | 'missing'
    | 'fault'
    | 'failures'
    | 'due_at'
    | 'ended_at'
    | 'is_without_right'
    | 'sending_at'
  >
>;

/** Changes a claimed draft before its article leaves. @returns false if the claim is lost */
export async function updateHeld(db: Database, draft: Draft, change: Change): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('wechat_drafts')
    .set(change)
    .where(isHeld(draftQueue, draft))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Changes a draft whose article has left; one that became unknown meanwhile only if it is `done`. */
export async function updateSent(
  db: Database,
  { id, attempts }: Draft,
  change: Change & { media_id?: string },
): Promise<void> {
  await db
    .updateTable('wechat_drafts')
    .set(change)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', 'in', change.state === 'done' ? ['sending', 'unknown'] : ['sending'])
    .execute();
}

/** sending -> unknown for articles without an answer since `before`: their process ended. */
export async function markUnknown(db: Database, before: Date, now: Date, fault: string): Promise<void> {
  await db
    .updateTable('wechat_drafts')
    .set({ state: 'unknown', ended_at: now, fault })
    .where('state', '=', 'sending')
    .where('sending_at', '<', before)
    .execute();
}

export type PictureKey = { app_id: string; kind: 'content' | 'cover'; hash: Buffer };

/** Returns what WeChat calls a picture that it has, and notes its use. */
export async function takePicture(
  db: Database,
  { app_id, kind, hash }: PictureKey,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .updateTable('wechat_pictures')
    .set({ used_at: now })
    .where('app_id', '=', app_id)
    .where('kind', '=', kind)
    .where('hash', '=', hash)
    .returning('reference')
    .executeTakeFirst();
  return row?.reference;
}

export async function savePicture(
  db: Database,
  key: PictureKey,
  reference: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto('wechat_pictures')
    .values({ ...key, reference, used_at: now })
    .onConflict((conflict) =>
      conflict.columns(['app_id', 'kind', 'hash']).doUpdateSet({ reference, used_at: now }),
    )
    .execute();
}

export async function deletePicture(db: Database, { app_id, kind, hash }: PictureKey): Promise<void> {
  await db
    .deleteFrom('wechat_pictures')
    .where('app_id', '=', app_id)
    .where('kind', '=', kind)
    .where('hash', '=', hash)
    .execute();
}

export async function deleteOld(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('wechat_drafts').where('ended_at', '<', before).execute();
  await db.deleteFrom('wechat_pictures').where('used_at', '<', before).execute();
}
