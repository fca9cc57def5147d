import { createHash } from 'node:crypto';
import { columnRows } from '#features/columns/index.ts';
import type { ModerationDecided } from '#features/moderation/events.ts';
import { canDecide } from '#features/moderation/index.ts';
import {
  type Gate,
  postIdOfReview,
  postVersions,
  prepareBody,
  type Submission,
} from '#features/posts/index.ts';
import type { Content } from '#features/posts/manage/schema.ts';
import type { Settings } from '#features/settings/index.ts';
import { findSecurities, findSecuritiesByCode } from '#features/stocks/index.ts';
import { workOwnerOf } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { conflict, forbidden, invalid } from '#kernel/errors.ts';
import { disclosureRequired, refusalOf } from './policy.ts';
import { findSubmission, findWriterOf, insertSubmission } from './queries.ts';
import type { Disclosure, Security } from './schema.ts';

type ReferenceText = Pick<Content, 'title' | 'summary' | 'html' | 'stockCodes'>;

/**
 * Returns the securities that a version names: by its codes, or in title, summary and body, the locked part included.
 */
export async function securitiesOf(
  ctx: Context,
  { title, summary, html, stockCodes }: ReferenceText,
): Promise<Security[]> {
  const { text } = await prepareBody({ body: html, format: 'html' }, workOwnerOf(ctx));
  const [named, coded] = await Promise.all([
    findSecurities(ctx, `${title}\n${summary}\n${text}`),
    findSecuritiesByCode(ctx, stockCodes),
  ]);
  const all = new Map([...named, ...coded].map((one) => [one.code, one]));
  return [...all.values()].sort((one, other) => (one.code < other.code ? -1 : 1));
}

/** Returns the SHA-256 by which evidence identifies a version. */
export const hashOf = (content: Content): string =>
  createHash('sha256')
    .update(JSON.stringify(content, Object.keys(content).sort()))
    .digest('hex');

/** Returns why the site's rules forbid a version; null if they allow it. */
export async function refusalFor(
  ctx: Context,
  settings: Settings,
  content: Pick<Content, 'access' | 'columnId'>,
  { securities, isQualified }: { securities: readonly Security[]; isQualified: boolean },
): Promise<string | null> {
  const { references } = await settings(ctx);
  const column = (await columnRows(ctx)).find(({ id }) => id === content.columnId);
  const isForSale = (content.access ?? column?.access) === 'paid';
  return refusalOf(references, { securities, isForSale, isQualified });
}

/**
 * Creates the gate that checks a reference before review and records what was submitted, by whom and with which
 * disclosure. If staff submit, the writer's last disclosure is reused.
 */
export const createReferenceGate =
  (settings: Settings): Gate =>
  async (ctx, trx, submission) => {
    const last = await findSubmission(trx, submission.id);
    const disclosure = last?.holding
      ? { holding: last.holding as Disclosure['holding'], note: last.holding_note }
      : null;
    await recordSubmission(ctx, trx, settings, submission, disclosure);
  };

/**
 * Records a submission after checking it.
 * @throws conflict if the site's rules forbid it; invalid if securities are named without a disclosure
 */
export async function recordSubmission(
  ctx: Context,
  trx: Trx,
  settings: Settings,
  { id, version, content }: Submission,
  disclosure: Disclosure | null,
): Promise<void> {
  const securities = await securitiesOf(ctx, content);
  const writer = await findWriterOf(trx, id);
  const isQualified = writer?.qualification_state === 'verified';
  const refusal = await refusalFor(ctx, settings, content, { securities, isQualified });
  if (refusal) throw conflict(refusal);
  const hasMemberAuthor = writer?.member_id != null;
  if (hasMemberAuthor && securities.length > 0 && !disclosure) throw invalid(disclosureRequired(securities));
  if (disclosure?.holding === 'other' && disclosure.note === '')
    throw invalid('请填写披露说明，写明持仓或利益关系', 'note');
  await insertSubmission(trx, {
    post_id: id,
    version,
    member_id: ctx.actor.kind === 'member' ? ctx.actor.memberId : null,
    securities,
    holding: disclosure?.holding ?? null,
    holding_note: disclosure?.note ?? '',
    content_hash: hashOf(content),
    submitted_at: ctx.now(),
  });
}

/**
 * Checks again when a reviewer decides, in the transaction of the decision, because the rules or the author's
 * qualification may have changed since the submission. Authors may not decide their own references unless the settings
 * allow it.
 */
export const onModerationDecided =
  (settings: Settings) =>
  async (ctx: Context, trx: Trx, { kind, target, details, decision }: ModerationDecided): Promise<void> => {
    if (kind !== 'reference') return;
    const id = postIdOfReview(target);
    const writer = await findWriterOf(trx, id);
    if (!writer) throw conflict('这篇内参已经不在了');
    const { references } = await settings(ctx);
    if (!canDecide(ctx.actor, { kind, ownerId: writer.member_id }, references))
      throw forbidden('不能审核自己写的内参，请另一位审核员处理');
    if (decision !== 'approved') return;
    const { version } = details as { version: number };
    const securities = (await findSubmission(trx, id, version))?.securities ?? [];
    const content = await postVersions.read(trx, id, version);
    const isQualified = writer.qualification_state === 'verified';
    const refusal = await refusalFor(ctx, settings, content, { securities, isQualified });
    if (refusal) throw conflict(`现在不能通过：${refusal.replace(/，请.*$/u, '')}，请退回给作者`);
  };
