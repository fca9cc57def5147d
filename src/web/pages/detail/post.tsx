import { useState } from 'react';
import { create } from 'zustand';
import { usePermit } from '#client/permissions.tsx';
import { loginAddress } from '#client/return-path.ts';
import { columnPath, detailPath } from '#client/routes.ts';
import type { PostDetail } from '#features/posts/schema.ts';
import { sharePicturePath } from '#shared/share-picture.ts';
import type { ProseSize } from '#ui/article/prose.tsx';
import { Icon } from '#ui/icon.tsx';
import { Main } from '#ui/layout/main.tsx';
import { Link } from '#ui/link.tsx';
import type { PageLocation } from '../../page.ts';
import { AdCard } from '../../parts/ads/ad-card.tsx';
import { Comments } from '../../parts/comments/comments.tsx';
import { Crumbs } from '../../parts/home-links.tsx';
import { LazyPlayer } from '../../parts/listen/lazy-player.tsx';
import { useOfflineCopy } from '../../parts/offline/use-offline-copy.ts';
import { ArticleLayout } from '../../parts/post/article-layout.tsx';
import { Attachments } from '../../parts/post/attachments.tsx';
import { Paywall } from '../../parts/post/paywall.tsx';
import { PostBody } from '../../parts/post/post-body.tsx';
import { PostHead } from '../../parts/post/post-head.tsx';
import { PostRisk } from '../../parts/post/post-risk.tsx';
import { PostTags } from '../../parts/post/post-tags.tsx';
import { buildToc } from '../../parts/post/post-text.ts';
import { TocDetails } from '../../parts/post/toc.tsx';
import { useViewCount } from '../../parts/post/use-view-count.ts';
import { LazyShareDialog } from '../../parts/share/lazy-share-dialog.tsx';
import { useAddress } from '../../parts/share/use-address.ts';
import { useCanonicalAddress } from '../../parts/use-canonical-address.ts';
import { postTarget } from '../../parts/user-state/record-user-state.ts';
import { useUserFlag } from '../../parts/user-state/use-user-flag.ts';
import { useIsOff, useSiteContext } from '../../site.ts';
import { ActionBar, ActionRail, type ArticleAction } from './article-actions.tsx';
import { DetailSide } from './detail-side.tsx';
import type { DetailData } from './load-detail.ts';
import s from './post.module.css';

const sizeLabels: Record<ProseSize, string> = { normal: '字号', large: '大字', larger: '特大' };

export function Post({ data, pageLocation }: { data: DetailData; pageLocation: PageLocation }) {
  const { post, isVisitor, previous, next, advert } = data;
  const views = useViewCount(post);
  useOfflineCopy(post, detailPath(post.columnId, post.id));
  const size = useProseSize(({ chosen }) => chosen);
  // A guarded view is shared as the page that shows at least the teaser to everyone (docs/product.md §13).
  const url = useAddress(
    pageLocation.item.meta.auth ? `/mobileDetail?id=${post.id}` : detailPath(post.columnId, post.id),
  );
  const [isSharing, setIsSharing] = useState(false);
  const [isListening, setIsListening] = useState(false);
  const actions = useActions(post, {
    onShare: () => setIsSharing(true),
    isListening,
    onListen: () => setIsListening(!isListening),
  });
  const { site } = useSiteContext();
  const hasComments = !useIsOff('comments');
  const isPublished = post.state === 'published';
  const address = useCanonicalAddress();
  const contents = buildToc(post.headings, post.lockReason !== null);
  return (
    <Main>
      {pageLocation.item.meta.breadShow && <DetailCrumbs pageLocation={pageLocation} />}
      <ArticleLayout
        rail={<ActionRail actions={actions} />}
        side={<DetailSide data={data} contents={contents} />}
      >
        <PostHead post={post} views={views} />
        <TocDetails items={contents} />
        <PostBody
          html={post.body}
          size={size}
          reader={post.reader}
          post={post}
          shared={isPublished ? { post, url } : undefined}
        />
        <Paywall post={post} isVisitor={isVisitor} loginHref={loginAddress(address)} />
        <PostTags post={post} data={data} />
        <Attachments files={post.attachments} />
        <PostRisk data={data} />
        <p className="only-print">{url}</p>
        <PrevNext prev={previous} next={next} />
        {advert && <AdCard ad={advert} variant="foot" />}
        <Comments post={post} />
      </ArticleLayout>
      <LazyShareDialog
        open={isSharing}
        onClose={() => setIsSharing(false)}
        title={post.title}
        url={url}
        picture={isPublished ? sharePicturePath(post, site.version, 'poster') : null}
      />
      {isListening && <LazyPlayer onClose={() => setIsListening(false)} />}
      <ActionBar
        actions={actions}
        writeLink={hasComments ? { label: '写评论', href: '#comments' } : undefined}
      />
    </Main>
  );
}

function DetailCrumbs({ pageLocation: { column, item } }: { pageLocation: PageLocation }) {
  const columnCrumb = column ? [{ name: column.columnName, href: columnPath(column.id) }] : [];
  return <Crumbs items={[...columnCrumb, { name: item.meta.title }]} />;
}

interface AdjacentPost {
  title: string;
  href: string;
}

interface PrevNextProps {
  prev?: AdjacentPost | null | undefined;
  next?: AdjacentPost | null | undefined;
}

/** Links to the previous and next post. Renders nothing if there is neither. */
function PrevNext({ prev, next }: PrevNextProps) {
  if (!prev && !next) return null;
  return (
    <nav className={`${s.pair} no-print`} aria-label="上一篇与下一篇">
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

type ActionState = { onShare: () => void; isListening: boolean; onListen: () => void };

function useActions(post: PostDetail, { onShare, isListening, onListen }: ActionState): ArticleAction[] {
  const { id, collects } = post;
  const collect = useUserFlag(postTarget(post), collects);
  const size = useProseSize(({ chosen }) => chosen);
  const hasComments = !useIsOff('comments');
  const mayEdit = usePermit('content.edit') && post.kind !== 'reference';
  return [
    {
      icon: 'mark',
      label: '收藏',
      count: collect.count || undefined,
      pressed: collect.isOn,
      onPress: collect.toggle,
    },
    ...(hasComments
      ? [{ icon: 'comment', label: '评论', count: post.comments || undefined, href: '#comments' } as const]
      : []),
    { icon: 'share', label: '分享', onPress: onShare },
    { icon: 'sound', label: '朗读', pressed: isListening, onPress: onListen },
    { icon: 'text', label: sizeLabels[size], onPress: switchToNextSize },
    ...(mayEdit
      ? [{ icon: 'pen', label: '编辑', href: `/admin/posts/${id}`, isWideOnly: true } as const]
      : []),
  ];
}

/** The reader's font size for all posts of this visit. The state belongs to one tab and is never set on the server. */
const useProseSize = create<{ chosen: ProseSize }>(() => ({ chosen: 'normal' }));

const sizes: readonly ProseSize[] = ['normal', 'large', 'larger'];

/** Switches to the next larger size, from the largest back to normal. */
function switchToNextSize(): void {
  const { chosen } = useProseSize.getState();
  useProseSize.setState({ chosen: sizes[(sizes.indexOf(chosen) + 1) % sizes.length] ?? 'normal' });
}
