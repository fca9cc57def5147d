import type { Query } from '@lancedb/lancedb';
import type { IndexTable } from './index-generations.ts';

/** What every match needs of its row. */
export type Facts = { id: bigint; kind: string; columnId: bigint; publishedAtMs: number };

export const factColumns = ['id', 'kind', 'column_id', 'published_at'];

/** With more unknown rows than this in one result, all rows are read in the background. */
const maxTaken = 100;
const minReloadMs = 60_000;
/** Writes add fragments of a few rows, and those that were replaced stay here until all rows are read again. */
const maxNewFragments = 2000;

/** Reads the facts of rows by their ids; rows that are gone are missing. */
export type FactsOf = (rowIds: Iterable<bigint>) => Promise<Map<bigint, Facts>>;

const readers = new WeakMap<IndexTable, FactsOf>();

/**
 * Returns the facts of a table's rows. Reading four columns of a thousand rows takes LanceDB ten times as long as finding
 * them by their words, so they are kept in memory: 25 to 50 bytes a row. The row with an id never changes: an update or
 * compaction writes it under another id.
 */
export function factsOf(table: IndexTable): FactsOf {
  const reader = readers.get(table) ?? openFacts(table);
  readers.set(table, reader);
  return reader;
}

function openFacts(table: IndexTable): FactsOf {
  let known = createStore();
  let loadedFragments = 0;
  let loadedAt = Number.NEGATIVE_INFINITY;

  const load = async () => {
    const loaded = createStore();
    const batches = table
      .query()
      .select([...factColumns, '_rowid'])
      .withRowId();
    for await (const batch of batches) loaded.add(batch);
    [known, loadedFragments] = [loaded, loaded.countFragments()];
  };
  // Without them every search reads its rows from the table.
  const loadSoon = () => {
    if (performance.now() - loadedAt < minReloadMs) return;
    loadedAt = performance.now();
    void load().catch(() => undefined);
  };

  return async (rowIds) => {
    const facts = new Map<bigint, Facts>();
    const unknown: bigint[] = [];
    for (const rowId of rowIds) {
      const found = known.find(rowId);
      if (found) facts.set(rowId, found);
      else unknown.push(rowId);
    }
    if (unknown.length > 0) {
      const taken = createStore();
      const rows = await table
        .takeRowIds(unknown)
        .select([...factColumns, '_rowid'])
        .withRowId()
        .toArrow();
      taken.add(rows);
      known.add(rows);
      for (const rowId of unknown) {
        const found = taken.find(rowId);
        if (found) facts.set(rowId, found);
      }
    }
    if (unknown.length > maxTaken || known.countFragments() > loadedFragments + maxNewFragments) loadSoon();
    return facts;
  };
}

type Rows = Pick<Awaited<ReturnType<Query['toArrow']>>, 'numRows' | 'getChild'>;

/** A fragment's rows by their place in it. An id of 0 means an unknown row. */
type Fragment = {
  ids: BigInt64Array<ArrayBuffer>;
  columnIds: BigInt64Array<ArrayBuffer>;
  publishedAt: Float64Array<ArrayBuffer>;
  kinds: Uint8Array<ArrayBuffer>;
};

/** Stores facts by row id: the upper 32 bits are the fragment, the lower ones the place in it. */
function createStore() {
  const fragments = new Map<number, Fragment>();
  const kinds: string[] = [];

  function fragmentFor(number: number, place: number): Fragment {
    const fragment = fragments.get(number);
    if (fragment && place < fragment.ids.length) return fragment;
    const size = Math.max(8, place + 1, 2 * (fragment?.ids.length ?? 0));
    const grown = {
      ids: new BigInt64Array(size),
      columnIds: new BigInt64Array(size),
      publishedAt: new Float64Array(size),
      kinds: new Uint8Array(size),
    };
    if (fragment) {
      grown.ids.set(fragment.ids);
      grown.columnIds.set(fragment.columnIds);
      grown.publishedAt.set(fragment.publishedAt);
      grown.kinds.set(fragment.kinds);
    }
    fragments.set(number, grown);
    return grown;
  }

  function numberOf(kind: string): number {
    const known = kinds.indexOf(kind);
    return known >= 0 ? known : kinds.push(kind) - 1;
  }

  return {
    countFragments: () => fragments.size,
    add(rows: Rows): void {
      const [rowId, id, kind, columnId, publishedAt] = ['_rowid', ...factColumns].map((name) =>
        rows.getChild(name),
      );
      for (let row = 0; row < rows.numRows; row++) {
        const { number, place } = split(rowId?.get(row));
        const fragment = fragmentFor(number, place);
        fragment.ids[place] = id?.get(row);
        fragment.columnIds[place] = columnId?.get(row);
        fragment.publishedAt[place] = Number(publishedAt?.get(row));
        fragment.kinds[place] = numberOf(kind?.get(row));
      }
    },
    find(rowId: bigint): Facts | undefined {
      const { number, place } = split(rowId);
      const fragment = fragments.get(number);
      const id = fragment?.ids[place];
      if (!fragment || !id) return undefined;
      return {
        id,
        kind: kinds[fragment.kinds[place] ?? 0] ?? '',
        columnId: fragment.columnIds[place] ?? 0n,
        publishedAtMs: fragment.publishedAt[place] ?? 0,
      };
    },
  };
}

const split = (rowId: bigint) => ({
  number: Number(rowId >> 32n),
  place: Number(rowId & 0xffff_ffffn),
});
