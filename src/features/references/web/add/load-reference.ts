import type { Know } from '#features/frontpage/know/schema.ts';
import { type FetchCall, withoutAlerts } from '#web/api.ts';
import type {
  Quota,
  ReferenceColumn,
  ReferenceContent,
  ReferenceDetail,
  WriterProfile,
} from '../../schema.ts';

export type OpenedReference = {
  /** Absent until the first save. */
  reference: ReferenceDetail | undefined;
  /** Loaded for a new reference only; an existing one can be edited whatever the quota. */
  quota: Quota | undefined;
  columns: ReferenceColumn[];
  profile: WriterProfile;
  /** The notice for writers; null if it was acknowledged or failed to load. */
  know: Know | null;
};

/** Loads the editor's data; an undefined `id` starts a new reference. */
export async function loadReference(fetchCall: FetchCall, id: string | undefined): Promise<OpenedReference> {
  const fetchQuietly = withoutAlerts(fetchCall);
  const [reference, quota, columns, profile, know] = await Promise.all([
    id === undefined ? undefined : fetchQuietly('GET /internalReference/detail', { id }),
    id === undefined ? fetchQuietly('GET /internalReference/isFull') : undefined,
    fetchQuietly('GET /internalReference/columns'),
    fetchQuietly('GET /internalReference/profile'),
    // A failed notice must not stop the writer.
    fetchQuietly('GET /reception/getKnow', { place: 'reference' }).catch(() => null),
  ]);
  return { reference, quota, columns, profile, know: know?.acknowledged ? null : know };
}

/** Returns empty content for the first column that the member may write in. */
export const emptyContent = ([column]: readonly ReferenceColumn[]): ReferenceContent => ({
  columnId: column?.id ?? '',
  title: '',
  summary: '',
  cover: null,
  access: column?.access ?? 'public',
  price: null,
  vipFree: false,
  tags: [],
  stockCodes: [],
  html: '',
});
