import type { ReactNode } from 'react';
import { formatCount } from '#shared/numbers.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { TabNav } from '#ui/controls/tabs.tsx';
import { StateLabel, Tag } from '#ui/display/tag.tsx';
import { Figures } from '#ui/figures.tsx';
import { Col, Cols } from '#ui/layout/cols.tsx';
import { Main } from '#ui/layout/main.tsx';
import { Section } from '#ui/layout/section.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { definePage, type Head } from '#web/page.ts';
import { DoubleRule } from '#web/parts/frame/nameplate.tsx';
import { FootNote } from '#web/parts/market/figure.tsx';
import { type Site, useSiteContext } from '#web/site.ts';
import type { ContestSeason } from '../schema.ts';
import { boardNames, boardTabs, contestAddress } from './contest-choice.ts';
import { type ContestData, loadContest } from './contest-data.ts';
import s from './contest-page.module.css';
import { NextStep } from './next-step.tsx';
import { OwnLine } from './own-line.tsx';
import { SeasonBoard } from './season-board.tsx';
import { SeasonSide } from './season-side.tsx';
import { formatCash, formatDateRange, formatDay, formatTimeLeft, seasonStates } from './season-text.ts';
import { tradeAddress } from './trade/trade-data.ts';

/** The simulated stock contest: a season with its boards, and the reader's next step (docs/product.md §2, §15). */
export const page = definePage<ContestData>({
  parameters: ['season', 'board'],
  tags: () => ['contest', 'columns'],
  load: loadContest,
  describe: (data, _place, site) => describeContest(data, site),
  isPersonal: true,
  Page: ({ data }) => <ContestPage data={data} />,
});

function describeContest({ season, choice }: ContestData, site: Site): Head {
  const title = `股神争霸：模拟炒股大赛 - ${site.name}`;
  if (!season)
    return { title, description: '模拟炒股大赛，不涉及真实资金。', canonical: '/gszb', isNoindex: true };
  return {
    title: choice.season === null ? title : `${season.name} ${title}`,
    description: `${season.name}，${formatDateRange(season.startsOn, season.endsOn)}，${formatCash(season.startingCash)}模拟资金，日榜、周榜、月榜、总榜每个交易日更新。模拟交易，不涉及真实资金。`,
    canonical: contestAddress(choice),
    isNoindex: choice.board === 'following',
  };
}

function ContestPage({ data }: { data: ContestData }) {
  return (
    <Main>
      {data.season ? (
        <Season season={data.season} data={data} />
      ) : (
        <EmptyState
          level={1}
          title="还没有赛季"
          actions={
            <ButtonLink size="s" href="/index">
              回首页
            </ButtonLink>
          }
        >
          <p>股神争霸是模拟炒股大赛，不涉及真实资金。编辑部开出第一个赛季后，可以在这里报名。</p>
        </EmptyState>
      )}
    </Main>
  );
}

function Season({ season, data }: { season: ContestSeason; data: ContestData }) {
  const { today } = useSiteContext();
  const { choice, board, seasons } = data;
  const { label, tone } = seasonStates[season.state];
  const clearedOn = board?.asOf ?? season.clearedOn;
  return (
    <>
      <SeasonHead
        name={season.name}
        state={<StateLabel tone={tone}>{label}</StateLabel>}
        dates={
          <>
            <span>
              {formatDateRange(season.startsOn, season.endsOn)}
              {season.state !== 'ended' && '，'}
            </span>
            {season.state !== 'ended' && <span>{formatTimeLeft(season, today)}</span>}
          </>
        }
        prizes={season.prizes}
        figures={[
          { label: '起始模拟资金', value: formatCash(season.startingCash) },
          { label: '参赛选手', value: `${formatCount(season.players)} 人` },
          { label: '报名条件', value: season.forWhom === 'vip' ? '仅限 VIP' : '绑定手机号' },
          { label: '榜单截至', value: clearedOn ?? '尚未清算' },
        ]}
        action={
          <NextStep season={season}>
            <ButtonLink href={tradeAddress({ code: null, season: choice.season })}>先看行情</ButtonLink>
          </NextStep>
        }
      />
      <Cols>
        <Col span={8}>
          <Section first id="boards" title={season.state === 'ended' ? '最终榜单' : '榜单'}>
            <TabNav
              label="榜单"
              items={boardTabs.map((tab) => ({
                label: boardNames[tab],
                href: `${contestAddress({ ...choice, board: tab })}#boards`,
                current: tab === choice.board,
              }))}
            />
            <OwnLine season={season} data={data} />
            <SeasonBoard season={season} data={data} />
            {clearedOn && (
              <FootNote>
                截至 {formatDay(clearedOn)}
                收盘清算，每个交易日更新一次。全部为模拟交易，不涉及真实资金，不构成投资建议。
              </FootNote>
            )}
          </Section>
        </Col>
        <Col as="aside" span={4} aria-label="赛季信息">
          <SeasonSide season={season} seasons={seasons} />
        </Col>
      </Cols>
    </>
  );
}

interface SeasonHeadProps {
  name: string;
  /** State of the season: a `StateLabel`. */
  state: ReactNode;
  /** First and last day, and the days left. */
  dates: ReactNode;
  prizes?: string | undefined;
  figures: readonly { label: string; value: string }[];
  /** The reader's next step, or why it is not possible. */
  action: ReactNode;
}

/** The header of a season, in the style of a front page. Shows 模拟 prominently. */
function SeasonHead({ name, state, dates, prizes, figures, action }: SeasonHeadProps) {
  return (
    <header className={s.head}>
      <p className={s.kicker}>
        <Tag className={s.mark}>模拟</Tag>
        股神争霸
        {state}
      </p>
      <h1 className={s.name}>{name}</h1>
      <p className={s.dates}>{dates}</p>
      {prizes && (
        <p className={s.prizes}>
          <b>奖励</b>
          {prizes}
        </p>
      )}
      <div className={s.action}>{action}</div>
      <DoubleRule className={s.rule} />
      <Figures className={s.figures} items={figures} />
    </header>
  );
}
