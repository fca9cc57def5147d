import type { createBrowserRouter } from 'react-router';
import type { Column } from '#features/columns/schema.ts';
import type { FetchCall } from './api.ts';

/** A tab stays open for days; the columns that came with its document may be older than this. */
const maxAgeMs = 5 * 60_000;

type Options = {
  router: Pick<ReturnType<typeof createBrowserRouter>, 'subscribe'>;
  fetchCall: FetchCall;
  columns: Column[];
  /** Called with the new list if it differs. */
  onChanged: (columns: Column[]) => void;
};

/**
 * Loads the column list again at a navigation if it is older than five minutes, in the background: the navigation does
 * not wait for it. It ends with the router.
 */
export function refreshColumns({ router, fetchCall, columns, onChanged }: Options): void {
  let current = columns;
  let loadedAt = Date.now();
  router.subscribe(({ navigation }) => {
    if (navigation.state === 'idle' || Date.now() - loadedAt < maxAgeMs) return;
    loadedAt = Date.now();
    loadColumns(fetchCall).then(
      (loaded) => {
        if (JSON.stringify(loaded) === JSON.stringify(current)) return;
        current = loaded;
        onChanged(loaded);
      },
      () => {
        // The next navigation tries again.
        loadedAt = 0;
      },
    );
  });
}

/** Loads all columns; the children of a parent in the order of their own call. */
async function loadColumns(fetchCall: FetchCall): Promise<Column[]> {
  const columns = await fetchCall('GET /reception/column/getColumnList', undefined, { isSilent: true });
  const parents = columns.filter(({ children }) => children.length > 0);
  const families = await Promise.all(
    parents.map(({ id }) =>
      fetchCall('GET /reception/column/getColumnChildrenList', { columnId: id }, { isSilent: true }),
    ),
  );
  const children = new Map(families.flat().map((column) => [column.id, column]));
  return columns.map((column) => children.get(column.id) ?? column);
}
