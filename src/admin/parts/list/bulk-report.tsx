import { Alert, Button, Progress } from 'antd';
import { type IsLeft, useLeaveGuard } from '#client/leave-guard.ts';
import { Row } from '../layout/page.tsx';
import s from './list.module.css';
import type { BulkProgress, useBulk } from './use-bulk.ts';

const maxShown = 50;

// A filter, a page and an opened row are in the query too, but the report stays on screen.
const isOtherList: IsLeft = (current, next) =>
  current.pathname !== next.pathname || tabOf(current) !== tabOf(next);
const tabOf = ({ search }: { search: string }) => new URLSearchParams(search).get('tab');

/** Shows the progress of a bulk action, then its result with the failed rows and an undo button. */
export function BulkReport({ bulk, unit }: { bulk: ReturnType<typeof useBulk>; unit: string }) {
  const { progress } = bulk;
  useLeaveGuard(progress?.isRunning ?? false, undefined, isOtherList);
  if (!progress) return null;
  const { run, done, failed, isRunning, isStopping } = progress;
  const count = done.length + failed.length;
  return (
    <Alert
      className={s.report ?? ''}
      role="status"
      type={failed.length > 0 ? 'warning' : isRunning ? 'info' : 'success'}
      title={summaryOf(progress, unit)}
      description={
        <>
          {isRunning && (
            <Progress
              percent={Math.floor((count / run.rows.length) * 100)}
              aria-label={`${run.verb}的进度`}
            />
          )}
          <Remarks progress={progress} />
        </>
      }
      action={
        <Row>
          {isRunning && (
            <Button disabled={isStopping} onClick={bulk.stop}>
              停止
            </Button>
          )}
          {!isRunning && run.undo && done.length > 0 && (
            <Button onClick={bulk.undo}>撤销（{run.undo.verb}）</Button>
          )}
        </Row>
      }
      closable={!isRunning && { onClose: bulk.close, 'aria-label': '关闭' }}
    />
  );
}

function summaryOf({ run, done, failed, isRunning, isStopping }: BulkProgress, unit: string): string {
  const count = done.length + failed.length;
  const total = run.rows.length;
  if (isStopping) return `正在停止，${count} / ${total} …`;
  if (isRunning) return `正在${run.verb}，${count} / ${total} …`;
  const rest = count < total ? `，停止后还有 ${total - count} ${unit}没有做` : '';
  if (failed.length === 0) return `已${run.verb} ${done.length} ${unit}${rest}`;
  return `${run.verb}：${done.length} ${unit}成功，${failed.length} ${unit}没有成功${rest}`;
}

function Remarks({ progress: { run, failed, notes } }: { progress: BulkProgress }) {
  const names = new Map(run.rows.map(({ id, name }) => [id, name]));
  const remarks = [...failed, ...notes];
  if (remarks.length === 0) return null;
  return (
    <ul className={s.faults}>
      {remarks.slice(0, maxShown).map(({ id, text }) => (
        <li key={id}>
          {names.get(id) ?? id}：{text}
        </li>
      ))}
      {remarks.length > maxShown && <li>还有 {remarks.length - maxShown} 条没有列出</li>}
    </ul>
  );
}
