import { insertFanout, insertNotices, type MemberNotice, notifyEach } from '#features/notifications/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import type { Listeners } from '#kernel/feature.ts';
import { writeMoney, writePrice, writeReturn } from '#shared/market.ts';
import type { DisqualificationChanged, OrdersFilled, TopTenChanged } from '../events.ts';
import {
  findOpenSeason,
  followerNoticeRows,
  listNamedPlayers,
  listSeasonPlayers,
  listSecurityNames,
  type NamedPlayer,
  type SeasonNoticeRow,
  type SeasonPlayerRow,
} from './notice-queries.ts';

const tradePath = (seasonId: string): string => `/gszb/trade?season=${seasonId}`;
const playerPath = (id: string): string => `/gszb/player?id=${id}`;

/** Notifies players and their followers of contest events. */
export const noticeListeners: Listeners = {
  'contest.begun': (_, trx, { seasonId }) => insertFanout(trx, 'season-begun', seasonId),
  'contest.ended': (_, trx, { seasonId }) => insertFanout(trx, 'season-ended', seasonId),
  'contest.moved': (ctx, trx, moved) => onBoardMoved(ctx, trx, moved),
  'contest.filled': (ctx, trx, filled) => onOrdersFilled(ctx, trx, filled),
  'contest.judged': (ctx, trx, judged) => onPlayerJudged(ctx, trx, judged),
};

/** Returns the next batch of a season's begin or end notices; null if there is nothing to notify of any more. */
export async function listSeasonNotices(
  trx: Trx,
  kind: string,
  seasonId: string,
  { after, size }: { after: string; size: number },
): Promise<MemberNotice[] | null> {
  const season = await findOpenSeason(trx, seasonId);
  if (!season) return null;
  const players = await listSeasonPlayers(trx, seasonId, after, size);
  const noticeFor = kind === 'season-begun' ? noticeOfBeginning : noticeOfEnd;
  return players.map((player) => ({ memberId: player.member_id, ...noticeFor(season, player) }));
}

const noticeOfBeginning = ({ id, name, starting_cash }: SeasonNoticeRow) => ({
  title: `模拟大赛“${name}”开赛了`,
  body: `你的 ${writeMoney(Number(starting_cash))} 元模拟资金已到账，开市时段就可以下单。`,
  link: tradePath(id),
  sourceKey: `season:${id}:begun`,
});

const noticeOfEnd = ({ id, name }: SeasonNoticeRow, { id: playerId, place, ...final }: SeasonPlayerRow) => ({
  title: `模拟大赛“${name}”已结束${place === null ? '' : `，你是第 ${place} 名`}`,
  body:
    place === null
      ? '感谢参加。'
      : `最终收益率 ${writeReturn(final.return_ppm)}，模拟总资产 ${writeMoney(Number(final.assets))} 元。`,
  link: playerPath(playerId),
  sourceKey: `season:${id}:ended`,
});

/** Notifies players who entered or left the top ten or took the lead, and followers of entrants, once a day. */
async function onBoardMoved(
  ctx: Context,
  trx: Trx,
  { seasonId, day, ...moved }: TopTenChanged,
): Promise<void> {
  const ids = [...moved.entered, ...moved.left].map(({ playerId }) => playerId);
  const players = await listNamedPlayers(trx, moved.leader === null ? ids : [...ids, moved.leader]);
  const entered = new Map(moved.entered.map(({ playerId, place }) => [playerId, place]));
  const sourceKey = `season:${seasonId}:${day}`;
  const titleOf = ({ id }: NamedPlayer): string => {
    const place = entered.get(id);
    if (id === moved.leader) return '你登上了模拟大赛总榜第一名';
    return place === undefined ? '你掉出了模拟大赛总榜前十名' : `你进入模拟大赛总榜前十，现在第 ${place} 名`;
  };
  const bodyOf = ({ season }: NamedPlayer): string => `“${season}”${day} 收盘清算后的榜单。`;
  await notifyEach(
    ctx,
    trx,
    'contest',
    players.map((player) => ({
      memberId: player.member_id,
      title: titleOf(player),
      body: bodyOf(player),
      link: playerPath(player.id),
      sourceKey,
    })),
  );
  const followerNotices = players
    .filter(({ id }) => entered.has(id))
    .map((player) => ({
      id: player.id,
      title: `${followedPlayer}${player.name} 进入模拟大赛总榜前十`,
      people: [{ id: player.member_id, name: player.name, at: followedPlayer.length }],
      body: `现在第 ${entered.get(player.id)} 名。${bodyOf(player)}`,
      link: playerPath(player.id),
      sourceKey: `${sourceKey}:${player.id}`,
    }));
  if (followerNotices.length > 0)
    await insertNotices(trx, ctx.tenant.id, 'contest', followerNoticeRows(followerNotices), ctx.now());
}

const followedPlayer = '你关注的选手 ';

// Fills named in the body of a notice; the orders page lists them all.
const maxNamedFills = 5;

/** Sends each player one notice for all orders filled together. */
async function onOrdersFilled(ctx: Context, trx: Trx, { fills }: OrdersFilled): Promise<void> {
  const byPlayer = Map.groupBy(fills, ({ playerId }) => playerId);
  const names = await listSecurityNames(trx, [...new Set(fills.map(({ code }) => code))]);
  const describeFill = ({ code, side, price, quantity }: (typeof fills)[number]) =>
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
      const named = own.slice(0, maxNamedFills).map(describeFill).join('；');
      return {
        memberId,
        title: first && isOne ? `模拟成交：${describeFill(first)}` : `模拟成交 ${own.length} 笔`,
        body: isOne ? `“${season}”` : `“${season}”${named}${own.length > maxNamedFills ? '等' : ''}。`,
        link: tradePath(season_id),
        sourceKey: `fill:${first?.orderId ?? ''}`,
      };
    }),
  );
}

/** Concerns the player's right to play, so it is always delivered. */
async function onPlayerJudged(
  ctx: Context,
  trx: Trx,
  { playerId, reason }: DisqualificationChanged,
): Promise<void> {
  const players = await listNamedPlayers(trx, [playerId]);
  await notifyEach(
    ctx,
    trx,
    'system',
    players.map(({ id, member_id: memberId, season }) => ({
      memberId,
      title: `你在模拟大赛“${season}”的参赛资格${reason === null ? '已恢复' : '被取消'}`,
      body: reason === null ? '名次已重新计算，可以继续下单。' : `原因：${reason}`,
      link: playerPath(id),
      sourceKey: `judged:${id}:${ctx.now().getTime()}`,
    })),
  );
}
