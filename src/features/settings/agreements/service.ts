import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import { dayOf, toIso } from '#shared/dates.ts';
import * as queries from '../queries.ts';
import { presentVersion, versionNotFound } from './reads.ts';
import type { AgreementDetail, createVersion, saveVersion } from './schema.ts';

/** Sanitises rich text and counts its words. */
export type Sanitise = (html: string) => Promise<{ html: string; wordCount: number }>;

type VersionContent = Pick<z.output<typeof saveVersion>, 'title' | 'body' | 'effectiveAt'>;

/**
 * Creates a version of a text, in force at once or from a future time. From then on, members who agreed to an earlier
 * one are asked again at their next login. @throws invalid for an empty text or a time in the past
 */
export async function createAgreement(
  ctx: Context,
  sanitise: Sanitise,
  { kind, ...given }: z.output<typeof createVersion>,
): Promise<AgreementDetail> {
  const content = await prepareContent(ctx, sanitise, given);
  return inTransaction(ctx, async (trx) => {
    await queries.lockSettings(trx);
    const day = dayOf(content.effective_at);
    const lastNumber = await queries.findLastVersionNumber(trx, kind, day);
    const version = lastNumber === 0 ? day : `${day}.${lastNumber + 1}`;
    const row = { kind, version, ...content };
    const id = await queries.insertVersion(trx, { ...row, created_by: requireMemberId(ctx) });
    await recordChange(ctx, trx, 'agreement.create', { ...row, id });
    return presentVersion({ ...row, id });
  });
}

/** Changes an upcoming version. @throws conflict once it is in force, since people may have agreed to it */
export async function saveAgreement(
  ctx: Context,
  sanitise: Sanitise,
  { id, ...given }: z.output<typeof saveVersion>,
): Promise<AgreementDetail> {
  const content = await prepareContent(ctx, sanitise, given);
  return inTransaction(ctx, async (trx) => {
    const before = await lockUpcoming(ctx, trx, id);
    await queries.updateVersion(trx, id, content);
    const row = { ...before, ...content };
    await recordChange(ctx, trx, 'agreement.save', row, before);
    return presentVersion(row);
  });
}

/** Deletes an upcoming version. @throws conflict as `saveAgreement` */
export function deleteAgreement(ctx: Context, id: string): Promise<boolean> {
  return inTransaction(ctx, async (trx) => {
    const before = await lockUpcoming(ctx, trx, id);
    await queries.deleteVersion(trx, id);
    await recordChange(ctx, trx, 'agreement.delete', undefined, before);
    return true;
  });
}

async function prepareContent(
  ctx: Context,
  sanitise: Sanitise,
  { title, body, effectiveAt }: VersionContent,
) {
  const { html, wordCount } = await sanitise(body);
  if (wordCount === 0) throw invalid('请填写正文', 'body');
  const now = ctx.now();
  if (effectiveAt && effectiveAt < now)
    throw invalid('生效时间已经过去，请另选，或留空以立即生效', 'effectiveAt');
  return { title, body: html, effective_at: effectiveAt ?? now };
}

async function lockUpcoming(ctx: Context, trx: Trx, id: string): Promise<queries.AgreementRow> {
  const before = await queries.lockVersion(trx, id);
  if (!before) throw versionNotFound();
  if (before.effective_at <= ctx.now())
    throw conflict('这个版本已经生效，可能有人已经同意，不能再改或删除。请写一个新版本');
  return before;
}

async function recordChange(
  ctx: Context,
  trx: Trx,
  action: string,
  after: queries.AgreementRow | undefined,
  before?: queries.AgreementRow,
): Promise<void> {
  const summarise = (row: queries.AgreementRow | undefined) =>
    row && { version: row.version, title: row.title, effectiveAt: toIso(row.effective_at) };
  await recordAction(ctx, trx, {
    action,
    target: `agreement:${(after ?? before)?.id}`,
    before: summarise(before),
    after: summarise(after),
  });
  await purge(ctx, trx, ['agreements']);
}
