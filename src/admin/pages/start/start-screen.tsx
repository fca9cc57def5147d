import { usePermit } from '#client/permissions.tsx';
import { useUser } from '#client/stores.ts';
import { Failed } from '#ui/states/void.tsx';
import { call } from '../../api.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { Today } from '../analytics/today.tsx';
import { Guide } from './guide.tsx';
import { Shortcuts } from './shortcuts.tsx';
import s from './start.module.css';
import { Waiting } from './waiting.tsx';

/** What whoever opens the back office sees first: how far a new site has got, what is on their desk, where to go. */
export function Screen() {
  const name = useUser(({ userInfo }) => userInfo?.name);
  return (
    <>
      <PageHead title={name ? `${greeting(new Date())}，${name}` : '工作台'} />
      {usePermit('content.view') && <Desk />}
      {usePermit('analytics.view') && (
        <section aria-labelledby="today">
          <h2 className={s.heading} id="today">
            今日一览
          </h2>
          <Today />
        </section>
      )}
      <Shortcuts />
    </>
  );
}

function Desk() {
  const { data, fault, reload } = useLoad('start', (signal) =>
    call('GET /admin/start', { silent: true, signal }),
  );
  if (fault) return <Failed message={fault.message} onRetry={reload} />;
  if (!data) return <p className="vh">正在取工作台 …</p>;
  return (
    <>
      {data.guide && <Guide guide={data.guide} onChange={reload} />}
      <Waiting start={data} />
    </>
  );
}

/** By the clock in Shanghai, where the paper is made. */
function greeting(now: Date): string {
  const hour = Number(
    new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: 'Asia/Shanghai' }).format(
      now,
    ),
  );
  if (hour < 5) return '夜深了';
  if (hour < 11) return '早上好';
  if (hour < 13) return '中午好';
  return hour < 18 ? '下午好' : '晚上好';
}
