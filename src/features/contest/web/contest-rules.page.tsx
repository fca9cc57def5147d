import { writeMoney, writePrice, writeShare } from '#shared/market.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { Breadcrumbs, Main } from '#ui/layout/main.tsx';
import { ReadingColumn } from '#ui/layout/reading-column.tsx';
import { Section } from '#ui/layout/section.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { withoutAlerts } from '#web/api.ts';
import { definePage, type LoadArguments } from '#web/page.ts';
import { FigureTable } from '#web/parts/figure-table.tsx';
import { Facts, FootNote } from '#web/parts/market/figure.tsx';
import { PageHead } from '#web/parts/page-head.tsx';
import { PostBody } from '#web/parts/post/post-body.tsx';
import { notFoundError } from '#web/parts/settle-all.ts';
import type { ContestSeason, TradeFacts } from '../schema.ts';
import { contestAddress, parseContestChoice } from './contest-choice.ts';
import { formatCash, formatDateRange, formatDay } from './season-text.ts';

/** `season` is null until there has been one. */
type RulesData = { season: ContestSeason; facts: TradeFacts } | { season: null };

/** The rules of a season: the same values that orders are checked against, and the publisher's own text. */
export const page = definePage<RulesData>({
  parameters: ['season'],
  tags: () => ['contest', 'market', 'columns'],
  load: loadRules,
  describe: ({ season }, _place, site) => ({
    title: `${season ? `${season.name}比赛规则` : '比赛规则'} - 股神争霸 - ${site.name}`,
    description: '模拟炒股大赛的报名、交易、费用和排名规则。模拟交易，不涉及真实资金。',
    canonical: '/gszb/rules',
    isNoindex: season === null,
  }),
  Page: ({ data }) => <RulesPage data={data} />,
});

async function loadRules({ fetchCall, pageLocation }: LoadArguments): Promise<RulesData> {
  const fetchQuietly = withoutAlerts(fetchCall);
  const { season: id } = parseContestChoice(pageLocation.query);
  const season = await fetchQuietly('GET /reception/contest/season', id === null ? {} : { id });
  if (!season && id !== null) throw notFoundError('没有这个赛季');
  if (!season) return { season };
  return { season, facts: await fetchQuietly('GET /reception/contest/tradeFacts', { seasonId: season.id }) };
}

function RulesPage({ data }: { data: RulesData }) {
  return (
    <Main>
      <ReadingColumn>
        <Breadcrumbs
          items={[
            { name: '首页', href: '/index' },
            { name: '股神争霸', href: '/gszb' },
            { name: '比赛规则' },
          ]}
        />
        {data.season ? <Rules {...data} /> : <NoSeason />}
      </ReadingColumn>
    </Main>
  );
}

function Rules({ season, facts }: { season: ContestSeason; facts: TradeFacts }) {
  return (
    <>
      <PageHead
        title="比赛规则"
        note={`${season.name}，${formatDateRange(season.startsOn, season.endsOn)}。全部为模拟交易，不涉及真实资金。`}
      />
      {season.rules && (
        <Section id="rules-own" title="赛季说明">
          <PostBody html={season.rules} />
        </Section>
      )}
      <Section id="rules-entry" title="报名与资金">
        <Facts
          items={[
            { label: '报名', value: `${describeEntry(season)}，每人、每个手机号限报一次，开赛后也可以报名` },
            { label: '起始资金', value: `${formatCash(season.startingCash)}模拟资金` },
            { label: '单只上限', value: `一只证券最多占总资产的 ${season.positionCapBp / 100}%` },
            {
              label: '排名',
              value: '按收益率排日榜、周榜、月榜、总榜，每个交易日收盘清算后更新，同分同名次',
            },
            { label: '公开', value: describeDelay(season) },
          ]}
        />
      </Section>
      <Section id="rules-trade" title="交易规则">
        <Facts
          items={[
            { label: '交易时段', value: `交易日 ${season.sessions}` },
            { label: '成交', value: '限价或市价委托，按委托之后的下一笔行情撮合；当日没有成交的收盘后失效' },
            { label: 'T+1', value: '当天买入的股票下一个交易日才能卖出，卖出所得资金当天可以再买入' },
            { label: '涨跌停', value: '涨停价上买不进，跌停价上卖不出；停牌的证券不能委托' },
            { label: '风险警示', value: season.withSt ? '可以交易' : '本赛季不能交易 ST 证券' },
          ]}
        />
        <FigureTable
          label="各板块的规则"
          columns={[
            { label: '板块' },
            { label: '买入数量' },
            { label: '涨跌幅', isFigure: true },
            ...(season.withSt ? [{ label: 'ST 涨跌幅', isFigure: true }] : []),
            { label: '新股不限', isFigure: true },
            { label: '最小变动', isFigure: true },
          ]}
          rows={facts.boards.map((board) => ({
            key: board.name,
            cells: [
              board.name,
              describeLots(board),
              formatLimit(board.limitBp),
              ...(season.withSt ? [formatLimit(board.stLimitBp)] : []),
              `前 ${board.freeDays} 日`,
              `${writePrice(board.tick)} 元`,
            ],
          }))}
        />
        <FootNote>以上是 {formatDay(facts.asOf)}适用的规则；不足一手的零股要一次卖出。</FootNote>
      </Section>
      <Section id="rules-fees" title="模拟费用">
        <Facts
          items={[
            {
              label: '佣金',
              value: `成交额的 ${formatRate(season.commissionPpm)}，买卖都收，一笔最低 ${writeMoney(season.commissionLeast)} 元`,
            },
            { label: '印花税', value: `成交额的 ${formatRate(facts.stampPpm)}，只在卖出时收` },
            { label: '过户费', value: `成交额的 ${formatRate(facts.transferPpm)}，买卖都收` },
          ]}
        />
      </Section>
      <ButtonLink href={contestAddress({ season: season.id, board: 'season' })}>回到赛季</ButtonLink>
    </>
  );
}

const describeEntry = ({ forWhom }: ContestSeason): string =>
  forWhom === 'vip' ? '绑定手机号的 VIP 会员' : '绑定手机号的会员';

const describeDelay = ({ delayDays }: ContestSeason): string =>
  delayDays === 0 ? '选手的成交即时公开' : `选手的成交在 ${delayDays} 个交易日之后公开`;

const describeLots = ({ lotLeast, lotStep }: TradeFacts['boards'][number]): string =>
  lotStep === 1 ? `${lotLeast} 股起，按 1 股递增` : `${lotStep} 股的整数倍`;

const formatLimit = (bp: number | null): string => (bp === null ? '不限' : `±${bp / 100}%`);

// Fees need more than two decimals: 10 ppm are 0.001 %.
const formatRate = (ppm: number): string => (ppm % 100 === 0 ? writeShare(ppm) : `${ppm / 10_000}%`);

function NoSeason() {
  return (
    <EmptyState
      level={1}
      title="还没有赛季"
      actions={
        <ButtonLink size="s" href="/gszb">
          去股神争霸
        </ButtonLink>
      }
    >
      <p>编辑部开出第一个赛季后，规则会写在这里。</p>
    </EmptyState>
  );
}
