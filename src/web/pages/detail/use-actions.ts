import { type MouseEvent, type PointerEvent, useEffect, useState } from 'react';
import { copyText, useCopy } from '#client/copy.ts';
import { detailPath } from '#client/routes.ts';
import type { PostDetail } from '#features/posts/schema.ts';
import type { ProseSize } from '#ui/article/prose.tsx';
import { pieceTarget } from '../../parts/marks/observe.ts';
import { useMark } from '../../parts/marks/use-mark.ts';
import { takeNextSize, useProseSize } from '../../parts/piece/prose-size.ts';
import { useSurroundings } from '../../site.ts';
import type { ArticleAction } from './actions.tsx';

// Desktop browsers have the sheet too, but there a copied address is what people want.
const hasShareSheet = (): boolean =>
  typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches;

const sizeLabels: Record<ProseSize, string> = { normal: '字号', large: '大字', larger: '特大' };

/**
 * What a reader can do with a piece. `isGuarded`: its view asks for a log-in; what is shared is then the page
 * for shared links, which shows at least the teaser to everybody (PRODUCT §3).
 */
export function useActions(piece: PostDetail, isGuarded: boolean): ArticleAction[] {
  const { id, columnId, title, collects } = piece;
  const collect = useMark(pieceTarget(piece), collects);
  const share = useShare(title, isGuarded ? `/mobileDetail?id=${id}` : detailPath(columnId, id));
  const size = useProseSize(({ chosen }) => chosen);
  return [
    {
      icon: 'mark',
      label: '收藏',
      count: collect.count || undefined,
      pressed: collect.isOn,
      onPress: collect.press,
    },
    { icon: 'comment', label: '评论', count: piece.comments || undefined, href: '#comments' },
    { icon: 'share', label: '分享', onPointerDown: share.onPointerDown, onPress: share.onClick },
    { icon: 'text', label: sizeLabels[size], onPress: takeNextSize },
  ];
}

/** The handlers of a share control: spread them on a button. */
type ShareHandlers = {
  onPointerDown: (event: PointerEvent) => void;
  onClick: (event: MouseEvent) => void;
};

/**
 * Shares a page of this site: on a phone through the system's own sheet, elsewhere by copying its address
 * (under the seed's copy rule). `path` begins with a slash.
 */
function useShare(title: string, path: string): ShareHandlers {
  const { site } = useSurroundings();
  const [origin, setOrigin] = useState(site.url);
  useEffect(() => {
    if (site.url === '') setOrigin(location.origin);
  }, [site.url]);
  const url = origin + path;
  const copy = useCopy(url);
  return {
    onPointerDown: copy.onPointerDown,
    onClick: (event) => {
      if (hasShareSheet()) void shareBySheet(title, url);
      else copy.onClick(event);
    },
  };
}

async function shareBySheet(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url });
  } catch (error) {
    const isPutAway = error instanceof DOMException && error.name === 'AbortError';
    if (!isPutAway) await copyText(url);
  }
}
