import { Alert } from 'antd';
import s from './list.module.css';
import type { Run } from './use-acts.tsx';

/** How it went, piece by piece where something did not. */
export function RunReport({ run: { act, pieces, outcomes }, onClose }: { run: Run; onClose: () => void }) {
  const failed = outcomes.filter(({ isDone }) => !isDone);
  const isRunning = outcomes.length < pieces.length;
  const titleOf = (id: string) => pieces.find((piece) => piece.id === id)?.title ?? id;
  const summary = isRunning
    ? `正在${act}，${outcomes.length} / ${pieces.length} …`
    : failed.length === 0
      ? `已${act} ${outcomes.length} 篇`
      : `${act}：${outcomes.length - failed.length} 篇成功，${failed.length} 篇没有成功`;
  return (
    <Alert
      className={s.report ?? ''}
      role="status"
      type={failed.length > 0 ? 'warning' : isRunning ? 'info' : 'success'}
      title={summary}
      description={
        failed.length > 0 && (
          <ul>
            {failed.map(({ id, message }) => (
              <li key={id}>
                《{titleOf(id)}》：{message}
              </li>
            ))}
          </ul>
        )
      }
      closable={!isRunning && { onClose, 'aria-label': '关闭' }}
    />
  );
}
