import { Button } from 'antd';
import { Link } from 'react-router';
import type { DeskRecord } from '#features/posts/desk/schema.ts';
import { Failed, Void } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { PageHead } from '../../../parts/page-head.tsx';
import { showTime } from '../../../parts/show-time.ts';
import { useLoad } from '../../../parts/use-load.ts';
import { RunReport } from '../list/run-report.tsx';
import { acts, useActs } from '../list/use-acts.tsx';
import { FlashForm } from './flash-form.tsx';
import s from './flashes.module.css';
import { newsColumn } from './send-flash.ts';

const withdrawal = acts.find(({ name }) => name === '撤回');

/** The news desk: one flash after the other, and what went out last. */
export function Screen() {
  const {
    data: flashes,
    fault,
    isLoading,
    reload,
  } = useLoad('flashes', async (signal) => {
    const query = { state: 'published' as const, columnId: newsColumn, size: '20' };
    const { records } = await call('GET /admin/post/list', { query, silent: true, signal });
    // The desk's list is by last change; here it is what readers saw last.
    return records.sort((a, b) => ((a.publishedAt ?? '') < (b.publishedAt ?? '') ? 1 : -1));
  });
  const { run, ask, forget } = useActs(reload);
  return (
    <>
      <PageHead title="快讯台" />
      <FlashForm onPublished={reload} />
      <h2 className={s.heading}>最近发布</h2>
      {run && <RunReport run={run} onClose={forget} />}
      {fault && <Failed message={fault.message} onRetry={reload} />}
      {!fault && !flashes && isLoading && <p role="status">正在取快讯 …</p>}
      {flashes?.length === 0 && <Void title="还没有发布过快讯" />}
      <ul className={s.flashes} aria-label="最近发布的快讯">
        {flashes?.map((flash) => (
          <OneFlash key={flash.id} flash={flash} onWithdraw={() => withdrawal && ask(withdrawal, [flash])} />
        ))}
      </ul>
    </>
  );
}

function OneFlash({ flash, onWithdraw }: { flash: DeskRecord; onWithdraw: () => void }) {
  const { id, title, important, publishedAt, views } = flash;
  return (
    <li className={s.flash}>
      {publishedAt && <time dateTime={publishedAt}>{showTime(publishedAt)}</time>}
      <Link className={important ? `${s.title} ${s.important}` : (s.title ?? '')} to={`/posts/${id}`}>
        {title}
      </Link>
      <span className={s.hint}>阅读 {views.toLocaleString('zh-CN')}</span>
      <Button size="small" type="text" aria-label={`撤回《${title}》`} onClick={onWithdraw}>
        撤回
      </Button>
    </li>
  );
}
