import type { z } from 'zod';
import type { Context } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { toIso } from '#shared/dates.ts';
import { type AgreementRow, findVersion, listVersions } from '../queries.ts';
import type { AgreementDetail, AgreementVersion, versionsQuery } from './schema.ts';

/** Returns every version of a text: upcoming ones first, then the one in force, then past ones. */
export async function readVersions(
  { db, now }: Context,
  { kind }: z.output<typeof versionsQuery>,
): Promise<AgreementVersion[]> {
  const rows = await listVersions(db, kind);
  const inForce = rows.find(({ effective_at }) => effective_at <= now());
  return rows.map(({ id, version, title, effective_at, created_by }) => ({
    id,
    kind,
    version,
    title,
    effectiveAt: toIso(effective_at),
    createdBy: created_by,
    state: id === inForce?.id ? 'inForce' : effective_at > now() ? 'coming' : 'past',
  }));
}

/** Returns one version in full. @throws notFound */
export async function readVersion({ db }: Context, id: string): Promise<AgreementDetail> {
  const row = await findVersion(db, id);
  if (!row) throw versionNotFound();
  return presentVersion(row);
}

export const missingVersion = '没有这个版本，它可能刚刚被删除';
export const versionNotFound = () => notFound(missingVersion);

export const presentVersion = ({
  id,
  kind,
  version,
  title,
  body,
  effective_at,
}: AgreementRow): AgreementDetail => ({
  id,
  kind: kind as AgreementDetail['kind'],
  version,
  title,
  body,
  effectiveAt: toIso(effective_at),
});
