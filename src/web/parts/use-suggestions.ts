import type { Suggestion } from '#ui/controls/search-box.tsx';
import { useAsk } from '../site.ts';
import { useLoad } from './use-load.ts';

// Long enough for a syllable to be finished, short enough to feel live.
const pauseMs = 150;

const notes = { stock: '股票', author: '作者', tag: '标签', title: '文章' };

/** What the search field suggests for the text typed so far; nothing while it is empty or search is down. */
export function useSuggestions(text: string): Suggestion[] {
  const ask = useAsk();
  const keyword = text.trim();
  const { data } = useLoad(
    keyword || null,
    async () => {
      const list = await ask('GET /reception/searchSuggestions', { keyword: keyword.slice(0, 40), size: 8 });
      return list.map(({ text: word, type }) => ({ text: word, note: notes[type] }));
    },
    { delayMs: pauseMs, keepsPrevious: true },
  );
  return data ?? [];
}
