import { Button, Tabs } from 'antd';
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import type { DeskSeason } from '#features/contest/desk/schema.ts';
import { Failed, Void } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { Chip } from '../../../parts/chip.tsx';
import { PageHead } from '../../../parts/page-head.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import s from '../contest.module.css';
import { seasonStates } from '../contest-words.ts';
import { Players } from './players.tsx';
import { Recomputes } from './recomputes.tsx';
import { SeasonForm } from './season-form.tsx';

/** A season: what is decided about it, who plays, and whether its log agrees. */
export function Screen() {
  const { id = 'new' } = useParams();
  // Another address is another season: nothing typed for one is left for the next.
  return id === 'new' ? <NewSeason /> : <OldSeason key={id} id={id} />;
}

function NewSeason() {
  const navigate = useNavigate();
  return (
    <>
      <PageHead title="新建赛季">
        <Back />
      </PageHead>
      <SeasonForm
        season={undefined}
        onSaved={(id) => void navigate(`/contest/${id}`, { replace: true })}
        onRefresh={() => undefined}
      />
    </>
  );
}

function OldSeason({ id }: { id: string }) {
  const [round, setRound] = useState(0);
  const { data, fault, reload } = useLoad(id, (signal) =>
    call('GET /admin/contest/season', { query: { id }, silent: true, signal }),
  );
  if (!data)
    return (
      <>
        <PageHead title="赛季">
          <Back />
        </PageHead>
        {fault ? <Failed message={fault.message} onRetry={reload} /> : <Void title="正在取赛季 …" />}
      </>
    );
  return (
    <>
      <PageHead title={data.name}>
        <Back />
      </PageHead>
      <Facts season={data} />
      <SeasonTabs
        season={data}
        round={round}
        onSaved={reload}
        onRefresh={() => {
          reload();
          setRound((count) => count + 1);
        }}
      />
    </>
  );
}

function Back() {
  const navigate = useNavigate();
  return <Button onClick={() => void navigate('/contest')}>全部赛季</Button>;
}

function Facts({
  season: { state, isOpen, startsOn, endsOn, players, disqualified, clearedOn },
}: {
  season: DeskSeason;
}) {
  return (
    <p className={s.who}>
      <Chip tone={seasonStates[state].tone}>{seasonStates[state].label}</Chip>
      {!isOpen && <Chip tone="warn">未公开</Chip>}
      <span className={s.quiet}>
        模拟比赛 · {startsOn} 至 {endsOn} · {players} 人报名
        {disqualified > 0 && ` · 取消资格 ${disqualified} 人`} ·{' '}
        {clearedOn ? `清算到 ${clearedOn}` : '还没有清算过'}
      </span>
    </p>
  );
}

function SeasonTabs(props: {
  season: DeskSeason;
  round: number;
  onSaved: () => void;
  onRefresh: () => void;
}) {
  const { season, round, onSaved, onRefresh } = props;
  const [query, setQuery] = useSearchParams();
  const asked = query.get('tab');
  const tab = asked === 'players' || asked === 'recompute' ? asked : 'settings';
  return (
    <Tabs
      activeKey={tab}
      aria-label="赛季"
      destroyOnHidden
      onChange={(key) => setQuery(key === 'settings' ? {} : { tab: key })}
      items={[
        {
          key: 'settings',
          label: '设置',
          children: <SeasonForm key={round} season={season} onSaved={onSaved} onRefresh={onRefresh} />,
        },
        { key: 'players', label: '选手', children: <Players season={season} onChanged={onSaved} /> },
        { key: 'recompute', label: '复算', children: <Recomputes season={season} /> },
      ]}
    />
  );
}
