import type { Context } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { toIso } from '#shared/dates.ts';
import type { Settings } from './current.ts';
import { findAgreement } from './queries.ts';
import type { Agreement } from './schema.ts';
import { tracingNotice } from './tracing-notice.ts';

/** The text in force today; the privacy text says so itself where paid copies are traced. @throws notFound while the publisher has written none */
export async function readAgreement(
  ctx: Context,
  settings: Settings,
  kind: Agreement['kind'],
): Promise<Agreement> {
  const { db, now } = ctx;
  const row = await findAgreement(db, kind, now());
  if (!row) throw notFound(kind === 'agreement' ? '用户协议尚未发布' : '隐私政策尚未发布');
  const isTold = kind === 'privacy' && (await settings(ctx)).isTracing;
  return {
    kind,
    version: row.version,
    title: row.title,
    body: isTold ? row.body + tracingNotice : row.body,
    effectiveAt: toIso(row.effective_at),
  };
}

/** The versions people agree to today; null for a text that the publisher has not written. */
export async function readVersionsInForce({
  db,
  now,
}: Context): Promise<Record<Agreement['kind'], string | null>> {
  const version = async (kind: Agreement['kind']) => (await findAgreement(db, kind, now()))?.version ?? null;
  return { agreement: await version('agreement'), privacy: await version('privacy') };
}
