import { TabNav } from '#ui/controls/tabs.tsx';
import { Main } from '#ui/layout/main.tsx';
import { ReadingColumn } from '#ui/layout/reading-column.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { type FetchCall, statusOf, withoutAlerts } from '#web/api.ts';
import { definePage } from '#web/page.ts';
import { HomeButton } from '#web/parts/home-links.tsx';
import { PageHead } from '#web/parts/page-head.tsx';
import { PostBody } from '#web/parts/post/post-body.tsx';
import type { Agreement } from '../schema.ts';

type Kind = Agreement['kind'];
/** `agreement` is null until the publisher has written one. */
type AgreementData = { kind: Kind; agreement: Agreement | null };

const labels: Record<Kind, string> = { agreement: '用户协议', privacy: '隐私政策' };
const addresses: Record<Kind, string> = { agreement: '/agreement', privacy: '/agreement?kind=privacy' };

/** The current user agreement or privacy policy (docs/product.md §2). */
export const page = definePage<AgreementData>({
  parameters: ['kind'],
  tags: () => ['agreements', 'columns'],
  load: ({ fetchCall, pageLocation }) => loadAgreement(withoutAlerts(fetchCall), kindOf(pageLocation.query)),
  describe: ({ kind, agreement }, _pageLocation, site) => ({
    title: `${labels[kind]} - ${site.name}`,
    description: `${site.name}的${labels[kind]}。`,
    canonical: addresses[kind],
    isNoindex: agreement === null,
  }),
  Page: ({ data }) => <AgreementPage {...data} />,
});

const kindOf = (query: URLSearchParams): Kind => (query.get('kind') === 'privacy' ? 'privacy' : 'agreement');

async function loadAgreement(fetchCall: FetchCall, kind: Kind): Promise<AgreementData> {
  try {
    return { kind, agreement: await fetchCall('GET /reception/getAgreement', { kind }) };
  } catch (error) {
    if (statusOf(error) === 404) return { kind, agreement: null };
    throw error;
  }
}

function AgreementPage({ kind, agreement }: AgreementData) {
  const kinds: Kind[] = ['agreement', 'privacy'];
  return (
    <Main>
      <ReadingColumn>
        <TabNav
          label="文本"
          items={kinds.map((option) => ({
            label: labels[option],
            href: addresses[option],
            current: option === kind,
          }))}
        />
        {agreement ? <Text agreement={agreement} /> : <NotPublished kind={kind} />}
      </ReadingColumn>
    </Main>
  );
}

function Text({ agreement: { title, version, effectiveAt, body } }: { agreement: Agreement }) {
  const [year, month, day] = effectiveAt.slice(0, 10).split('-').map(Number);
  return (
    <>
      <PageHead
        title={title}
        note={
          <>
            版本 {version}，
            <time dateTime={effectiveAt}>
              {year} 年 {month} 月 {day} 日
            </time>
            起施行
          </>
        }
      />
      <PostBody html={body} />
    </>
  );
}

function NotPublished({ kind }: { kind: Kind }) {
  return (
    <EmptyState level={1} title={`${labels[kind]}尚未发布`} actions={<HomeButton />}>
      <p>编辑部还没有写下这一份文本。</p>
    </EmptyState>
  );
}
