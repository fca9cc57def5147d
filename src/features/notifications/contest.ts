import type { BoardMoved, OrdersFilled, PlayerJudged } from '#features/contest/events.ts';
import type { Context, Trx } from '#kernel/context.ts';
import type { Listeners } from '#kernel/feature.ts';
import { writeMoney, writePrice, writeReturn } from '#shared/market.ts';
import {
  findSeasonToTell,
  followersOf,
  listNamedPlayers,
  listPlayersToTell,
  listSecurityNames,
  type NamedPlayer,
  type PlayerToTell,
  type SeasonToTell,
} from './contest-queries.ts';
import { insertFanout } from './fanout-queries.ts';
import { insertNotices } from './queries.ts';
import { notifyEach, type OwnNotice } from './service.ts';

const tradeIn = (seasonId: string): string => `/gszb/trade?season=${seasonId}`;
const addressOfPlayer = (id: string): string => `/gszb/player?id=${id}`;

/** Notifies players and their followers of what happens to them in the contest. */
export const contestListeners: Listeners = {
  'contest.begun': (_, trx, { seasonId }) => insertFanout(trx, 'season-begun', seasonId),
  'contest.ended': (_, trx, { seasonId }) => insertFanout(trx, 'season-ended', seasonId),
  'contest.moved': (ctx, trx, moved) => tellMoved(ctx, trx, moved),
  'contest.filled': (ctx, trx, filled) => tellFilled(ctx, trx, filled),
  'contest.judged': (ctx, trx, judged) => tellJudged(ctx, trx, judged),
};

/** The next players to be told that their season begins, or how it ended; null when there is nothing to tell of any more. */
export async function tellingOfSeason(
  trx: Trx,
  kind: 'season-begun' | 'season-ended',
  seasonId: string,
  { after, size }: { after: string; size: number },
): Promise<OwnNotice[] | null> {
  const season = await findSeasonToTell(trx, seasonId);
  if (!season) return null;
  const players = await listPlayersToTell(trx, seasonId, after, size);
  const write = kind === 'season-begun' ? noticeOfBeginning : noticeOfEnd;
  return players.map((player) => ({ memberId: player.member_id, ...write(season, player) }));
}

const noticeOfBeginning = ({ id, name, starting_cash }: SeasonToTell) => ({
  title: `模拟大赛「${name}」开赛了`,
  body: `你的 ${writeMoney(Number(starting_cash))} 元模拟资金已到账，开市时段就可以下单。`,
  link: tradeIn(id),
  sourceKey: `season:${id}:begun`,
});

const noticeOfEnd = ({ id, name }: SeasonToTell, { id: playerId, place, ...final }: PlayerToTell) => ({
  title: `模拟大赛「${name}」已结束${place === null ? '' : `，你是第 ${place} 名`}`,
  body:
    place === null
      ? '感谢参加。'
      : `最终收益率 ${writeReturn(final.return_ppm)}，模拟总资产 ${writeMoney(Number(final.assets))} 元。`,
  link: addressOfPlayer(playerId),
  sourceKey: `season:${id}:ended`,
});

/** Who entered or left the first ten, or leads now, hears of it once a day; followers hear of who entered. */
async function tellMoved(ctx: Context, trx: Trx, { seasonId, day, ...moved }: BoardMoved): Promise<void> {
  const ids = [...moved.entered, ...moved.left].map(({ playerId }) => playerId);
  const players = await listNamedPlayers(trx, moved.leader === null ? ids : [...ids, moved.leader]);
  const entered = new Map(moved.entered.map(({ playerId, place }) => [playerId, place]));
  const sourceKey = `season:${seasonId}:${day}`;
  const titleOf = ({ id }: NamedPlayer): string => {
    const place = entered.get(id);
    if (id === moved.leader) return '你登上了模拟大赛总榜第一名';
    return place === undefined ? '你掉出了模拟大赛总榜前十名' : `你进入模拟大赛总榜前十，现在第 ${place} 名`;
  };
  const noteOf = ({ season }: NamedPlayer): string => `「${season}」${day} 收盘清算后的榜单。`;
  await notifyEach(
    ctx,
    trx,
    'contest',
    players.map((player) => ({
      memberId: player.member_id,
      title: titleOf(player),
      body: noteOf(player),
      link: addressOfPlayer(player.id),
      sourceKey,
    })),
  );
  const news = players
    .filter(({ id }) => entered.has(id))
    .map((player) => ({
      id: player.id,
      title: `你关注的选手 ${player.name} 进入模拟大赛总榜前十`,
      body: `现在第 ${entered.get(player.id)} 名。${noteOf(player)}`,
      link: addressOfPlayer(player.id),
      sourceKey: `${sourceKey}:${player.id}`,
    }));
  if (news.length > 0) await insertNotices(trx, ctx.tenant.id, 'contest', followersOf(news), ctx.now());
}

// A body names so many fills; the page of orders has them all.
const mostNamed = 5;

/** What filled together is one notice for a player. */
async function tellFilled(ctx: Context, trx: Trx, { fills }: OrdersFilled): Promise<void> {
  const byPlayer = Map.groupBy(fills, ({ playerId }) => playerId);
  const names = await listSecurityNames(trx, [...new Set(fills.map(({ code }) => code))]);
  const say = ({ code, side, price, quantity }: (typeof fills)[number]) =>
    `${side === 'buy' ? '买入' : '卖出'} ${names.get(code) ?? code} ${quantity.toLocaleString('en-US')} 股，成交价 ${writePrice(price)} 元`;
  const players = await listNamedPlayers(trx, [...byPlayer.keys()]);
  await notifyEach(
    ctx,
    trx,
    'fill',
    players.map(({ id, member_id: memberId, season, season_id }) => {
      const own = byPlayer.get(id) ?? [];
      const [first] = own;
      const isOne = own.length === 1;
      const named = own.slice(0, mostNamed).map(say).join('；');
      return {
        memberId,
        title: first && isOne ? `模拟成交：${say(first)}` : `模拟成交 ${own.length} 笔`,
        body: isOne ? `「${season}」` : `「${season}」${named}${own.length > mostNamed ? '等' : ''}。`,
        link: tradeIn(season_id),
        sourceKey: `fill:${first?.orderId ?? ''}`,
      };
    }),
  );
}

/** It concerns whether they may play at all, and always arrives. */
async function tellJudged(ctx: Context, trx: Trx, { playerId, reason }: PlayerJudged): Promise<void> {
  const players = await listNamedPlayers(trx, [playerId]);
  await notifyEach(
    ctx,
    trx,
    'system',
    players.map(({ id, member_id: memberId, season }) => ({
      memberId,
      title: `你在模拟大赛「${season}」的参赛资格${reason === null ? '已恢复' : '被取消'}`,
      body: reason === null ? '名次已重新计算，可以继续下单。' : `原因：${reason}`,
      link: addressOfPlayer(id),
      sourceKey: `judged:${id}:${ctx.now().getTime()}`,
    })),
  );
}
