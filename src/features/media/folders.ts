import { recordAction } from '#features/audit/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import * as queries from './queries.ts';
import type { MediaFolder } from './schema.ts';

/** The folder tree is loaded whole. */
const maxFolders = 500;
const maxDepth = 5;

/** Creates a folder. @throws conflict if its parent has one of that name, or there are too many; invalid */
export async function createFolder(
  ctx: Context,
  { name, parentId = null }: { name: string; parentId?: string | null | undefined },
): Promise<MediaFolder> {
  return inTransaction(ctx, async (trx) => {
    await queries.lockFolders(trx);
    const rows = await queries.listFolderRows(trx);
    if (rows.length >= maxFolders) throw conflict(`文件夹最多 ${maxFolders} 个，请先整理`);
    const parents = new Map(rows.map((row) => [row.id, row.parent_id]));
    if (parentId !== null && !parents.has(parentId))
      throw invalid('上级文件夹不存在，可能已被删除', 'parentId');
    if (depthOf(parentId, parents) >= maxDepth)
      throw invalid(`上级文件夹太深，最多 ${maxDepth} 层`, 'parentId');
    await requireFreeName(trx, name, parentId);
    const created = await queries.insertFolder(trx, name, parentId);
    await recordAction(ctx, trx, {
      action: 'media-folder.create',
      target: `media-folder:${created.id}`,
      after: { name },
    });
    return { id: created.id, parentId: created.parent_id, name: created.name };
  });
}

/** @throws notFound; conflict if the parent has another folder of that name */
export async function renameFolder(
  ctx: Context,
  { id, name }: { id: string; name: string },
): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    await queries.lockFolders(trx);
    const folder = await requireFolder(trx, id);
    if (folder.name === name) return;
    await requireFreeName(trx, name, folder.parent_id);
    await queries.updateFolderName(trx, id, name);
    await recordAction(ctx, trx, {
      action: 'media-folder.rename',
      target: `media-folder:${id}`,
      before: { name: folder.name },
      after: { name },
    });
  });
  return true;
}

/** @throws notFound; conflict unless the folder is empty */
export async function deleteFolder(ctx: Context, id: string): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    await queries.lockFolders(trx);
    const { name } = await requireFolder(trx, id);
    if (!(await queries.isFolderEmpty(trx, id)))
      throw conflict(`文件夹“${name}”里还有东西，请先移走或删除里面的素材和文件夹`);
    await queries.deleteFolderRow(trx, id).catch(explainNotEmpty(name));
    await recordAction(ctx, trx, {
      action: 'media-folder.delete',
      target: `media-folder:${id}`,
      before: { name },
    });
  });
  return true;
}

/** A concurrent upload may add an item during the deletion; the foreign key then rejects it. */
const explainNotEmpty =
  (name: string) =>
  (error: unknown): never => {
    throw (error as { code?: string }).code === '23503'
      ? conflict(`文件夹“${name}”里刚放进了东西，没有删除`)
      : error;
  };

function depthOf(id: string | null, parents: ReadonlyMap<string, string | null>): number {
  return id === null ? 0 : 1 + depthOf(parents.get(id) ?? null, parents);
}

async function requireFolder(trx: Trx, id: string) {
  const folder = await queries.findFolder(trx, id);
  if (!folder) throw notFound('没有这个文件夹，可能已被删除');
  return folder;
}

async function requireFreeName(trx: Trx, name: string, parentId: string | null): Promise<void> {
  const rows = await queries.listFolderRows(trx);
  if (rows.some((row) => row.parent_id === parentId && row.name === name))
    throw conflict(`这里已经有名为“${name}”的文件夹`);
}
