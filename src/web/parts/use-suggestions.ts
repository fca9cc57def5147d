import type { Suggestion } from '#ui/controls/search-box.tsx';
import { useFetchCall } from '../site.ts';
import { stockPath } from './story.ts';
import { useLoad } from './use-load.ts';

// Long enough to finish a syllable, short enough to feel immediate.
const debounceMs = 150;

const notes = { stock: '股票', author: '作者', tag: '标签', title: '文章' };

/** Returns the search suggestions for the text typed so far; none if it is empty or search is unavailable. */
export function useSuggestions(text: string): Suggestion[] {
  const fetchCall = useFetchCall();
  const keyword = text.trim();
  const { data } = useLoad(
    keyword || null,
    async () => {
      const list = await fetchCall('GET /reception/searchSuggestions', {
        keyword: keyword.slice(0, 40),
        size: 8,
      });
      return list.map(({ text: word, type, code }) => ({
        text: word,
        note: notes[type],
        ...(code && { href: stockPath(code) }),
      }));
    },
    { delayMs: debounceMs, keepsPrevious: true },
  );
  return data ?? [];
}
