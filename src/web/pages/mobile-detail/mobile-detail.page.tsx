import { type ReactNode, useEffect, useState } from 'react';
import { loginAddress } from '#client/return-path.ts';
import { detailPath } from '#client/routes.ts';
import { isLoggedIn } from '#client/session.ts';
import type { PostDetail } from '#features/posts/schema.ts';
import { postTag } from '#shared/cache-tags.ts';
import { isId } from '#shared/ids.ts';
import { sharePicturePath } from '#shared/share-picture.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { ThemeSwitch } from '#ui/controls/tool-link.tsx';
import { Link } from '#ui/link.tsx';
import type { NamedLink } from '#ui/types.ts';
import { type FetchCall, statusOf, withoutAlerts } from '../../api.ts';
import { definePage } from '../../page.ts';
import { Comments } from '../../parts/comments/comments.tsx';
import { Nameplate } from '../../parts/frame/nameplate.tsx';
import { LazyPlayer } from '../../parts/listen/lazy-player.tsx';
import { forgetIfGone } from '../../parts/offline/forget-if-gone.ts';
import { useOfflineCopy } from '../../parts/offline/use-offline-copy.ts';
import { Attachments } from '../../parts/post/attachments.tsx';
import { Paywall } from '../../parts/post/paywall.tsx';
import { PostBody } from '../../parts/post/post-body.tsx';
import { postCalls } from '../../parts/post/post-calls.ts';
import { PostHead } from '../../parts/post/post-head.tsx';
import { PostRisk } from '../../parts/post/post-risk.tsx';
import { loadPostSlots, noteSlots, type PostSlotData } from '../../parts/post/post-slot.ts';
import { PostTags } from '../../parts/post/post-tags.tsx';
import { buildToc } from '../../parts/post/post-text.ts';
import { TocDetails } from '../../parts/post/toc.tsx';
import { useViewCount } from '../../parts/post/use-view-count.ts';
import { notFoundError } from '../../parts/settle-all.ts';
import { LazyShareDialog } from '../../parts/share/lazy-share-dialog.tsx';
import { sharePictureOf } from '../../parts/share/share-picture-of.ts';
import { useAddress } from '../../parts/share/use-address.ts';
import { useCanonicalAddress } from '../../parts/use-canonical-address.ts';
import { recordUserState } from '../../parts/user-state/record-user-state.ts';
import { useSiteContext } from '../../site.ts';
import s from './mobile-detail-page.module.css';

type MobileDetailData = { post: PostDetail; isVisitor: boolean } & PostSlotData;

/** A post without the site's header and footer, for web views and shared links (docs/product.md §2). */
export const page = definePage<MobileDetailData>({
  parameters: ['id'],
  tags: ({ query }) => [postTag(query.get('id') ?? ''), 'columns', 'plans'],
  load: async ({ fetchCall, pageLocation }) => {
    const id = pageLocation.query.get('id') ?? '';
    if (!isId(id)) throw notFoundError();
    const userState = recordUserState();
    const post = await readPostOfAnyKind(withoutAlerts(fetchCall), id).catch(forgetIfGone(id));
    userState.post(post);
    return { post, isVisitor: !isLoggedIn(), ...(await loadPostSlots(noteSlots, fetchCall, post)) };
  },
  describe: ({ post }, _pageLocation, site) => ({
    title: `${post.title} - ${site.name}`,
    headline: post.title,
    description: post.summary,
    image: sharePictureOf(post, site),
    // The canonical page of the post is the one in its column.
    isNoindex: true,
  }),
  isPersonal: true,
  frame: 'none',
  Page: ({ data }) => <MobileDetail key={data.post.id} data={data} />,
});

const postKinds = ['article', 'news', 'reference'] as const;

// Kinds of the posts seen in this browser. Only effects write it, so the server stores nothing about a reader.
const knownKinds = new Map<string, PostDetail['kind']>();

