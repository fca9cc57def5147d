import { loginAddress } from '#client/return-path.ts';
import { columnPath } from '#client/routes.ts';
import { useContentOnScreen } from '#client/screen.ts';
import { Icon } from '#ui/icon.tsx';
import { Breadcrumbs } from '#ui/layout/breadcrumbs.tsx';
import { Main } from '#ui/layout/main.tsx';
import { Link } from '#ui/link.tsx';
import type { Place } from '../../page.ts';
import { AdFoot } from '../../parts/ads/ad-foot.tsx';
import { Comments } from '../../parts/comments/comments.tsx';
import { ArticleLayout } from '../../parts/piece/article-layout.tsx';
import { Attachments } from '../../parts/piece/attachments.tsx';
import { Paywall } from '../../parts/piece/paywall.tsx';
import { PieceBody } from '../../parts/piece/piece-body.tsx';
import { PieceHead } from '../../parts/piece/piece-head.tsx';
import { PieceRisk } from '../../parts/piece/piece-risk.tsx';
import { PieceTags } from '../../parts/piece/piece-tags.tsx';
import { contentsOf } from '../../parts/piece/piece-text.ts';
import { useProseSize } from '../../parts/piece/prose-size.ts';
import { TocDetails } from '../../parts/piece/toc.tsx';
import { useViewCount } from '../../parts/piece/use-view-count.ts';
import { useOwnAddress } from '../../parts/use-own-address.ts';
import { ActBar, ActionRail } from './actions.tsx';
import { DetailSide } from './detail-side.tsx';
import type { DetailData } from './load-detail.ts';
import s from './piece.module.css';
import { useActions } from './use-actions.ts';

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
        {advert && <AdFoot ad={advert} />}
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
