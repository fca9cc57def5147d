import { type Tone, toneOfReturn, writeReturn, writeShare, writeTurnover } from '#shared/market.ts';
import { Figures } from '#ui/figures.tsx';
import { Link } from '#ui/link.tsx';
import { FootNote } from '#web/parts/market/figure.tsx';
import type { ContestSeason } from '../schema.ts';
import { boardNames, periodOf, playerPath } from './contest-choice.ts';
import type { ContestData } from './contest-data.ts';
import s from './own-line.module.css';

/** The reader's own result on the board they look at; nothing for readers who do not play. */
export function OwnLine({
  season,
  data: { board, choice },
}: {
  season: ContestSeason;
  data: Pick<ContestData, 'board' | 'choice'>;
}) {
  const playerId = season.me?.playerId;
  // A disqualified player is on no board; the head of the page tells them.
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
  /** For example 总榜. */
  board: string;
  place: number;
  href: string;
  gain: string;
  tone: Tone;
  figures: readonly { label: string; value: string }[];
}

/** The reader's own result above the board: place and return in large type, the rest small. */
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
