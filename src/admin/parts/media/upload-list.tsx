import { Button, Progress } from 'antd';
import type { Uploaded } from '#features/media/schema.ts';
import { mayRetry, type Upload, type Uploads } from '#ui/uploads/uploads.ts';
import s from './media.module.css';

/** Uploads in progress, each with its progress and, after a failure, its actions. */
export function UploadList({
  uploads,
}: {
  uploads: Uploads<Uploaded> & { entries: readonly Upload<Uploaded>[] };
}) {
  const { entries } = uploads;
  if (entries.length === 0) return null;
  const doneCount = entries.filter(({ state }) => state === 'done').length;
  return (
    <section className={s.uploads} aria-label="上传">
      <div className={s.between}>
        <p role="status">
          已上传 {doneCount} / {entries.length}
        </p>
        {doneCount > 0 && (
          <Button size="small" type="text" onClick={uploads.clear}>
            清掉已完成的
          </Button>
        )}
      </div>
      <ul>
        {entries.map((entry) => (
          <li key={entry.key} className={s.upload}>
            <span className={s.uploadName} title={entry.name}>
              {entry.name}
            </span>
            <Entry entry={entry} />
            <span>
              {entry.state === 'failed' && mayRetry(entry) && (
                <Button
                  size="small"
                  aria-label={`重试 ${entry.name}`}
                  onClick={() => uploads.retry(entry.key)}
                >
                  重试
                </Button>
              )}
              <Button
                size="small"
                type="text"
                aria-label={`${removeLabel(entry)} ${entry.name}`}
                onClick={() => uploads.cancel(entry.key)}
              >
                {removeLabel(entry)}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const removeLabel = ({ state }: Upload) => (state === 'done' || state === 'failed' ? '移出' : '取消');

function Entry({ entry: { state, share, error, answer, name } }: { entry: Upload<Uploaded> }) {
  if (state === 'failed')
    return (
      <span className={s.fault} role="alert">
        {error}
      </span>
    );
  if (state === 'waiting') return <span className={s.meta}>等候中</span>;
  if (state === 'done')
    return (
      <span className={s.meta}>{answer?.isNew ? '已上传' : `库里已有相同的文件“${answer?.item.name}”`}</span>
    );
  return (
    <Progress
      percent={Math.round(share * 100)}
      size="small"
      aria-label={`${name} 的上传进度`}
      // All bytes are sent; the server is still processing the file.
      format={(percent) => (percent === 100 ? '处理中' : `${percent}%`)}
      status="active"
    />
  );
}
