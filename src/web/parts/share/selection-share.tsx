import { type RefObject, useEffect, useState } from 'react';
import type { PostDetail } from '#features/posts/schema.ts';
import { cleanQuote, maxQuoteLength, minQuoteLength, shareQuotePath } from '#shared/share-picture.ts';
import { countGraphemes } from '#shared/text/graphemes.ts';
import { Icon } from '#ui/icon.tsx';
import { useSiteContext } from '../../site.ts';
import { LazyShareDialog } from './lazy-share-dialog.tsx';
import s from './selection-share.module.css';

type Selected = { text: string; left: number; top: number };

interface SelectionShareProps {
  /** The element with the text. */
  container: RefObject<HTMLElement | null>;
  post: PostDetail;
  /** The address of the page. */
  url: string;
}

/** A small button beside a selected sentence, which shares it as a picture. */
export function SelectionShare({ container, post, url }: SelectionShareProps) {
  const { site } = useSiteContext();
  const selected = useSelection(container);
  const [quote, setQuote] = useState<string | null>(null);
  return (
    <>
      {selected && quote === null && (
        <button
          type="button"
          className={s.button}
          style={{ left: selected.left, top: selected.top }}
          // Pressing a button would clear the selection before the click.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => setQuote(selected.text)}
        >
          <Icon name="share" size="s" />
          分享这句
        </button>
      )}
      <LazyShareDialog
        open={quote !== null}
        onClose={() => setQuote(null)}
        title={post.title}
        url={url}
        picture={quote === null ? null : shareQuotePath(post, site.version, quote)}
        quote={quote ?? undefined}
      />
    </>
  );
}

/** Returns the selected text inside the container and the place below its end, once the selection rests. */
function useSelection(container: RefObject<HTMLElement | null>): Selected | null {
  const [selected, setSelected] = useState<Selected | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => setSelected(container.current && readSelection(container.current));
    // A selection changes many times while it is drawn with mouse or finger.
    const onChange = () => {
      clearTimeout(timer);
      timer = setTimeout(read, 250);
    };
    document.addEventListener('selectionchange', onChange);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', onChange);
    };
  }, [container]);
  return selected;
}

const buttonWidth = 108;

function readSelection(container: HTMLElement): Selected | null {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!container.contains(range.commonAncestorContainer)) return null;
  const text = cleanQuote(selection.toString());
  const length = countGraphemes(text, maxQuoteLength);
  if (length < minQuoteLength || length > maxQuoteLength) return null;
  const last = [...range.getClientRects()].at(-1);
  if (!last) return null;
  const maxLeft = document.documentElement.clientWidth - buttonWidth - 8;
  return {
    text,
    left: Math.max(8, Math.min(last.right - buttonWidth / 2, maxLeft)) + scrollX,
    // Below the selection: above it phones show their own menu.
    top: last.bottom + 10 + scrollY,
  };
}
