import { Link } from 'react-router';
import { useRead } from '#admin/parts/data.ts';
import { Loaded } from '#admin/parts/layout/loaded.tsx';
import { Quiet, Section, type SectionSlot } from '#admin/parts/layout/page.tsx';
import { showNumber } from '#admin/parts/show-number.ts';
import { showClock } from '#admin/parts/show-time.ts';
import type { Today as Figures } from '../schema.ts';
import s from './today.module.css';

/** Today's views, readers and registrations so far, and the most read posts. */
export function Today() {
  const read = useRead('GET /admin/analytics/today');
  return (
    <Section title="今日一览">
      <Loaded read={read} noun="今天的数字" level={3}>
        {(today) => (
          <>
            <Quiet>
              今天到 {showClock(today.asOf)} 为止，
              <button type="button" className="link" onClick={() => void read.refetch()}>
                刷新
              </button>
            </Quiet>
            <dl className={s.figures}>
              <TodayFigure label="阅读" unit="次" figures={today.views} />
              <TodayFigure label="读者" unit="人" figures={today.readers} />
              <TodayFigure label="新注册" unit="人" figures={today.registrations} />
            </dl>
            <TopPosts posts={today.top} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

function TodayFigure({ label, unit, figures }: { label: string; unit: string; figures: Figures['views'] }) {
  return (
    <div className={s.figure}>
      <dt>{label}</dt>
      <dd>
        <p className={s.number}>
          {showNumber(figures.today)}
          <span className="vh">{unit}</span>
        </p>
        <p className={s.against}>
          昨天全天 {showNumber(figures.yesterday)}，<Comparison {...figures} />
        </p>
        <p className={s.against}>前七天日均 {showNumber(figures.average)}</p>
      </dd>
    </div>
  );
}

/** Today is incomplete, so a lower value than yesterday is normal: only a higher value is marked. */
function Comparison({ today, yesterday }: Figures['views']) {
  if (yesterday === 0) return today === 0 ? '今天也还没有' : '今天开始有了';
  const share = Math.round((today / yesterday) * 100);
  return share > 100 ? <strong>已超过 {share - 100}%</strong> : `今天已到 ${share}%`;
}

export const slot: SectionSlot = { order: 10, permission: 'analytics.view', content: <Today /> };

function TopPosts({ posts }: { posts: Figures['top'] }) {
  return (
    <section className={s.top}>
      <h3>今天读得最多</h3>
      {posts.length === 0 ? (
        <p className={s.against}>今天还没有人读。读者打开一篇稿件，一两秒后就算进来。</p>
      ) : (
        <ol>
          {posts.map(({ key, title, views, readers }, index) => (
            <li key={key}>
              <span className={s.place}>{index + 1}</span>
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
