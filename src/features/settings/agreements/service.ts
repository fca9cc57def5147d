import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import { memberOf } from '#kernel/actor.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import { dayOf, toIso } from '#shared/dates.ts';
import * as queries from '../queries.ts';
import { noVersion, presentVersion } from './reads.ts';
import type { AgreementDetail, createVersion, saveVersion } from './schema.ts';

/** Makes rich text harmless, and says how much there is to read in it. */
export type Sanitise = (html: string) => Promise<{ html: string; wordCount: number }>;

type Given = Pick<z.output<typeof saveVersion>, 'title' | 'body' | 'effectiveAt'>;

/**
 * Writes a version of a text, in force at once or from a time to come. From then on whoever agreed to an earlier one is
 * asked anew at their next log-in. @throws invalid for an empty text or a time that has passed
 */
export async function createAgreement(
  ctx: Context,
  sanitise: Sanitise,
  { kind, ...given }: z.output<typeof createVersion>,
): Promise<AgreementDetail> {
  const content = await prepare(ctx, sanitise, given);
  return inTransaction(ctx, async (trx) => {
    await queries.lockSettings(trx);
    const day = dayOf(content.effective_at);
    const others = await queries.countVersionsOf(trx, kind, day);
    const version = others === 0 ? day : `${day}.${others + 1}`;
    const row = { kind, version, ...content };
    const id = await queries.insertVersion(trx, { ...row, created_by: memberOf(ctx) });
    await note(ctx, trx, 'agreement.create', { ...row, id });
    return presentVersion({ ...row, id });
  });
}

/** Changes a version that is still to come. @throws conflict when it is in force: people may have agreed to it */
export async function saveAgreement(
  ctx: Context,
  sanitise: Sanitise,
  { id, ...given }: z.output<typeof saveVersion>,
): Promise<AgreementDetail> {
  const content = await prepare(ctx, sanitise, given);
  return inTransaction(ctx, async (trx) => {
    const held = await holdComing(ctx, trx, id);
    await queries.updateVersion(trx, id, content);
    const row = { ...held, ...content };
    await note(ctx, trx, 'agreement.save', row, held);
    return presentVersion(row);
  });
}

/** Takes back a version that is still to come. @throws conflict as `saveAgreement` */
export function deleteAgreement(ctx: Context, id: string): Promise<boolean> {
  return inTransaction(ctx, async (trx) => {
    const held = await holdComing(ctx, trx, id);
    await queries.deleteVersion(trx, id);
    await note(ctx, trx, 'agreement.delete', undefined, held);
    return true;
  });
}

async function prepare(ctx: Context, sanitise: Sanitise, { title, body, effectiveAt }: Given) {
  const { html, wordCount } = await sanitise(body);
  if (wordCount === 0) throw invalid('请填写正文（body）');
  const now = ctx.now();
  if (effectiveAt && effectiveAt < now)
    throw invalid('生效时间（effectiveAt）已经过去，请另选，或留空以立即生效');
  return { title, body: html, effective_at: effectiveAt ?? now };
}

async function holdComing(ctx: Context, trx: Trx, id: string): Promise<queries.AgreementRow> {
  const held = await queries.lockVersion(trx, id);
  if (!held) throw noVersion();
  if (held.effective_at <= ctx.now())
    throw conflict('这个版本已经生效，可能有人已经同意，不能再改或删除。请写一个新版本');
  return held;
}

async function note(
  ctx: Context,
  trx: Trx,
  action: string,
  after: queries.AgreementRow | undefined,
  before?: queries.AgreementRow,
): Promise<void> {
  const shown = (row: queries.AgreementRow | undefined) =>
    row && { version: row.version, title: row.title, effectiveAt: toIso(row.effective_at) };
  await recordAction(ctx, trx, {
    action,
    target: `agreement:${(after ?? before)?.id}`,
    before: shown(before),
    after: shown(after),
  });
  await purge(ctx, trx, ['agreements']);
}
