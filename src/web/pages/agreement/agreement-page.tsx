import type { Agreement } from '#features/settings/schema.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { TabNav } from '#ui/controls/tabs.tsx';
import { Main } from '#ui/layout/main.tsx';
import { ReadingColumn } from '#ui/layout/reading-column.tsx';
import { Void } from '#ui/states/void.tsx';
import { type Ask, silently, statusOf } from '../../api.ts';
import { definePage } from '../../page.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { PieceBody } from '../../parts/piece/piece-body.tsx';

type Kind = Agreement['kind'];
/** `agreement` is null while the publisher has written none. */
type AgreementData = { kind: Kind; agreement: Agreement | null };

const names: Record<Kind, string> = { agreement: '用户协议', privacy: '隐私政策' };
const addresses: Record<Kind, string> = { agreement: '/agreement', privacy: '/agreement?kind=privacy' };

/** The user agreement and the privacy policy in force (seed §2). */
export const page = definePage<AgreementData>({
  parameters: ['kind'],
  tags: () => ['agreements', 'columns'],
  load: ({ ask, place }) => loadAgreement(silently(ask), kindOf(place.query)),
  describe: ({ kind, agreement }, _place, site) => ({
    title: `${names[kind]} - ${site.name}`,
    description: `${site.name}的${names[kind]}。`,
    canonical: addresses[kind],
    isNoindex: agreement === null,
  }),
  Page: ({ data }) => <AgreementPage {...data} />,
});

const kindOf = (query: URLSearchParams): Kind => (query.get('kind') === 'privacy' ? 'privacy' : 'agreement');

async function loadAgreement(ask: Ask, kind: Kind): Promise<AgreementData> {
  try {
    return { kind, agreement: await ask('GET /reception/getAgreement', { kind }) };
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
          items={kinds.map((each) => ({
            label: names[each],
            href: addresses[each],
            current: each === kind,
          }))}
        />
        {agreement ? <Text agreement={agreement} /> : <Unwritten kind={kind} />}
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
      <PieceBody html={body} />
    </>
  );
}

function Unwritten({ kind }: { kind: Kind }) {
  return (
    <Void
      level={1}
      title={`${names[kind]}尚未发布`}
      actions={
        <ButtonLink size="s" href="/index">
          回首页
        </ButtonLink>
      }
    >
      <p>编辑部还没有写下这一份文本。</p>
    </Void>
  );
}
