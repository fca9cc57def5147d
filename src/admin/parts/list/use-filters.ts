import type { z } from 'zod';
import { useAddressState } from './address-state.ts';

/** URL parameters of paging. A changed filter resets them to the first page. */
const paging = ['cursor', 'page', 'size', 'sort', 'current'] as const;
export const firstPage = { cursor: undefined, page: undefined };

export type Filters<Q> = {
  /** Only the filters that are set, in the form the call takes. */
  values: Partial<Q>;
  isNarrowed: boolean;
  set: (change: { [K in keyof Q]?: string | undefined }) => void;
  clear: () => void;
};

/**
 * Filters of a list, validated by the query schema of its call: values that the schema rejects count as not set. They
 * are stored in the URL unless `isInAddress` is false.
 */
export function useFilters<S extends z.ZodObject>(
  schema: S,
  { isInAddress = true, without = [] }: { isInAddress?: boolean; without?: (keyof z.input<S>)[] } = {},
): Filters<Omit<z.input<S>, (typeof paging)[number]>> {
  const [query, change] = useAddressState(isInAddress);
  const skipped: readonly PropertyKey[] = [...paging, ...without];
  const names = Object.keys(schema.shape).filter((name) => !skipped.includes(name));
  const chosen = names.flatMap((name) => {
    const value = query.get(name);
    return value && schema.shape[name]?.safeParse(value).success ? [[name, value] as const] : [];
  });
  return {
    values: Object.fromEntries(chosen) as never,
    isNarrowed: chosen.length > 0,
    set: (changes) => change({ ...changes, ...firstPage }),
    clear: () => change({ ...Object.fromEntries(names.map((name) => [name, undefined])), ...firstPage }),
  };
}
