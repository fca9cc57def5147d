import { useEffect, useState } from 'react';

const debounceMs = 300;

/** Debounces a text, so that not every key press sends a search. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
