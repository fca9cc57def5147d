import type { PersonalDataPart } from '#kernel/personal-data.ts';
import { toIso } from '#shared/dates.ts';
import { listGrantsOf } from './queries.ts';

/** What a member may read beyond what everyone may: VIP membership, single pieces, columns. */
export const grantData: readonly PersonalDataPart[] = [
  {
    name: 'memberships',
    async read({ db }, memberId) {
      const rows = await listGrantsOf(db, memberId);
      return rows.map(({ scope, target_id, source, starts_at, ends_at }) => ({
        scope,
        targetId: target_id,
        source,
        startsAt: toIso(starts_at),
        endsAt: ends_at && toIso(ends_at),
      }));
    },
  },
];
