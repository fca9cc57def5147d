import { create } from 'zustand';

export type AccessMark = 'bought' | 'readable';

/** Asks the server which of these posts the member bought or can read. */
export type FetchMarks = (ids: string[]) => Promise<readonly { id: string; mark: AccessMark }[]>;

type Marks = {
  /** By post id; null for a post that is locked for the member. A post that was not asked for is absent. */
  marks: Record<string, AccessMark | null>;
  /** Changes when the marks become void, for example after a purchase: components then ask again. */
  generation: number;
};

/** As many as one call takes. */
const maxIds = 100;

/** What the logged-in member bought or can read, of the posts in the lists they have seen. */
export const useAccessMarks = create<Marks>(() => ({ marks: {}, generation: 0 }));

let wantedIds = new Set<string>();

/** Requests the mark of a post. Requests of one moment, such as those of a whole page, become one call. */
export function requestAccessMark(id: string, fetchMarks: FetchMarks): void {
  if (id in useAccessMarks.getState().marks || wantedIds.has(id)) return;
  if (wantedIds.size === 0) setTimeout(() => sendRequests(fetchMarks), 0);
  wantedIds.add(id);
}

/** Forgets all marks, when the member changes or buys. Answers to calls in progress are dropped. */
export function clearAccessMarks(): void {
  wantedIds.clear();
  useAccessMarks.setState(({ generation }) => ({ marks: {}, generation: generation + 1 }));
}

function sendRequests(fetchMarks: FetchMarks): void {
  const ids = [...wantedIds];
  wantedIds = new Set();
  for (let first = 0; first < ids.length; first += maxIds)
    void loadMarks(ids.slice(first, first + maxIds), fetchMarks);
}

async function loadMarks(ids: string[], fetchMarks: FetchMarks): Promise<void> {
  const { generation } = useAccessMarks.getState();
  // Without an answer the lists show what everyone sees.
  const found = await fetchMarks(ids).catch(() => null);
  if (!found) return;
  useAccessMarks.setState((current) => {
    if (current.generation !== generation) return current;
    const answered = Object.fromEntries([
      ...ids.map((id) => [id, null]),
      ...found.map(({ id, mark }) => [id, mark]),
    ]);
    return { marks: { ...current.marks, ...answered } };
  });
}
