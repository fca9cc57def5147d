import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

export type ItemRow = {
  id: string;
  folder_id: string | null;
  kind: string;
  address: string;
  name: string;
  media_type: string;
  bytes: number;
  width: number | null;
  height: number | null;
  alt: string;
  use_count: number;
  uploader: string | null;
  created_at: Date;
};

export type ItemFilter = {
  /** null: items in no folder; undefined: items anywhere. */
  folderId?: string | null | undefined;
  kind?: string | undefined;
  keyword?: { text: string; bigrams: string[] } | undefined;
  isUnused: boolean;
  /** Uploads of members, or else the staff's library. */
  isOfMember: boolean;
  /** A member who sees pictures of the library and their own uploads only; undefined for someone who sees everything. */
  seenBy?: string | undefined;
};

const fields =
  sql.raw(`i.id, i.folder_id, i.kind, i.address, i.name, i.media_type, i.bytes, i.width, i.height,
  i.alt, i.use_count, m.name as uploader, i.created_at`);
const from = sql.raw('media_items i left join members m on m.id = i.uploaded_by');

/** Lists items newest first, before the id `before`. Each filter has an index; others filter its rows. */
export async function listItems(
  db: Database,
  { folderId, kind, keyword, isUnused, isOfMember, seenBy }: ItemFilter,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<ItemRow[]> {
  const inFolder = folderId === null ? sql`and folder_id is null` : sql`and folder_id = ${folderId}`;
  // The index finds candidates by their terms; `strpos` keeps only names that contain the keyword literally.
  const named = keyword
    ? sql`and name_bigrams @> ${keyword.bigrams}::text[]
        and strpos(lower(normalize(name, nfkc)), ${keyword.text}) > 0`
    : sql``;
  const { rows } = await sql<ItemRow>`
    with page as (
      select id from media_items where is_of_member = ${isOfMember}
        ${folderId === undefined ? sql`` : inFolder}
        ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
        ${
          seenBy === undefined
            ? sql``
            : sql`and (uploaded_by = ${seenBy} or (kind = 'image' and not is_of_member)
          or exists (select from media_uploaders u where u.media_id = media_items.id and u.member_id = ${seenBy}))`
        }
        ${isUnused ? sql`and use_count = 0` : sql``}
        ${named}
        ${before === undefined ? sql`` : sql`and id < ${before}::bigint`}
      order by id desc limit ${sql.lit(limit)}
    )
    select ${fields} from page join ${from} on i.id = page.id order by i.id desc`.execute(db);
  return rows;
}

export async function findItem(db: Database | Trx, id: string): Promise<ItemRow | undefined> {
  const { rows } = await sql<ItemRow>`select ${fields} from ${from} where i.id = ${id}`.execute(db);
  return rows[0];
}

export async function findItemByAddress(db: Database | Trx, address: string): Promise<ItemRow | undefined> {
  const { rows } = await sql<ItemRow>`select ${fields} from ${from} where i.address = ${address}`.execute(db);
  return rows[0];
}

export type NewItem = {
  folder_id: string | null;
  kind: string;
  address: string;
  name: string;
  name_bigrams: string[];
  media_type: string;
  bytes: number;
  width: number | null;
  height: number | null;
  uploaded_by: string | null;
  is_of_member: boolean;
};

/** @returns its id, or null if an item with its address exists */
export async function insertItem(trx: Trx, item: NewItem): Promise<string | null> {
  const row = await trx
    .insertInto('media_items')
    .values(item)
    .onConflict((conflict) => conflict.column('address').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Records that a member uploaded the bytes of an item that exists. May be repeated. */
export async function insertUploader(trx: Trx, address: string, memberId: string): Promise<void> {
  await sql`
    insert into media_uploaders (media_id, member_id)
    select id, ${memberId} from media_items where address = ${address} and uploaded_by is distinct from ${memberId}
    on conflict do nothing`.execute(trx);
}

/** Makes a member's upload an item of the staff's library as well. */
export async function shareItem(trx: Trx, address: string): Promise<void> {
  await trx
    .updateTable('media_items')
    .set({ is_of_member: false })
    .where('address', '=', address)
    .where('is_of_member', '=', true)
    .execute();
}

/** Serialises a member's uploads until the transaction ends, so that the quota check is exact. */
export async function lockUploads(trx: Trx, memberId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(
    hashtextextended('uploads of ' || ${memberId} || ' in ' || current_schema(), 0))`.execute(trx);
}

/** Sums the bytes of all uploads of a member; by the index of uploaders. */
export async function sumUploads(trx: Trx, memberId: string): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(sum(bytes), 0) bytes from media_items where uploaded_by = ${memberId} and is_of_member`.execute(
    trx,
  );
  return Number(rows[0]?.bytes ?? 0);
}

/** Locks members' uploads from before `before` that no target uses, nor any version of their own posts. */
export async function lockUnusedUploads(
  trx: Trx,
  before: Date,
  limit: number,
): Promise<{ id: string; address: string }[]> {
  const { rows } = await sql<{ id: string; address: string }>`
    select i.id, i.address from media_items i
    where i.is_of_member and i.use_count = 0 and i.created_at < ${before}
      and not exists (select from authors a join posts p on p.author_id = a.id join post_versions v on v.post_id = p.id
        where a.member_id = i.uploaded_by and strpos(v.content::text, i.address) > 0)
    order by i.id limit ${sql.lit(limit)} for update of i skip locked`.execute(trx);
  return rows;
}

export async function updateItem(
  trx: Trx,
  id: string,
  change: { name: string; name_bigrams: string[]; alt: string; folder_id: string | null },
): Promise<void> {
  await trx.updateTable('media_items').set(change).where('id', '=', id).execute();
}

/** Locks items in id order, so that two transactions with some of the same items cannot deadlock. */
export function lockItems(trx: Trx, ids: readonly string[]) {
  return trx
    .selectFrom('media_items')
    .select(['id', 'name', 'address', 'folder_id', 'use_count'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function moveItems(trx: Trx, ids: readonly string[], folderId: string | null): Promise<void> {
  await trx.updateTable('media_items').set({ folder_id: folderId }).where('id', 'in', ids).execute();
}

export async function deleteItems(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom('media_items').where('id', 'in', ids).execute();
}

/** An advisory lock until the transaction ends: uploads share it, deletions take it exclusively. */
export async function lockFiles(trx: Trx, how: 'shared' | 'alone'): Promise<void> {
  const lock = sql.raw(how === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock');
  await sql`select ${lock}(hashtextextended('media files of ' || current_schema(), 0))`.execute(trx);
}

/** Lists where items are used, at most `limit` places. */
export function listUses(db: Database | Trx, ids: readonly string[], limit: number) {
  return db
    .selectFrom('media_uses')
    .select(['media_id', 'target'])
    .where('media_id', 'in', ids)
    .orderBy('target')
    .limit(limit)
    .execute();
}

/**
 * Makes the items at `addresses` the only ones that `target` uses. Locks the rows in order first: this statement and
 * the counting trigger then wait for a concurrent deletion, and skip the deleted item.
 */
export async function replaceUses(trx: Trx, target: string, addresses: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string; is_wanted: boolean }>`
    select id, address = any(${addresses}::text[]) is_wanted from media_items
    where address = any(${addresses}::text[])
      or id in (select media_id from media_uses where target = ${target})
    order by id for no key update`.execute(trx);
  if (rows.length === 0) return;
  const wanted = rows.filter(({ is_wanted }) => is_wanted).map(({ id }) => id);
  await trx
    .deleteFrom('media_uses')
    .where('target', '=', target)
    .where(sql<boolean>`media_id <> all(${wanted}::bigint[])`)
    .execute();
  if (wanted.length === 0) return;
  await trx
    .insertInto('media_uses')
    .values(wanted.map((media_id) => ({ media_id, target })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Lists all folders, each level by name. */
export function listFolderRows(db: Database | Trx) {
  return db.selectFrom('media_folders').select(['id', 'parent_id', 'name']).orderBy('name').execute();
}

export function findFolder(db: Database | Trx, id: string) {
  return db
    .selectFrom('media_folders')
    .select(['id', 'parent_id', 'name'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Serialises creating, renaming and deleting folders until the transaction ends; there are few. */
export async function lockFolders(trx: Trx): Promise<void> {
  await sql`lock table media_folders in share row exclusive mode`.execute(trx);
}

export function insertFolder(trx: Trx, name: string, parentId: string | null) {
  return trx
    .insertInto('media_folders')
    .values({ name, parent_id: parentId })
    .returning(['id', 'parent_id', 'name'])
    .executeTakeFirstOrThrow();
}

export async function updateFolderName(trx: Trx, id: string, name: string): Promise<void> {
  await trx.updateTable('media_folders').set({ name }).where('id', '=', id).execute();
}

export async function deleteFolderRow(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('media_folders').where('id', '=', id).execute();
}

export async function isFolderEmpty(trx: Trx, id: string): Promise<boolean> {
  const { rows } = await sql<{ is_empty: boolean }>`
    select not exists (select from media_items where folder_id = ${id})
      and not exists (select from media_folders where parent_id = ${id}) is_empty`.execute(trx);
  return rows[0]?.is_empty ?? false;
}
