import { Progress } from 'antd';
import { Link } from 'react-router';
import { Chip, type ChipTone } from '#admin/parts/chip.tsx';
import { Section } from '#admin/parts/layout/page.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import type { Start } from '../schema.ts';
import s from './start.module.css';

type Item = Start['work'][number];

/** The screens of the work; the rebuild of the index has none. */
const paths: Partial<Record<Item['name'], string>> = {
  transfers: '/transfers',
  scans: '/leaks',
  jobs: '/settings',
  sources: '/feeds?tab=sources',
};
const prefixes: Partial<Record<Item['name'], string>> = { jobs: '定时任务 ', sources: '来稿的来源 ' };
const states: Record<Item['state'], { label: string; tone: ChipTone | undefined }> = {
  queued: { label: '排队', tone: undefined },
  running: { label: '进行中', tone: 'info' },
  failed: { label: '失败', tone: 'bad' },
};

/** Background work: running jobs, and jobs that failed during the last week. */
export function BackgroundWork({ work }: { work: Start['work'] }) {
  if (work.length === 0) return null;
  return (
    <Section title="后台的工作">
      <ul className={s.work}>
        {work.map((item) => (
          <li key={`${item.name} ${item.what} ${item.at}`}>
            <Chip tone={states[item.state].tone}>{states[item.state].label}</Chip>
            <WorkName {...item} />
            {item.state === 'running' && <WorkProgress {...item} />}
            {item.error && <span className={s.error}>{item.error}</span>}
            <time dateTime={item.at}>{showTime(item.at)}</time>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function WorkName({ name, what }: Item) {
  const path = paths[name];
  const label = `${prefixes[name] ?? ''}${what}`;
  return path ? (
    <Link className="link" to={path}>
      {label}
    </Link>
  ) : (
    <span>{label}</span>
  );
}

/** Progress of a job: a percentage, or a count if the total is unknown. */
const WorkProgress = ({ what, done, total }: Item) =>
  total ? (
    <Progress
      className={s.share ?? ''}
      size="small"
      percent={Math.floor((done / total) * 100)}
      aria-label={`${what}的进度`}
    />
  ) : (
    <span>已处理 {done}</span>
  );
