import { Spin } from 'antd';
import { Link } from 'react-router';
import type { Today as Figures } from '#features/analytics/schema.ts';
import { Failed } from '#ui/states/void.tsx';
import { call } from '../../api.ts';
import { showNumber } from '../../parts/show-number.ts';
import { showClock } from '../../parts/show-time.ts';
import { useLoad } from '../../parts/use-load.ts';
import s from './today.module.css';

/** 今日一览: what was read, by how many, and who registered, so far today; and the pieces that are read most. */
export function Today() {
  const { data, fault, reload } = useLoad('today', (signal) =>
    call('GET /admin/analytics/today', { silent: true, signal }),
  );
  if (fault && !data) return <Failed message={fault.message} onRetry={reload} level={3} />;
  if (!data) return <Spin aria-label="正在取今天的数字" />;
  return (
    <>
      <p className={s.asOf}>
        今天到 {showClock(data.asOf)} 为止，
        <button type="button" className="link" onClick={reload}>
          刷新
        </button>
      </p>
      <dl className={s.figures}>
        <Figure label="阅读" unit="次" of={data.views} />
        <Figure label="读者" unit="人" of={data.readers} />
        <Figure label="新注册" unit="人" of={data.registrations} />
      </dl>
      <Top pieces={data.top} />
    </>
  );
}

function Figure({ label, unit, of }: { label: string; unit: string; of: Figures['views'] }) {
  return (
    <div className={s.figure}>
      <dt>{label}</dt>
      <dd>
        <p className={s.number}>
          {showNumber(of.today)}
          <span className="vh">{unit}</span>
        </p>
        <p className={s.against}>
          昨天全天 {showNumber(of.yesterday)}，<Against {...of} />
        </p>
        <p className={s.against}>前七天日均 {showNumber(of.average)}</p>
      </dd>
    </div>
  );
}

/** A day that is not over is behind the one before as a matter of course: only what is ahead is marked. */
function Against({ today, yesterday }: Figures['views']) {
  if (yesterday === 0) return today === 0 ? '今天也还没有' : '今天开始有了';
  const share = Math.round((today / yesterday) * 100);
  return share > 100 ? <strong>已超过 {share - 100}%</strong> : `今天已到 ${share}%`;
}

function Top({ pieces }: { pieces: Figures['top'] }) {
  return (
    <section className={s.top}>
      <h3>今天读得最多</h3>
      {pieces.length === 0 ? (
        <p className={s.against}>今天还没有人读。读者打开一篇稿件，一两秒后就算进来。</p>
      ) : (
        <ol>
          {pieces.map(({ key, title, views, readers }, place) => (
            <li key={key}>
              <span className={s.place}>{place + 1}</span>
              <Link className="link" to={`/analytics?scope=post&key=${key}`} title={title}>
                {title}
              </Link>
              <span className={s.count}>
                {showNumber(views)} 次 · {showNumber(readers)} 人
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
