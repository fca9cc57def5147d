import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import { canReplaceAutosave } from '#shared/autosave.ts';
import { toIso } from '#shared/dates.ts';
import { findAgreement, findVersion, lockSettings } from '../queries.ts';
import { deleteDraftRow, findDraftRow, insertDraftRow, listDraftRows } from './draft-queries.ts';
import { versionNotFound } from './reads.ts';
import type {
  AgreementDraft,
  DraftContent,
  draftRecord,
  draftSaved,
  restoreDraft as restoreInput,
  saveDraft as saveInput,
} from './schema.ts';

type Kind = AgreementDraft['id'];
type Saved = z.infer<typeof draftSaved>;

const maxListed = 200;
const titles: Record<Kind, string> = { agreement: '用户协议', privacy: '隐私政策' };

/** Returns the newest version of a draft; before the first save, the text in force as version 0. */
export async function readDraft(ctx: Context, kind: Kind): Promise<AgreementDraft> {
  const head = await findDraftRow(ctx.db, kind);
  if (head) return { id: kind, version: head.number, content: { title: head.title, html: head.html } };
  const inForce = await findAgreement(ctx.db, kind, ctx.now());
  const content = { title: inForce?.title ?? titles[kind], html: inForce?.body ?? '' };
  return { id: kind, version: 0, content };
}

/** Lists the versions of a draft, newest first. */
export async function listDraftVersions({ db }: Context, kind: Kind): Promise<z.infer<typeof draftRecord>[]> {
  const rows = await listDraftRows(db, kind, maxListed);
  return rows.map(({ number, title, saved_at, saved_by_name }, at) => ({
    number,
    title,
    savedAt: toIso(saved_at),
    savedBy: saved_by_name ?? '已注销',
    isLive: false,
    isHead: at === 0,
  }));
}

/** Returns one version of a draft. @throws notFound */
export async function readDraftVersion({ db }: Context, kind: Kind, number: number): Promise<DraftContent> {
  const row = await findDraftRow(db, kind, number);
  if (!row) throw versionNotFound();
  return { title: row.title, html: row.html };
}

/**
 * Saves a version of a draft. Readers, and what members agreed to, stay as they are. Optimistic concurrency control: of
 * two concurrent saves the second fails.
 * @throws conflict if `base` is not the newest version
 */
export const saveDraft = (
  ctx: Context,
  { kind, base, content, isAutosave = false }: z.output<typeof saveInput>,
): Promise<Saved> => inTransaction(ctx, (trx) => saveVersion(ctx, trx, { kind, base, content, isAutosave }));

/** Saves an old version of a draft again as the newest. @throws what saveDraft throws; notFound */
export async function restoreDraft(
  ctx: Context,
  { kind, base, number }: z.output<typeof restoreInput>,
): Promise<Saved> {
  return inTransaction(ctx, async (trx) => {
    const row = await findDraftRow(trx, kind, number);
    if (!row) throw versionNotFound();
    const content = { title: row.title, html: row.html };
    const saved = await saveVersion(ctx, trx, { kind, base, content, isAutosave: false });
    await record(ctx, trx, kind, { from: number, ...saved });
    return saved;
  });
}

/**
 * Saves the text of a version of the agreement as the newest version of its draft, whose former text stays among the
 * versions.
 * @throws notFound
 */
export async function draftFrom(ctx: Context, id: string): Promise<Saved> {
  return inTransaction(ctx, async (trx) => {
    const version = await findVersion(trx, id);
    if (!version) throw notFound('没有这个版本，它可能刚刚被删除');
    const kind = version.kind as Kind;
    await lockSettings(trx);
    const base = (await findDraftRow(trx, kind))?.number ?? 0;
    const content = { title: version.title, html: version.body };
    const saved = await saveVersion(ctx, trx, { kind, base, content, isAutosave: false });
    await record(ctx, trx, kind, { from: version.version, ...saved });
    return saved;
  });
}

type Save = { kind: Kind; base: number; content: DraftContent; isAutosave: boolean };

async function saveVersion(
  ctx: Context,
  trx: Trx,
  { kind, base, content, isAutosave }: Save,
): Promise<Saved> {
  await lockSettings(trx);
  const head = await findDraftRow(trx, kind);
  if ((head?.number ?? 0) !== base)
    throw conflict(`这份草稿刚被${head?.saved_by_name ?? '别人'}保存过。你写的内容还在，可以对照后再保存`);
  const now = ctx.now();
  const saved_by = requireMemberId(ctx);
  if (isAutosave && head && canReplaceAutosave(head, saved_by, now)) await deleteDraftRow(trx, kind, base);
  const number = base + 1;
  await insertDraftRow(trx, { kind, number, ...content, saved_by, saved_at: now });
  return { version: number, savedAt: toIso(now) };
}

const record = (ctx: Context, trx: Trx, kind: Kind, after: object) =>
  recordAction(ctx, trx, { action: 'agreement.restoreDraft', target: `agreement:${kind}`, after });
