import { isCancelled } from '#client/call-error.ts';
import { slotsOf } from '#client/slots.ts';
import type { AuthorRecord, SearchPage, SearchRecord } from '#features/search/schema.ts';
import type { LoadArguments } from '../../page.ts';
import type { SearchSlot } from '../../parts/search-slot.ts';
import { type StoryRecord, toStoryRecord } from '../../parts/story.ts';
import { hasCriteria, readSearchFilter, type SearchFilter, toSearchQuery } from './search-filter.ts';

export type Hit = StoryRecord & Pick<SearchRecord, 'kind' | 'titleFragments' | 'bodyFragments' | 'matched'>;

export type SearchResults = Pick<
  SearchPage,
  'total' | 'pages' | 'facets' | 'nearest' | 'readings' | 'notice' | 'card'
> & {
  isTotalCapped: boolean;
  hits: Hit[];
  authors: AuthorRecord[];
};

/**
 * `results` is null before a search and after a failed one, which `failure` then explains. Hot words are for the page
 * before a search.
 */
export type SearchData = {
  filter: SearchFilter;
  results: SearchResults | null;
  failure: string | null;
  hotWords: string[];
};

const pageSize = 10;

const slots = slotsOf(
  import.meta.glob<{ slot: SearchSlot }>('../../../features/*/web/**/search.*.slot.ts', { eager: true }),
);

/** Runs the search in the address. The page itself shows a failure, in place of the results (docs/product.md §15). */
export async function loadSearch({ fetchCall, pageLocation }: LoadArguments): Promise<SearchData> {
  const filter = readSearchFilter(pageLocation.query);
  const blank = { filter, results: null, failure: null, hotWords: [] };
  // Without the hot words the page is complete.
  if (!hasCriteria(filter))
    return {
      ...blank,
      hotWords: (await Promise.all(slots.map((slot) => slot.loadWords(fetchCall).catch(() => [])))).flat(),
    };
  try {
    const page = await fetchCall('GET /reception/globalSearch', toSearchQuery(filter, pageSize), {
      isSilent: true,
    });
    return { ...blank, results: toSearchResults(page) };
  } catch (error) {
    if (isCancelled(error)) throw error;
    return { ...blank, failure: error instanceof Error ? error.message : '' };
  }
}

function toSearchResults({
  records,
  totalCapped,
  total,
  pages,
  facets,
  nearest,
  readings,
  notice,
  card,
  authors,
}: SearchPage): SearchResults {
  const hits = records.map(toHit);
  return {
    total,
    isTotalCapped: totalCapped ?? false,
    pages,
    facets,
    nearest,
    readings,
    notice,
    card,
    authors,
    hits,
  };
}

function toHit(record: SearchRecord): Hit {
  const { kind, titleFragments, bodyFragments, matched } = record;
  return { ...toStoryRecord(record), kind, titleFragments, bodyFragments, matched };
}
