import { useRevalidator } from 'react-router';
import { markKey, useMarks } from '#client/marks.ts';
import { loginAddress } from '#client/return-path.ts';
import type { ContestBoard, ContestSeason, FollowedLine } from '#features/contest/schema.ts';
import { noFigure, toneOfReturn, writeReturn, writeShare, writeTurnover } from '#shared/market.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { LoadMore } from '#ui/controls/pagination.tsx';
import { PartFailed } from '#ui/states/notice.tsx';
import { Void } from '#ui/states/void.tsx';
import { useEndless } from '../../parts/use-endless.ts';
import { useAsk } from '../../site.ts';
import { boardNames, contestAddress, playerPath } from './contest-choice.ts';
import { askBoard, type ContestData } from './contest-data.ts';
import { spellDay } from './season-words.ts';
import { Podium, type StandingRow, Standings } from './standings.tsx';

/** The chosen board of a season: its first three set apart, the others by cursor. */
export function SeasonBoard({ season, data }: { season: ContestSeason; data: ContestData }) {
  const { revalidate } = useRevalidator();
  const { board, choice } = data;
  if (choice.board === 'following') return <Following season={season} data={data} />;
  if (!board) return <PartFailed noun="榜单" onRetry={() => void revalidate()} />;
  if (board.records.length === 0) return <NoBoard season={season} />;
  return <Lines key={`${season.id} ${choice.board}`} season={season} data={data} first={board} />;
}

function Lines({
  season,
  data: { choice },
  first,
}: {
  season: ContestSeason;
  data: ContestData;
  first: ContestBoard;
}) {
  const ask = useAsk();
  const list = useEndless(
    first,
    ({ playerId }) => playerId,
    (cursor) => askBoard(ask, season.id, choice, cursor),
  );
  const rows = useRows(list.records, season);
  const name = boardNames[choice.board];
  // Where many share the first places, none of them stands apart.
  const onPodium = (rows[3]?.place ?? 4) > 3 ? 3 : 0;
  return (
    <>
      {onPodium > 0 && <Podium rows={rows.slice(0, onPodium)} label={`${name}前三名`} />}
      {rows.length > onPodium && <Standings rows={rows.slice(onPodium)} label={name} />}
      {first.cursor !== null && (
        <div ref={list.foot}>
          <LoadMore state={list.state} noun="更多选手" onMore={list.more} />
        </div>
      )}
    </>
  );
}

function Following({ season, data: { following } }: { season: ContestSeason; data: ContestData }) {
  const { revalidate } = useRevalidator();
  const rows = useRows(following ?? [], season);
  if (!season.me)
    return (
      <Void
        title="登录后看你关注的选手"
        actions={
          <ButtonLink
            size="s"
            tone="ink"
            href={loginAddress(contestAddress({ season: season.id, board: 'following' }))}
          >
            登录
          </ButtonLink>
        }
      >
        <p>在选手的主页点“关注”，他们的名次会出现在这里。</p>
      </Void>
    );
  if (!following) return <PartFailed noun="关注的选手" onRetry={() => void revalidate()} />;
  if (rows.length === 0)
    return (
      <Void
        title="还没有关注选手"
        actions={
          <ButtonLink size="s" href={contestAddress({ season: season.id, board: 'season' })}>
            去总榜看看
          </ButtonLink>
        }
      >
        <p>在选手的主页点“关注”，他们在总榜的名次会出现在这里，进入前十名时会告诉你。</p>
      </Void>
    );
  return <Standings rows={rows} label="我关注的选手在总榜的名次" />;
}

/** Nothing is cleared yet, or nobody plays. */
function NoBoard({ season }: { season: ContestSeason }) {
  const { revalidate } = useRevalidator();
  if (season.state === 'upcoming')
    return (
      <Void title="开赛后公布榜单">
        <p>{spellDay(season.startsOn)}开赛，每个交易日收盘清算后更新。</p>
      </Void>
    );
  return (
    <Void
      title={season.players === 0 ? '还没有选手' : '还没有榜单'}
      actions={
        <Button size="s" icon="refresh" onClick={() => void revalidate()}>
          再看一次
        </Button>
      }
    >
      <p>
        {season.players === 0
          ? '第一位报名的选手会出现在这里。'
          : '首个交易日收盘清算后公布，之后每个交易日更新一次。'}
      </p>
    </Void>
  );
}

function useRows(lines: readonly FollowedLine[], { me }: ContestSeason): StandingRow[] {
  const marks = useMarks();
  return lines.map((line) =>
    toStanding(line, {
      isFollowed: marks[markKey({ of: 'player', id: line.playerId })]?.isOn ?? false,
      isMine: line.playerId === me?.playerId,
    }),
  );
}

/** A board's line as it is drawn. `isFollowed` and `isMine` are the reader's own marks. */
function toStanding(
  line: FollowedLine,
  { isFollowed, isMine }: { isFollowed: boolean; isMine: boolean },
): StandingRow {
  // Who has no place yet has no figures either.
  const hasPlace = line.place !== null;
  const assets = hasPlace ? writeTurnover(line.assets) : noFigure;
  return {
    id: line.playerId,
    place: line.place,
    name: line.name,
    avatar: line.avatar,
    href: playerPath(line.playerId),
    marks: [...(isMine ? ['我'] : []), ...(isFollowed ? ['已关注'] : [])],
    gain: hasPlace ? writeReturn(line.returnPpm) : noFigure,
    tone: toneOfReturn(line.returnPpm),
    assets,
    drawdown: hasPlace ? writeShare(line.drawdownPpm) : noFigure,
    wins: writeShare(line.winRatePpm),
    note: assets,
    isMine,
  };
}
