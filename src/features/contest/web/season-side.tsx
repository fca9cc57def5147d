import type { ReactNode } from 'react';
import { StateLabel } from '#ui/display/tag.tsx';
import { SideColumn } from '#ui/layout/cols.tsx';
import { Section } from '#ui/layout/section.tsx';
import { Link } from '#ui/link.tsx';
import { Facts } from '#web/parts/market/figure.tsx';
import type { ContestSeason, ContestSeasonSummary } from '../schema.ts';
import { contestAddress } from './contest-choice.ts';
import s from './season-side.module.css';
import { formatDateRange, seasonStates } from './season-text.ts';

/** Beside the boards: trading hours and the other seasons. */
export function SeasonSide({
  season,
  seasons,
}: {
  season: ContestSeason;
  seasons: readonly ContestSeasonSummary[];
}) {
  return (
    <SideColumn>
      <Section
        first
        id="contest-hours"
        tone="side"
        title="交易须知"
        more={{ label: '比赛规则', href: `/gszb/rules?season=${season.id}` }}
      >
        <Facts
          items={[
            ...(season.state === 'running'
              ? [
                  {
                    label: '现在',
                    value: season.isSessionOpen ? (
                      <StateLabel tone="ok">可以下单</StateLabel>
                    ) : (
                      <StateLabel tone="off">休市</StateLabel>
                    ),
                  },
                ]
              : []),
            { label: '时段', value: season.sessions },
            { label: '制度', value: 'T+1，买入的下一个交易日可卖' },
            { label: '单只上限', value: `总资产的 ${season.positionCapBp / 100}%` },
            ...(season.index ? [{ label: '对比指数', value: season.index.name }] : []),
          ]}
        />
      </Section>
      {seasons.length > 1 && (
        <Section first id="contest-seasons" tone="side" title="全部赛季">
          <PastSeasons
            seasons={seasons.map((one) => ({
              id: one.id,
              name: one.name,
              href: contestAddress({ season: one.id, board: 'season' }),
              isCurrent: one.id === season.id,
              note: `${formatDateRange(one.startsOn, one.endsOn)}，${one.players} 人参赛`,
              state: (
                <StateLabel tone={seasonStates[one.state].tone}>{seasonStates[one.state].label}</StateLabel>
              ),
            }))}
          />
        </Section>
      )}
    </SideColumn>
  );
}

interface PastSeason {
  id: string;
  name: string;
  href: string;
  note: string;
  state: ReactNode;
  isCurrent: boolean;
}

function PastSeasons({ seasons }: { seasons: readonly PastSeason[] }) {
  return (
    <ul className={s.seasons}>
      {seasons.map(({ id, name, href, note, state, isCurrent }) => (
        <li key={id}>
          <Link href={href} aria-current={isCurrent ? 'true' : undefined}>
            {name}
          </Link>
          {state}
          <p>{note}</p>
        </li>
      ))}
    </ul>
  );
}
