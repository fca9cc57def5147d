import type { ContestFront } from '#features/contest/schema.ts';
import { type Tone, toneOfReturn, writeReturn } from '#shared/market.ts';
import { formatCount } from '#shared/numbers.ts';
import { Section } from '#ui/layout/section.tsx';
import { Link } from '#ui/link.tsx';
import { Tag } from '#ui/marks/tag.tsx';
import { useSurroundings } from '../../site.ts';
import { playerPath } from '../contest/contest-choice.ts';
import { spellLeft } from '../contest/season-words.ts';
import s from './contest-section.module.css';

/** The standings of the simulated contest; nothing while no season runs, or where it did not arrive. */
export function ContestSection({ contest }: { contest: ContestFront | null }) {
  const { today } = useSurroundings();
  if (!contest?.season) return null;
  const { name, endsOn, players, clearedOn } = contest.season;
  const left = spellLeft({ startsOn: endsOn, endsOn, state: 'running' }, today);
  const note = [
    name,
    left,
    `${formatCount(players)} 人参赛`,
    clearedOn ? `总榜截至 ${clearedOn.slice(5)} 收盘` : '首个交易日收盘后公布榜单',
  ];
  return (
    <Section id="home-contest" title="股神争霸" more={{ label: '去参赛', href: '/gszb' }}>
      <ContestStrip
        note={note.join('，')}
        players={contest.records.map(({ place, playerId, name: player, returnPpm }) => ({
          id: playerId,
          place,
          name: player,
          href: playerPath(playerId),
          gain: writeReturn(returnPpm),
          tone: toneOfReturn(returnPpm),
        }))}
      />
    </Section>
  );
}

interface StripPlayer {
  id: string;
  place: number;
  name: string;
  href: string;
  gain: string;
  tone: Tone;
}

/** The first of a season's board on the front page, in one line where there is room. */
function ContestStrip({ note, players }: { note: string; players: readonly StripPlayer[] }) {
  return (
    <>
      <p className={s.note}>
        <Tag>模拟</Tag>
        {note}
      </p>
      {players.length > 0 && (
        <ol className={s.strip}>
          {players.map(({ id, place, name, href, gain, tone }) => (
            <li key={id}>
              <span className={s.place}>{place}</span>
              <Link className={s.name} href={href}>
                {name}
              </Link>
              <span className={`${s.gain} ${tone} fig`}>{gain}</span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
