import { type MouseEvent, type PointerEvent, useEffect, useState } from 'react';
import { copyText, useCopy } from '#client/copy.ts';
import { loginAddress } from '#client/return-path.ts';
import { columnPath, detailPath } from '#client/routes.ts';
import { useContentOnScreen } from '#client/screen.ts';
import type { PostDetail } from '#features/posts/schema.ts';
import type { ProseSize } from '#ui/article/prose.tsx';
import { Icon } from '#ui/icon.tsx';
import { Breadcrumbs, Main } from '#ui/layout/main.tsx';
import { Link } from '#ui/link.tsx';
import type { Place } from '../../page.ts';
import { AdCard } from '../../parts/ads/ad-card.tsx';
import { Comments } from '../../parts/comments/comments.tsx';
import { pieceTarget } from '../../parts/marks/observe.ts';
import { useMark } from '../../parts/marks/use-mark.ts';
import { ArticleLayout } from '../../parts/piece/article-layout.tsx';
import { Attachments } from '../../parts/piece/attachments.tsx';
import { Paywall } from '../../parts/piece/paywall.tsx';
import { PieceBody } from '../../parts/piece/piece-body.tsx';
import { PieceHead } from '../../parts/piece/piece-head.tsx';
import { PieceRisk } from '../../parts/piece/piece-risk.tsx';
import { PieceTags } from '../../parts/piece/piece-tags.tsx';
import { contentsOf } from '../../parts/piece/piece-text.ts';
import { takeNextSize, useProseSize } from '../../parts/piece/prose-size.ts';
import { TocDetails } from '../../parts/piece/toc.tsx';
import { useViewCount } from '../../parts/piece/use-view-count.ts';
import { useOwnAddress } from '../../parts/use-own-address.ts';
import { useSurroundings } from '../../site.ts';
import { ActBar, ActionRail, type ArticleAction } from './actions.tsx';
import { DetailSide } from './detail-side.tsx';
import type { DetailData } from './load-detail.ts';
import s from './piece.module.css';

// Desktop browsers have the sheet too, but there a copied address is what people want.
const hasShareSheet = (): boolean =>
  typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches;

const sizeLabels: Record<ProseSize, string> = { normal: '字号', large: '大字', larger: '特大' };

/** One piece with everything around it. */
export function Piece({ data, place }: { data: DetailData; place: Place }) {
  useContentOnScreen();
  const { piece, isVisitor, previous, next, advert } = data;
  const views = useViewCount(piece);
  const size = useProseSize(({ chosen }) => chosen);
  const actions = useActions(piece, place.item.meta.auth);
  const address = useOwnAddress();
  const contents = contentsOf(piece.headings, piece.lockReason !== null);
  return (
    <Main>
      {place.item.meta.breadShow && <DetailCrumbs place={place} />}
      <ArticleLayout
        rail={<ActionRail actions={actions} />}
        side={<DetailSide data={data} contents={contents} />}
      >
        <PieceHead piece={piece} views={views} />
        <TocDetails items={contents} />
        <PieceBody html={piece.body} size={size} reader={piece.reader} />
        <Paywall piece={piece} isVisitor={isVisitor} loginHref={loginAddress(address)} />
        <PieceTags piece={piece} />
        <Attachments files={piece.attachments} />
        <PieceRisk notes={data.notes} />
        <PrevNext prev={previous} next={next} />
        {advert && <AdCard ad={advert} place="foot" />}
        <Comments piece={piece} />
      </ArticleLayout>
      <ActBar actions={actions} write={{ label: '写评论', href: '#comments' }} />
    </Main>
  );
}

function DetailCrumbs({ place: { column, item } }: { place: Place }) {
  const above = column ? [{ name: column.columnName, href: columnPath(column.id) }] : [];
  return <Breadcrumbs items={[{ name: '首页', href: '/index' }, ...above, { name: item.meta.title }]} />;
}

interface Neighbour {
  title: string;
  href: string;
}

interface PrevNextProps {
  prev?: Neighbour | null | undefined;
  next?: Neighbour | null | undefined;
}

/** The pieces before and after. Nothing when there is neither. */
function PrevNext({ prev, next }: PrevNextProps) {
  if (!prev && !next) return null;
  return (
    <nav className={s.pair} aria-label="上一篇与下一篇">
      {prev && (
        <Link href={prev.href} rel="prev">
          <small>
            <Icon name="left" size="s" />
            上一篇
          </small>
          {prev.title}
        </Link>
      )}
      {next && (
        <Link href={next.href} rel="next">
          <small>
            下一篇
            <Icon name="right" size="s" />
          </small>
          {next.title}
        </Link>
      )}
    </nav>
  );
}

/**
 * What a reader can do with a piece. `isGuarded`: its view asks for a log-in; what is shared is then the page
 * for shared links, which shows at least the teaser to everybody (PRODUCT §3).
 */
function useActions(piece: PostDetail, isGuarded: boolean): ArticleAction[] {
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
