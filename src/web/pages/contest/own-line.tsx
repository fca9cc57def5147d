import type { ContestSeason } from '#features/contest/schema.ts';
import { type Tone, toneOfReturn, writeReturn, writeShare, writeTurnover } from '#shared/market.ts';
import { Figures } from '#ui/figures.tsx';
import { Link } from '#ui/link.tsx';
import { boardNames, periodOf, playerPath } from './contest-choice.ts';
import type { ContestData } from './contest-data.ts';
import { FootNote } from './figure.tsx';
import s from './own-line.module.css';

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

interface OwnStandingProps {
  /** e.g. 总榜. */
  board: string;
  place: number;
  /** The reader's own page. */
  href: string;
  gain: string;
  tone: Tone;
  figures: readonly { label: string; value: string }[];
}

/** How the reader does, over the board: place and return large, the rest small. */
function OwnStanding({ board, place, href, gain, tone, figures }: OwnStandingProps) {
  return (
    <div className={s.own}>
      <p className={s.place}>
        <Link href={href}>我的{board}</Link> 第 <b>{place}</b> 名
      </p>
      <p className={`${s.gain} ${tone} fig`}>{gain}</p>
      <Figures className={s.figures} items={figures} />
    </div>
  );
}
