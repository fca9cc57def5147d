import type { Settings } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { securitiesOf } from './compliance.ts';
import { findPublished, findSubmission } from './queries.ts';
import type { Disclosure, ReferenceNotes } from './schema.ts';

/**
 * What stands below a published reference for every reader: the risk text where it names securities, what its author
 * disclosed, and a qualification that staff have verified. Which securities it names stays inside, since the locked part
 * may be the only one to say so. @throws notFound for what is not out
 */
export async function readNotes(ctx: Context, settings: Settings, id: string): Promise<ReferenceNotes> {
  const row = await findPublished(ctx.db, id);
  if (!row) throw notFound('没有这篇内参，或已撤下');
  const submission = await findSubmission(ctx.db, id, row.live_version);
  // What came by import was never submitted.
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
