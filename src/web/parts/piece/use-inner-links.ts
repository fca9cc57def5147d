import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';

/**
 * A click handler for sanitised HTML: its links to this site's pages go through the router, as every other link
 * does. Files, calls, new windows and modified clicks stay the browser's.
 */
export function useInnerLinks(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const href = link?.getAttribute('href') ?? '';
    if (!isPlain || event.defaultPrevented || !isPage(href) || link?.target || link?.download) return;
    event.preventDefault();
    void navigate(href);
  };
}

const isPage = (href: string): boolean => /^\/(?![/\\])/.test(href) && !/^\/(?:files|api)\//.test(href);
