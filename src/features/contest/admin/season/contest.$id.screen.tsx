import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useRead } from '#admin/parts/data.ts';
import { Loaded } from '#admin/parts/layout/loaded.tsx';
import { Page, TabPage } from '#admin/parts/layout/page.tsx';
import type { AdminSeason } from '../../manage/schema.ts';
import { SeasonChips } from '../season-chips.tsx';
import { Players } from './players.tsx';
import { Recomputes } from './recomputes.tsx';
import { SeasonForm } from './season-form.tsx';

/** A season: settings, players, and recomputes of its log. */
export function Screen() {
  const { id = 'new' } = useParams();
  // The key remounts the screen for another season, so that no typed value carries over.
  return id === 'new' ? <NewSeason /> : <ExistingSeason key={id} id={id} />;
}

const NewSeason = () => (
  <Page title="新建赛季" tools={<Back />}>
    <SeasonForm season={undefined} />
  </Page>
);

function ExistingSeason({ id }: { id: string }) {
  const read = useRead('GET /admin/contest/season', { id });
  const [formVersion, setFormVersion] = useState(0);
  const restart = () => void read.refetch().then(() => setFormVersion(formVersion + 1));
  if (!read.data)
    return (
      <Page title="赛季" tools={<Back />}>
        <Loaded read={read} noun="赛季">
          {() => null}
        </Loaded>
      </Page>
    );
  const season = read.data;
  return (
    <TabPage
      title={season.name}
      about={<About season={season} />}
      tools={<Back />}
      tabs={[
        {
          key: 'settings',
          label: '设置',
          content: <SeasonForm key={formVersion} season={season} onRestart={restart} />,
        },
        { key: 'players', label: '选手', content: <Players season={season} /> },
        { key: 'recompute', label: '复算', content: <Recomputes season={season} /> },
      ]}
    />
  );
}

function Back() {
  const navigate = useNavigate();
  return <Button onClick={() => void navigate('/contest')}>全部赛季</Button>;
}

function About({ season }: { season: AdminSeason }) {
  const { startsOn, endsOn, players, disqualified, clearedOn } = season;
  return (
    <>
      <SeasonChips season={season} /> 模拟比赛 · {startsOn} 至 {endsOn} · {players} 人报名
      {disqualified > 0 && ` · 取消资格 ${disqualified} 人`} ·{' '}
      {clearedOn ? `清算到 ${clearedOn}` : '还没有清算过'}
    </>
  );
}
