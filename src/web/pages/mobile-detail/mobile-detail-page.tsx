import { type ReactNode, useEffect } from 'react';
import { loginAddress } from '#client/return-path.ts';
import { detailPath } from '#client/routes.ts';
import { useContentOnScreen } from '#client/screen.ts';
import { isLoggedIn } from '#client/session.ts';
import type { PostDetail } from '#features/posts/schema.ts';
import type { ReferenceNotes as Notes } from '#features/references/schema.ts';
import { postTag } from '#shared/cache-tags.ts';
import { isId } from '#shared/ids.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { ThemeSwitch } from '#ui/controls/tool-link.tsx';
import { Link } from '#ui/link.tsx';
import type { NamedLink } from '#ui/types.ts';
import { type Ask, silently, statusOf } from '../../api.ts';
import { definePage } from '../../page.ts';
import { Comments } from '../../parts/comments/comments.tsx';
import { Nameplate } from '../../parts/frame/nameplate.tsx';
import { observeMarks } from '../../parts/marks/observe.ts';
import { Attachments } from '../../parts/piece/attachments.tsx';
import { Paywall } from '../../parts/piece/paywall.tsx';
import { PieceBody } from '../../parts/piece/piece-body.tsx';
import { pieceCalls } from '../../parts/piece/piece-calls.ts';
import { PieceHead } from '../../parts/piece/piece-head.tsx';
import { loadNotes, PieceRisk } from '../../parts/piece/piece-risk.tsx';
import { PieceTags } from '../../parts/piece/piece-tags.tsx';
import { contentsOf, ownPicture } from '../../parts/piece/piece-text.ts';
import { TocDetails } from '../../parts/piece/toc.tsx';
import { useViewCount } from '../../parts/piece/use-view-count.ts';
import { missing } from '../../parts/settle.ts';
import { useOwnAddress } from '../../parts/use-own-address.ts';
import { useSurroundings } from '../../site.ts';
import s from './mobile-detail-page.module.css';

type MobileDetailData = { piece: PostDetail; isVisitor: boolean; notes: Notes | null };

/** One piece without the site around it, for web views and shared links (seed §2). */
export const page = definePage<MobileDetailData>({
  parameters: ['id'],
  tags: ({ query }) => [postTag(query.get('id') ?? ''), 'columns', 'plans'],
  load: async ({ ask, place }) => {
    const id = place.query.get('id') ?? '';
    if (!isId(id)) throw missing();
    const seen = observeMarks();
    const piece = await readOfAnyKind(silently(ask), id);
    seen.piece(piece);
    return { piece, isVisitor: !isLoggedIn(), notes: await loadNotes(silently(ask), piece) };
  },
  describe: ({ piece }, _place, site) => ({
    title: `${piece.title} - ${site.name}`,
    description: piece.summary,
    image: ownPicture(piece.cover),
    // The piece's own address is the one in its column.
    isNoindex: true,
  }),
  isPersonal: true,
  frame: 'none',
  Page: ({ data }) => <MobileDetail key={data.piece.id} {...data} />,
});

const anyKind = ['article', 'news', 'reference'] as const;

// What this browser has seen. Written by effects only, so the server remembers nothing of anybody.
const kindsSeen = new Map<string, PostDetail['kind']>();

/** The address does not say what kind of piece it is: unless it was here before, all are asked, one answers. */
async function readOfAnyKind(ask: Ask, id: string): Promise<PostDetail> {
  const seen = kindsSeen.get(id);
  const kinds = seen ? [seen] : anyKind;
  const answers = await Promise.allSettled(kinds.map((kind) => ask(pieceCalls(kind).select, { id })));
  const failures: unknown[] = [];
  for (const answer of answers) {
    if (answer.status === 'fulfilled') return answer.value;
    failures.push(answer.reason);
  }
  throw failures.find((failure) => statusOf(failure) !== 404) ?? failures[0];
}

function MobileDetail({ piece, isVisitor, notes }: MobileDetailData) {
  useContentOnScreen();
  const { site } = useSurroundings();
  const address = useOwnAddress();
  const views = useViewCount(piece);
  useEffect(() => void kindsSeen.set(piece.id, piece.kind), [piece.id, piece.kind]);
  const icp = site.icp ? [{ name: site.icp, href: 'https://beian.miit.gov.cn/' }] : [];
  return (
    <BareLayout
      homeHref="/index"
      name={site.name}
      more={
        <ButtonLink size="s" href={detailPath(piece.columnId, piece.id)}>
          到{site.name}读更多
        </ButtonLink>
      }
      legal={[{ name: `© ${site.name}` }, ...icp]}
    >
      <PieceHead piece={piece} views={views} />
      <TocDetails items={contentsOf(piece.headings, piece.lockReason !== null)} />
      <PieceBody html={piece.body} reader={piece.reader} />
      <Paywall piece={piece} isVisitor={isVisitor} loginHref={loginAddress(address)} />
      <PieceTags piece={piece} />
      <Attachments files={piece.attachments} />
      <PieceRisk notes={notes} />
      <Comments piece={piece} />
    </BareLayout>
  );
}

interface BareLayoutProps {
  homeHref: string;
  name: string;
  /** `ArticleHead`, `Prose` and what follows. */
  children: ReactNode;
  /** Into the site, e.g. a `ButtonLink`. */
  more?: ReactNode;
  /** The footer's one line: copyright and filing numbers. */
  legal: readonly NamedLink[];
}

/** One piece without the site around it: the name in one line, the piece, the legal line. */
function BareLayout({ homeHref, name, children, more, legal }: BareLayoutProps) {
  return (
    <div className={s.page}>
      <header className={s.head}>
        <Nameplate href={homeHref} size="s" name={name} />
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
