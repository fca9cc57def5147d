import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Permit, usePermit } from '#client/permissions.tsx';
import { useUser } from '#client/stores.ts';
import type { Start } from '#features/start/schema.ts';
import { Failed } from '#ui/states/void.tsx';
import { call } from '../../api.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { Today } from '../analytics/today.tsx';
import { NewPiece } from '../posts/list/new-piece.tsx';
import { Guide } from './guide.tsx';
import { Places } from './places.tsx';
import s from './start.module.css';
import { Waiting } from './waiting.tsx';

/** What whoever opens the back office sees first: how far a new site has got, what is on their desk, how today goes. */
export function Screen() {
  if (usePermit('content.view')) return <Desk />;
  return (
    <Greeting>
      <p className={s.nothing}>从菜单里选一处开始。</p>
    </Greeting>
  );
}

function Desk() {
  const { data, fault, reload } = useLoad('start', (signal) =>
    call('GET /admin/start', { silent: true, signal }),
  );
  if (fault && !data)
    return (
      <Greeting>
        <Failed message={fault.message} onRetry={reload} />
      </Greeting>
    );
  if (!data) return <Greeting />;
  return (
    <Greeting tools={!data.guide && <Acts />}>
      <Content start={data} onChange={reload} />
    </Greeting>
  );
}

function Content({ start, onChange }: { start: Start; onChange: () => void }) {
  return (
    <>
      {start.guide && <Guide guide={start.guide} onChange={onChange} />}
      <Waiting start={start} />
      <Permit code="analytics.view">
        <section aria-labelledby="today">
          <h2 className={s.heading} id="today">
            今日一览
          </h2>
          <Today />
        </section>
      </Permit>
    </>
  );
}

function Greeting({ tools, children }: { tools?: ReactNode; children?: ReactNode }) {
  const name = useUser(({ userInfo }) => userInfo?.name);
  return (
    <>
      <PageHead title={name ? `${greet(new Date())}，${name}` : '工作台'}>{tools}</PageHead>
      {children}
      <Places />
    </>
  );
}

/** What is begun most often. While the guide is there it says what to begin. */
function Acts() {
  const navigate = useNavigate();
  return (
    <>
      <Button href="/index" target="_blank">
        看首页
      </Button>
      <Permit code="content.publish">
        <Button onClick={() => navigate('/flashes')}>发快讯</Button>
      </Permit>
      <NewPiece columnId={undefined} />
    </>
  );
}

/** By the clock in Shanghai, where the paper is made. */
function greet(now: Date): string {
  const clock = new Intl.DateTimeFormat('en', {
    hour: 'numeric',
    hourCycle: 'h23',
    timeZone: 'Asia/Shanghai',
  });
  const hour = Number(clock.format(now));
  if (hour < 5) return '夜深了';
  if (hour < 11) return '早上好';
  if (hour < 13) return '中午好';
  return hour < 18 ? '下午好' : '晚上好';
}
