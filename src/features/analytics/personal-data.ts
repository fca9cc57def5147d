import type { PersonalDataPart } from '#kernel/personal-data.ts';
import { toIso } from '#shared/dates.ts';
import { exportSource } from './counting-queries.ts';

/** From which piece a member came to register, for their own copy of their data. */
export const sourceData: readonly PersonalDataPart[] = [
  {
    name: 'registration-source',
    read: async (ctx, memberId) =>
      (await exportSource(ctx.db, memberId)).map(({ post_id, title, registered_at }) => ({
        postId: post_id,
        title,
        registeredAt: toIso(registered_at),
      })),
  },
];
