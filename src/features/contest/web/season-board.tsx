import { useRevalidator } from 'react-router';
import { loginAddress } from '#client/return-path.ts';
import { flagKey, useUserState } from '#client/user-state.ts';
import { noFigure, toneOfReturn, writeReturn, writeShare, writeTurnover } from '#shared/market.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { LoadMore } from '#ui/controls/pagination.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { SectionError } from '#ui/states/notice.tsx';
import { useInfiniteList } from '#web/parts/use-infinite-list.ts';
import { useFetchCall } from '#web/site.ts';
import type { ContestBoard, ContestSeason, FollowedLine } from '../schema.ts';
import { boardNames, contestAddress, playerPath } from './contest-choice.ts';
import { type ContestData, loadBoard } from './contest-data.ts';
import { formatDay } from './season-text.ts';
import { Podium, type StandingRow, Standings } from './standings.tsx';

/** The chosen board of a season: a podium for the first three, the others by cursor. */
export function SeasonBoard({ season, data }: { season: ContestSeason; data: ContestData }) {
  const { revalidate } = useRevalidator();
  const { board, choice } = data;
  if (choice.board === 'following') return <Following season={season} data={data} />;
  if (!board) return <SectionError noun="榜单" onRetry={() => void revalidate()} />;
  if (board.records.length === 0) return <NoBoard season={season} />;
  return <BoardLines key={`${season.id} ${choice.board}`} season={season} data={data} first={board} />;
}

function BoardLines({
  season,
  data: { choice },
  first,
}: {
  season: ContestSeason;
  data: ContestData;
  first: ContestBoard;
}) {
  const load = useFetchCall();
  const list = useInfiniteList(
    first,
    ({ playerId }) => playerId,
    (cursor) => loadBoard(load, season.id, choice, cursor),
  );
  const rows = useStandingRows(list.records, season);
  const name = boardNames[choice.board];
  // If more than three players share the first places, there is no podium.
  const podiumSize = (rows[3]?.place ?? 4) > 3 ? 3 : 0;
  return (
    <>
      {podiumSize > 0 && <Podium rows={rows.slice(0, podiumSize)} label={`${name}前三名`} />}
      {rows.length > podiumSize && <Standings rows={rows.slice(podiumSize)} label={name} />}
      {first.cursor !== null && (
        <div ref={list.sentinel}>
          <LoadMore state={list.state} noun="更多选手" onMore={list.more} />
        </div>
      )}
    </>
  );
}

function Following({ season, data: { following } }: { season: ContestSeason; data: ContestData }) {
  const { revalidate } = useRevalidator();
  const rows = useStandingRows(following ?? [], season);
  if (!season.me)
    return (
      <EmptyState
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
      </EmptyState>
    );
  if (!following) return <SectionError noun="关注的选手" onRetry={() => void revalidate()} />;
  if (rows.length === 0)
    return (
      <EmptyState
        title="还没有关注选手"
        actions={
          <ButtonLink size="s" href={contestAddress({ season: season.id, board: 'season' })}>
            去总榜看看
          </ButtonLink>
        }
      >
        <p>在选手的主页点“关注”，他们在总榜的名次会出现在这里，进入前十名时会告诉你。</p>
      </EmptyState>
    );
  return <Standings rows={rows} label="我关注的选手在总榜的名次" />;
}

/** Shown before the first clearing, or if nobody plays. */
function NoBoard({ season }: { season: ContestSeason }) {
  const { revalidate } = useRevalidator();
  if (season.state === 'upcoming')
    return (
      <EmptyState title="开赛后公布榜单">
        <p>{formatDay(season.startsOn)}开赛，每个交易日收盘清算后更新。</p>
      </EmptyState>
    );
  return (
    <EmptyState
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
    </EmptyState>
  );
}

function useStandingRows(lines: readonly FollowedLine[], { me }: ContestSeason): StandingRow[] {
  const userState = useUserState();
  return lines.map((line) =>
    toStandingRow(line, {
      isFollowed: userState[flagKey({ of: 'player', id: line.playerId })]?.isOn ?? false,
      isMine: line.playerId === me?.playerId,
    }),
  );
}

/** Converts a line of a board for display. `isFollowed` and `isMine` depend on the reader. */
function toStandingRow(
  line: FollowedLine,
  { isFollowed, isMine }: { isFollowed: boolean; isMine: boolean },
): StandingRow {
  // A player without a place has no figures yet.
  const hasPlace = line.place !== null;
  const assets = hasPlace ? writeTurnover(line.assets) : noFigure;
  return {
    id: line.playerId,
    place: line.place,
    name: line.name,
    avatar: line.avatar,
    href: playerPath(line.playerId),
    tags: [...(isMine ? ['我'] : []), ...(isFollowed ? ['已关注'] : [])],
    gain: hasPlace ? writeReturn(line.returnPpm) : noFigure,
    tone: toneOfReturn(line.returnPpm),
    assets,
    drawdown: hasPlace ? writeShare(line.drawdownPpm) : noFigure,
    winRate: writeShare(line.winRatePpm),
    note: assets,
    isMine,
  };
}
