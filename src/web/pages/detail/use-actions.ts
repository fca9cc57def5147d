import { detailPath } from '#client/routes.ts';
import type { PostDetail } from '#features/posts/schema.ts';
import type { ProseSize } from '#ui/article/prose.tsx';
import { pieceTarget } from '../../parts/marks/observe.ts';
import { useMark } from '../../parts/marks/use-mark.ts';
import { takeNextSize, useProseSize } from '../../parts/piece/prose-size.ts';
import { useShare } from '../../parts/share.ts';
import type { ArticleAction } from './actions.tsx';

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
