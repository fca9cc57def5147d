import { useEffect, useState } from 'react';
import type { Suggestion } from '#ui/controls/search-box.tsx';
import { useAsk } from '../site.ts';

// Long enough for a syllable to be finished, short enough to feel live.
const pauseMs = 150;

const notes = { stock: '股票', author: '作者', tag: '标签', title: '文章' };

/** What the search field suggests for the text typed so far; nothing while it is empty or search is down. */
export function useSuggestions(text: string): Suggestion[] {
  const ask = useAsk();
  const [found, setFound] = useState<Suggestion[]>([]);
  const keyword = text.trim();
  useEffect(() => {
    let isStale = false;
    if (keyword === '') {
      setFound([]);
      return;
    }
    const timer = setTimeout(() => {
      ask('GET /reception/searchSuggestions', { keyword: keyword.slice(0, 40), size: 8 })
        .then(
          (list) =>
            isStale || setFound(list.map(({ text: word, type }) => ({ text: word, note: notes[type] }))),
        )
        .catch(() => isStale || setFound([]));
    }, pauseMs);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [ask, keyword]);
  return found;
}
