import { useRevalidator } from 'react-router';
import { noFigure, type Tone, toneOfReturn, writeMoney, writeReturn, writeShare } from '#shared/market.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { Col, Cols } from '#ui/layout/cols.tsx';
import { Breadcrumbs, Main } from '#ui/layout/main.tsx';
import { Section } from '#ui/layout/section.tsx';
import { Link } from '#ui/link.tsx';
import { Notice, SectionError } from '#ui/states/notice.tsx';
import { definePage, type Head } from '#web/page.ts';
import { AuthorHead } from '#web/parts/author/author-head.tsx';
import { Facts, Figure, FootNote } from '#web/parts/market/figure.tsx';
import { sameSitePicture } from '#web/parts/post/post-text.ts';
import { FollowPlayerButton } from '#web/parts/user-state/action-button.tsx';
import type { Site } from '#web/site.ts';
import type { ContestPlayer } from '../schema.ts';
import { boardNames, contestAddress, playerPath } from './contest-choice.ts';
import { loadPlayer, type PlayerData } from './player-data.ts';
import s from './player-page.module.css';
import { PlayerTrades } from './player-trades.tsx';
import { ReturnCurve } from './return-curve.tsx';
import { formatDay } from './season-text.ts';
import { ShareResult } from './share-result.tsx';
import { tradeAddress } from './trade/trade-data.ts';

/** The public page of a player of the simulated contest: places, curve and trades. */
export const page = definePage<PlayerData>({
  parameters: ['id'],
  tags: () => ['contest', 'columns'],
  load: loadPlayer,
  describe: ({ player, season }, _place, site) => describePlayer(player, season.name, site),
  isPersonal: true,
  Page: ({ data }) => <PlayerPage key={data.player.id} data={data} />,
});

function describePlayer(player: ContestPlayer, season: string, site: Site): Head {
  const seasonPlace = placeOf(player, 'season');
  const result = seasonPlace
    ? `总榜第 ${seasonPlace.place} 名，收益率 ${writeReturn(seasonPlace.returnPpm)}`
    : '参赛选手';
  return {
    title: `${player.name}的模拟战绩 - 股神争霸 - ${site.name}`,
    description: `${player.name}在模拟炒股大赛“${season}”：${result}。模拟交易，不涉及真实资金。`,
    canonical: playerPath(player.id),
    image: sameSitePicture(player.avatar),
    // Disqualified players and players without a place stay out of search engines.
    isNoindex: player.isDisqualified || !seasonPlace,
  };
}

const periods = ['season', 'month', 'week', 'day'] as const;
const placeOf = ({ places }: ContestPlayer, period: (typeof periods)[number]) =>
  places.find((place) => place.period === period);

function PlayerPage({ data }: { data: PlayerData }) {
  const { player, season, trades } = data;
  const { revalidate } = useRevalidator();
  const seasonPlace = placeOf(player, 'season');
  const board = contestAddress({ season: season.id, board: 'season' });
  return (
    <Main>
      <Breadcrumbs
        items={[{ name: '首页', href: '/index' }, { name: '股神争霸', href: board }, { name: player.name }]}
      />
      <AuthorHead
        name={player.name}
        avatar={player.avatar}
        title={`“${season.name}”模拟选手`}
        stats={[]}
        action={
          <>
            {seasonPlace && <ShareResult data={data} seasonPlace={seasonPlace} />}
            {player.isMe ? (
              season.state !== 'ended' &&
              !player.isDisqualified && (
                <ButtonLink size="s" href={tradeAddress({ code: null, season: season.id })}>
                  {season.state === 'upcoming' ? '看行情' : '去交易'}
                </ButtonLink>
              )
            ) : (
              <FollowPlayerButton playerId={player.id} name={player.name} />
            )}
          </>
        }
      />
      {player.isDisqualified && (
        <Notice tone="danger" icon="warn">
          {player.isMe ? '你' : '这位选手'}已被取消参赛资格，不再参加排名。原因：{player.reason}
        </Notice>
      )}
      <Cols>
        <Col span={8}>
          {!player.isDisqualified && (
            <PlaceBand
              places={periods.map((period) => {
                const place = placeOf(player, period);
                return {
                  board: boardNames[period],
                  place: place?.place ?? null,
                  gain: writeReturn(place?.returnPpm ?? null),
                  tone: toneOfReturn(place?.returnPpm ?? null),
                };
              })}
            />
          )}
          <Section first id="player-curve" title="收益曲线">
            <ReturnCurve name={player.name} source={player} season={season} />
          </Section>
          <Section id="player-trades" title="成交记录">
            {trades ? (
              <PlayerTrades key={player.id} data={data} first={trades} />
            ) : (
              <SectionError noun="成交记录" onRetry={() => void revalidate()} />
            )}
          </Section>
        </Col>
        <Col as="aside" span={4} aria-label="战绩">
          <Section first id="player-facts" tone="side" title="模拟战绩">
            <Facts
              items={[
                { label: '总资产', value: formatAssets(player) },
                { label: '最大回撤', value: writeShare(seasonPlace?.drawdownPpm ?? null) },
                { label: '胜率', value: writeShare(seasonPlace?.winRatePpm ?? null) },
                { label: '参赛', value: formatDay(player.joinedAt.slice(0, 10)) },
                {
                  label: '赛季',
                  value: (
                    <Link className="link" href={board}>
                      {season.name}
                    </Link>
                  ),
                },
                ...(season.clearedOn ? [{ label: '截至', value: `${formatDay(season.clearedOn)}收盘` }] : []),
              ]}
            />
            <FootNote>
              胜率是卖出后赚钱的次数所占的比例。全部为模拟交易，不涉及真实资金，不构成投资建议。
            </FootNote>
          </Section>
        </Col>
      </Cols>
    </Main>
  );
}

const formatAssets = ({ curve }: ContestPlayer): string => {
  const assets = curve.at(-1)?.assets;
  return assets === undefined ? noFigure : `${writeMoney(assets)} 元`;
};

interface PlaceOfPeriod {
  /** For example 周榜. */
  board: string;
  /** Null if there is no place yet. */
  place: number | null;
  gain: string;
  tone: Tone;
}

function PlaceBand({ places }: { places: readonly PlaceOfPeriod[] }) {
  return (
    <dl className={s.band}>
      {places.map(({ board, place, gain, tone }) => (
        <div key={board}>
          <dt>{board}</dt>
          <dd className={s.place}>
            {place === null ? (
              '—'
            ) : (
              <>
                第 <b>{place}</b> 名
              </>
            )}
          </dd>
          <dd className={s.gain}>
            <Figure tone={tone}>{gain}</Figure>
          </dd>
        </div>
      ))}
    </dl>
  );
}
