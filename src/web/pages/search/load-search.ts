import { isCancelled } from '#client/call-error.ts';
import type { AuthorRecord, SearchPage, SearchRecord } from '#features/search/schema.ts';
import type { LoadArguments } from '../../page.ts';
import { type StoryRecord, trimStory } from '../../parts/story.ts';
import { hasQuestion, readChoice, type SearchChoice, toSearchQuery } from './search-choice.ts';

export type Hit = StoryRecord &
  Pick<SearchRecord, 'kind' | 'price' | 'titleFragments' | 'bodyFragments' | 'matched'>;

export type Answers = Pick<SearchPage, 'total' | 'pages' | 'facets' | 'nearest'> & {
  isTotalCapped: boolean;
  hits: Hit[];
  authors: AuthorRecord[];
};

/** `answers` is null before a question and when the search failed, which `failure` then explains. */
export type SearchData = { choice: SearchChoice; answers: Answers | null; failure: string | null };

const pageSize = 10;

/** Searches as the address says. The page shows a failure itself, in place of the answers (PRODUCT §5). */
export async function loadSearch({ ask, place }: LoadArguments): Promise<SearchData> {
  const choice = readChoice(place.query);
  if (!hasQuestion(choice)) return { choice, answers: null, failure: null };
  try {
    const found = await ask('GET /reception/globalSearch', toSearchQuery(choice, pageSize), {
      isSilent: true,
    });
    return { choice, answers: toAnswers(found), failure: null };
  } catch (error) {
    if (isCancelled(error)) throw error;
    return { choice, answers: null, failure: error instanceof Error ? error.message : '' };
  }
}

function toAnswers({ records, totalCapped, total, pages, facets, nearest, authors }: SearchPage): Answers {
  const hits = records.map(toHit);
  return { total, isTotalCapped: totalCapped ?? false, pages, facets, nearest, authors, hits };
}

function toHit(record: SearchRecord): Hit {
  const { kind, price, titleFragments, bodyFragments, matched } = record;
  return { ...trimStory(record), kind, price, titleFragments, bodyFragments, matched };
}
