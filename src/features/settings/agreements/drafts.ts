import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import { versionsOf } from '#features/documents/index.ts';
import type { Saved } from '#features/documents/schema.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { findAgreement, findVersion, lockSettings } from '../queries.ts';
import { missingVersion, versionNotFound } from './reads.ts';
import type {
  AgreementDraft,
  DraftContent,
  restoreDraft as restoreInput,
  saveDraft as saveInput,
} from './schema.ts';

type Kind = AgreementDraft['id'];

/** The versions of a draft. */
export const drafts = versionsOf<DraftContent>({
  table: 'agreement_drafts',
  document: 'kind',
  fields: ['title', 'html'],
  subject: '这份草稿',
  nobody: '已注销',
  missing: missingVersion,
});

const titles: Record<Kind, string> = { agreement: '用户协议', privacy: '隐私政策' };

/** Returns the newest version of a draft; before the first save, the text in force as version 0. */
export async function readDraft(ctx: Context, kind: Kind): Promise<AgreementDraft> {
  const head = await drafts.find(ctx.db, kind);
  if (head) return { id: kind, version: head.number, content: head.content };
  const inForce = await findAgreement(ctx.db, kind, ctx.now());
  const content = { title: inForce?.title ?? titles[kind], html: inForce?.body ?? '' };
  return { id: kind, version: 0, content };
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
    const content = await drafts.read(trx, kind, number);
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
    if (!version) throw versionNotFound();
    const kind = version.kind as Kind;
    await lockSettings(trx);
    const head = await drafts.find(trx, kind);
    const content = { title: version.title, html: version.body };
    const saved = await drafts.save(ctx, trx, kind, { head, content, mayReplace: false });
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
  const head = await drafts.find(trx, kind);
  drafts.refuseOtherBase(head, base);
  return drafts.save(ctx, trx, kind, { head, content, mayReplace: isAutosave });
}

const record = (ctx: Context, trx: Trx, kind: Kind, after: object) =>
  recordAction(ctx, trx, { action: 'agreement.restoreDraft', target: `agreement:${kind}`, after });
