import type { Know } from '#features/frontpage/know/schema.ts';
import type {
  Fullness,
  ReferenceColumn,
  ReferenceContent,
  ReferenceDetail,
  WriterProfile,
} from '#features/references/schema.ts';
import { type Ask, silently } from '../../../../api.ts';

/** What the writer begins with. */
export type Opening = {
  /** Absent while nothing of it was saved yet. */
  reference: ReferenceDetail | undefined;
  /** Asked for a new one alone: one that is there may be written on. */
  fullness: Fullness | undefined;
  columns: ReferenceColumn[];
  profile: WriterProfile;
  /** The notice for writers, unless it was acknowledged. */
  know: Know | null;
};

/** Asks for all of it; `id` undefined is a new one. */
export async function openReference(ask: Ask, id: string | undefined): Promise<Opening> {
  const quietly = silently(ask);
  const [reference, fullness, columns, profile, know] = await Promise.all([
    id === undefined ? undefined : quietly('GET /internalReference/detail', { id }),
    id === undefined ? quietly('GET /internalReference/isFull') : undefined,
    quietly('GET /internalReference/columns'),
    quietly('GET /internalReference/profile'),
    // Nobody is held up for want of it.
    quietly('GET /reception/getKnow', { place: 'reference' }).catch(() => null),
  ]);
  return { reference, fullness, columns, profile, know: know?.acknowledged ? null : know };
}

/** An empty sheet for the first column one may write in. */
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
