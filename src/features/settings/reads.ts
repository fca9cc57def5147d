import type { Context } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { toIso } from '#shared/dates.ts';
import type { Agreement } from './calls.ts';
import { findAgreement } from './queries.ts';

/** The text in force today. @throws notFound while the publisher has written none */
export async function readAgreement({ db, now }: Context, kind: Agreement['kind']): Promise<Agreement> {
  const row = await findAgreement(db, kind, now());
  if (!row) throw notFound(kind === 'agreement' ? '用户协议尚未发布' : '隐私政策尚未发布');
  return {
    kind,
    version: row.version,
    title: row.title,
    body: row.body,
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