/** The address does not name the post's kind: unless the kind is known, calls all kinds, of which one answers. */
async function readPostOfAnyKind(fetchCall: FetchCall, id: string): Promise<PostDetail> {
  const knownKind = knownKinds.get(id);
  const kinds = knownKind ? [knownKind] : postKinds;
  const answers = await Promise.allSettled(kinds.map((kind) => fetchCall(postCalls(kind).select, { id })));
  const failures: unknown[] = [];
  for (const answer of answers) {
    if (answer.status === 'fulfilled') return answer.value;
    failures.push(answer.reason);
  }
  throw failures.find((failure) => statusOf(failure) !== 404) ?? failures[0];
}

function MobileDetail({ data }: { data: MobileDetailData }) {
  const { post, isVisitor } = data;
  const { site } = useSiteContext();
  const address = useCanonicalAddress();
  const views = useViewCount(post);
  useOfflineCopy(post, `/mobileDetail?id=${post.id}`);
  useEffect(() => void knownKinds.set(post.id, post.kind), [post.id, post.kind]);
  const icp = site.icp ? [{ name: site.icp, href: 'https://beian.miit.gov.cn/' }] : [];
  return (
    <BareLayout
      homeHref={site.home}
      more={
        <ButtonLink size="s" href={detailPath(post.columnId, post.id)}>
          到{site.name}读更多
        </ButtonLink>
      }
      legal={[{ name: `© ${site.name}` }, ...icp]}
    >
      <PostHead post={post} views={views} />
      <PostTools post={post} />
      <TocDetails items={buildToc(post.headings, post.lockReason !== null)} />
      <PostBody html={post.body} reader={post.reader} post={post} />
      <Paywall post={post} isVisitor={isVisitor} loginHref={loginAddress(address)} />
      <PostTags post={post} />
      <Attachments files={post.attachments} />
      <PostRisk data={data} />
      <Comments post={post} />
    </BareLayout>
  );
}

/** 朗读 and 分享; their parts are loaded when they are opened. */
function PostTools({ post }: { post: PostDetail }) {
  const { site } = useSiteContext();
  const [isListening, setIsListening] = useState(false);
  const [isSharing, setIsSharing] = useState(false);
  const url = useAddress(`/mobileDetail?id=${post.id}`);
  return (
    <div className={`${s.tools} no-print`}>
      <Button size="s" icon="sound" aria-pressed={isListening} onClick={() => setIsListening(!isListening)}>
        朗读
      </Button>
      <Button size="s" icon="share" onClick={() => setIsSharing(true)}>
        分享
      </Button>
      {isListening && <LazyPlayer onClose={() => setIsListening(false)} />}
      <LazyShareDialog
        open={isSharing}
        onClose={() => setIsSharing(false)}
        title={post.title}
        url={url}
        picture={post.state === 'published' ? sharePicturePath(post, site.version, 'poster') : null}
      />
    </div>
  );
}

interface BareLayoutProps {
  homeHref: string;
  /** `ArticleHead`, `Prose` and what follows. */
  children: ReactNode;
  /** A link into the site, for example a `ButtonLink`. */
  more?: ReactNode;
  /** The single line of the footer: copyright and filing numbers. */
  legal: readonly NamedLink[];
}

/** The layout without header and footer: the site's name in one line, the post, the legal line. */
function BareLayout({ homeHref, children, more, legal }: BareLayoutProps) {
  return (
    <div className={s.page}>
      <header className={s.head}>
        <Nameplate href={homeHref} size="s" />
        <ThemeSwitch />
      </header>
      <main id="main" tabIndex={-1} className={s.main}>
        <article>{children}</article>
        {more && <p className={s.more}>{more}</p>}
      </main>
      <footer className={s.foot}>
        {legal.map(({ name: text, href }) =>
          href ? (
            <Link key={text} href={href}>
              {text}
            </Link>
          ) : (
            <span key={text}>{text}</span>
          ),
        )}
      </footer>
    </div>
  );
}
