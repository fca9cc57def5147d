import { type Tone, toneOfReturn, writeReturn } from '#shared/market.ts';
import { formatCount } from '#shared/numbers.ts';
import { Tag } from '#ui/display/tag.tsx';
import { Section } from '#ui/layout/section.tsx';
import { Link } from '#ui/link.tsx';
import type { HomeSlot } from '#web/parts/home-slot.ts';
import { useSiteContext } from '#web/site.ts';
import type { ContestFront } from '../schema.ts';
import { playerPath } from './contest-choice.ts';
import s from './contest-section.module.css';
import { formatTimeLeft } from './season-text.ts';

/** The standings of the simulated contest; nothing if no season is running or the call failed. */
function ContestSection({ data: contest }: { data: ContestFront | null }) {
  const { today } = useSiteContext();
  if (!contest?.season) return null;
  const { name, endsOn, players, clearedOn } = contest.season;
  const timeLeft = formatTimeLeft({ startsOn: endsOn, endsOn, state: 'running' }, today);
  const note = [
    name,
    timeLeft,
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

export const slot: HomeSlot<ContestFront> = {
  order: 10,
  block: 'contest',
  key: 'contest',
  load: (fetchCall) => fetchCall('GET /reception/contest/front'),
  Section: ContestSection,
};

interface StripPlayer {
  id: string;
  place: number;
  name: string;
  href: string;
  gain: string;
  tone: Tone;
}

/** The leaders of a season's board, in one line if there is space. */
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
