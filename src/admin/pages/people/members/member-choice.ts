import type { MemberQuery } from '#features/identity/members/schema.ts';

const states = ['all', 'active', 'blocked', 'leaving'] as const;
const standings = ['all', 'vip', 'staff'] as const;
const day = /^\d{4}-\d{2}-\d{2}$/;

/** What the list is narrowed to. It lives in the address, so that it can be kept, shared and gone back to. */
export type MemberChoice = {
  keyword: string | undefined;
  state: (typeof states)[number];
  standing: (typeof standings)[number];
  tag: string | undefined;
  /** Days of registration, both included. */
  from: string | undefined;
  to: string | undefined;
  current: number;
  size: number;
};

export const pageSizes = [20, 50, 100];

/** Reads the choice from an address; what is not one of ours reads as nothing chosen. */
export function readChoice(query: URLSearchParams): MemberChoice {
  const current = Number(query.get('current'));
  const size = Number(query.get('size'));
  return {
    keyword: query.get('keyword')?.trim().slice(0, 50) || undefined,
    state: states.find((state) => state === query.get('state')) ?? 'all',
    standing: standings.find((standing) => standing === query.get('standing')) ?? 'all',
    tag: query.get('tag')?.slice(0, 20) || undefined,
    from: day.exec(query.get('from') ?? '')?.[0],
    to: day.exec(query.get('to') ?? '')?.[0],
    current: Number.isInteger(current) && current > 0 ? current : 1,
    size: pageSizes.includes(size) ? size : 20,
  };
}

/** Writes the choice; another choice begins at its first page. */
export function writeChoice(choice: MemberChoice, change: Partial<MemberChoice>): URLSearchParams {
  const { current, size, state, standing, ...texts } = { ...choice, current: 1, ...change };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(texts)) if (value) query.set(name, value);
  if (state !== 'all') query.set('state', state);
  if (standing !== 'all') query.set('standing', standing);
  if (current > 1) query.set('current', String(current));
  if (size !== 20) query.set('size', String(size));
  return query;
}

/** The filter as the calls take it. */
export const toFilter = ({
  keyword,
  state,
  standing,
  tag,
  from,
  to,
}: MemberChoice): Omit<MemberQuery, 'current' | 'size' | 'cursor'> => ({
  keyword,
  state,
  tag,
  ...(standing === 'vip' && { vip: 'yes' }),
  ...(standing === 'staff' && { role: 'staff' }),
  startTime: from,
  endTime: to,
});

/** Whether anything is chosen at all. */
export const isNarrowed = (choice: MemberChoice): boolean =>
  [...writeChoice(choice, {}).keys()].some((name) => name !== 'size');
