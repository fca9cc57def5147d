import type { ContestSeason } from '#features/contest/schema.ts';
import { toneOfReturn, writeReturn, writeShare, writeTurnover } from '#shared/market.ts';
import { boardNames, periodOf, playerPath } from './contest-choice.ts';
import type { ContestData } from './contest-data.ts';
import { FootNote } from './foot-note.tsx';
import { OwnStanding } from './own-standing.tsx';

/** How the reader does on the board they look at; nothing for who does not play. */
export function OwnLine({
  season,
  data: { board, choice },
}: {
  season: ContestSeason;
  data: Pick<ContestData, 'board' | 'choice'>;
}) {
  const playerId = season.me?.playerId;
  // Who was put out is told so at the head of the page, and stands on no board.
  if (!playerId || !board || season.me?.isDisqualified) return null;
  const { mine } = board;
  if (!mine) return <FootNote>你已报名，下一次收盘清算后公布你的名次。</FootNote>;
  return (
    <OwnStanding
      board={boardNames[periodOf(choice.board)]}
      place={mine.place}
      href={playerPath(playerId)}
      gain={writeReturn(mine.returnPpm)}
      tone={toneOfReturn(mine.returnPpm)}
      figures={[
        { label: '总资产', value: writeTurnover(mine.assets) },
        { label: '最大回撤', value: writeShare(mine.drawdownPpm) },
        { label: '胜率', value: writeShare(mine.winRatePpm) },
      ]}
    />
  );
}
