import type { DeskSeason } from '#features/contest/desk/schema.ts';

/** A season as it is being written; an amount is undefined while what is typed is none. */
export type SeasonDraft = Pick<
  DeskSeason,
  | 'name'
  | 'boards'
  | 'withSt'
  | 'positionCapBp'
  | 'commissionPpm'
  | 'indexCode'
  | 'delayDays'
  | 'forWhom'
  | 'prizes'
  | 'rules'
  | 'isOpen'
> & {
  startsOn: string | null;
  endsOn: string | null;
  startingCash: number | null | undefined;
  commissionLeast: number | null | undefined;
};

/** What a new season begins from: ¥1,000,000 on every board, with the fees a broker takes. */
const usual: SeasonDraft = {
  name: '',
  startsOn: null,
  endsOn: null,
  startingCash: 100_000_000,
  boards: ['main', 'chinext', 'star', 'bse'],
  withSt: false,
  positionCapBp: 4000,
  commissionPpm: 250,
  commissionLeast: 500,
  indexCode: null,
  delayDays: 1,
  forWhom: 'member',
  prizes: '',
  rules: '',
  isOpen: false,
};

export function draftOf(season: DeskSeason | undefined): SeasonDraft {
  if (!season) return usual;
  const { id, mark, state, players, disqualified, clearedOn, ...draft } = season;
  return draft;
}

/** What a draft lacks before it can be saved, in words; nothing where it may. */
export function lackOf(draft: SeasonDraft): string | undefined {
  if (draft.name.trim() === '') return '请填写赛季名称';
  if (!draft.startsOn || !draft.endsOn) return '请选择开始和结束日期';
  if (draft.endsOn < draft.startsOn) return '结束日期不能早于开始日期';
  if (draft.boards.length === 0) return '请至少选一个可买板块';
  if (typeof draft.startingCash !== 'number') return '请填写起始资金';
  if (typeof draft.commissionLeast !== 'number') return '请填写最低佣金，没有就填 0';
  return undefined;
}
