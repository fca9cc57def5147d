import type { Settings } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { securitiesOf } from './compliance.ts';
import { findPublished, findSubmission } from './queries.ts';
import type { Disclosure, ReferenceNotes } from './schema.ts';

/**
 * Returns the notes below a published reference, for every reader: the risk text if it names securities, its author's
 * disclosure, and a qualification that staff verified. Omits which securities it names, because only the locked part
 * may name them.
 * @throws notFound for an unpublished reference
 */
export async function readReferenceNotes(
  ctx: Context,
  settings: Settings,
  id: string,
): Promise<ReferenceNotes> {
  const row = await findPublished(ctx.db, id);
  if (!row) throw notFound('没有这篇内参，或已撤下');
  const submission = await findSubmission(ctx.db, id, row.live_version);
  // An imported reference has no submission.
  const securities =
    submission?.securities ?? (await securitiesOf(ctx, { ...row, stockCodes: row.stock_codes }));
  const { riskText } = (await settings(ctx)).references;
  const isVerified = row.qualification_state === 'verified';
  return {
    riskText: securities.length > 0 ? riskText : null,
    disclosure:
      submission?.holding && securities.length > 0
        ? { holding: submission.holding as Disclosure['holding'], note: submission.holding_note }
        : null,
    qualification: isVerified ? { number: row.qualification, institution: row.institution } : null,
  };
}
