import { Alert, Progress } from 'antd';
import { Section } from '#admin/parts/layout/page.tsx';
import { showNumber } from '#admin/parts/show-number.ts';
import type { TagChange } from '../schema.ts';

/** What the worker is changing on the posts, with progress, and what failed. */
export function TagChanges({ changes }: { changes: readonly TagChange[] }) {
  if (changes.length === 0) return null;
  return (
    <Section title="正在处理">
      {changes.map((change) => (
        <ChangeAlert key={change.id} change={change} />
      ))}
    </Section>
  );
}

const ChangeAlert = ({ change }: { change: TagChange }) =>
  change.state === 'failed' ? (
    <Alert
      type="error"
      title={titleOf(change)}
      description="处理它的进程一再中断，没有完成。请再做一次，详情见服务器日志。"
    />
  ) : (
    <Alert
      type="info"
      title={titleOf(change)}
      description={
        <>
          <Progress percent={percentOf(change)} aria-label={titleOf(change)} />
          {progressOf(change)}
        </>
      }
    />
  );

const maxNames = 5;

function titleOf({ kind, names, target }: TagChange): string {
  const quoted = names.slice(0, maxNames).map((name) => `“${name}”`);
  const subject = `${quoted.join('')}${names.length > maxNames ? `等 ${names.length} 个标签` : ''}`;
  if (kind === 'delete') return `删除标签${subject}`;
  return kind === 'rename' ? `标签${subject}改名为“${target}”` : `标签${subject}合并到“${target}”`;
}

const percentOf = ({ done, total }: TagChange): number =>
  total === 0 ? 0 : Math.min(99, Math.floor((done / total) * 100));

const progressOf = ({ state, done, total }: TagChange): string =>
  state === 'queued'
    ? `等待处理，共 ${showNumber(total)} 篇`
    : `已处理 ${showNumber(done)} / ${showNumber(total)} 篇，可以离开这个页面`;
