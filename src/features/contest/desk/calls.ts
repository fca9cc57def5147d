import type { z } from 'zod';
import type * as schema from './schema.ts';

export type DeskSeason = z.infer<typeof schema.season>;
export type DeskSeasonHead = z.infer<typeof schema.seasons>[number];
export type DeskPlayer = z.infer<typeof schema.playerPage>['records'][number];
export type Recompute = z.infer<typeof schema.recomputes>[number];
export type RecomputeDetail = z.infer<typeof schema.recomputeDetail>;

/** What crosses the wire between the desk and the contest. */
export type ContestDeskCalls = {
  'GET /admin/contest/seasons': { data: DeskSeasonHead[] };
  'GET /admin/contest/season': { query: { id: string }; data: DeskSeason };
  'POST /admin/contest/season': { body: z.input<typeof schema.seasonInput>; data: { id: string } };
  'POST /admin/contest/deleteSeason': { body: { id: string }; data: boolean };
  'GET /admin/contest/indexes': { data: { code: string; name: string }[] };
  'GET /admin/contest/players': {
    query: z.input<typeof schema.playersQuery>;
    data: z.infer<typeof schema.playerPage>;
  };
  'POST /admin/contest/disqualify': { body: z.input<typeof schema.decision>; data: boolean };
  'POST /admin/contest/reinstate': { body: z.input<typeof schema.decision>; data: boolean };
  'GET /admin/contest/recomputes': { query: { seasonId: string }; data: Recompute[] };
  'GET /admin/contest/recompute': { query: { id: string }; data: RecomputeDetail };
  'POST /admin/contest/recompute': { body: { seasonId: string }; data: Recompute };
};
