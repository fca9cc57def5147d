import type { ApiCalls } from '#features/calls.ts';
import { orderKinds, orderStates } from '../words.ts';

type OrderState = keyof typeof orderStates;
type OrderKind = keyof typeof orderKinds;

/** What the list of orders is narrowed to. It lives in the address, so that it can be kept, shared and gone back to. */
export type OrderChoice = {
  keyword: string | undefined;
  memberId: string | undefined;
  state: OrderState | 'all';
  kind: OrderKind | 'all';
  /** Days of ordering, both included. */
  from: string | undefined;
  to: string | undefined;
};

const day = /^\d{4}-\d{2}-\d{2}$/;
const states = Object.keys(orderStates) as OrderState[];
const kinds = Object.keys(orderKinds) as OrderKind[];

/** Reads the choice from an address; what is not one of ours reads as nothing chosen. */
export const readChoice = (query: URLSearchParams): OrderChoice => ({
  keyword: query.get('keyword')?.trim().slice(0, 40) || undefined,
  memberId: /^[1-9]\d{0,17}$/.exec(query.get('memberId') ?? '')?.[0],
  state: states.find((state) => state === query.get('state')) ?? 'all',
  kind: kinds.find((kind) => kind === query.get('kind')) ?? 'all',
  from: day.exec(query.get('from') ?? '')?.[0],
  to: day.exec(query.get('to') ?? '')?.[0],
});

export function writeChoice(choice: OrderChoice): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(choice)) if (value && value !== 'all') query.set(name, value);
  return query;
}

/** The filter as the export takes it, which knows no buyers. */
export const toPeriod = ({ state, kind, from, to }: OrderChoice) => ({
  state,
  kind,
  startTime: from,
  endTime: to,
});

/** The filter as the list takes it. */
export const toFilter = (
  choice: OrderChoice,
): Omit<ApiCalls['GET /admin/order/list']['query'], 'cursor' | 'size'> => ({
  ...toPeriod(choice),
  keyword: choice.keyword,
  memberId: choice.memberId,
});
