import { useParams } from 'react-router';
import { Failed, Void } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { useLoad } from '../../../parts/use-load.ts';
import { useTitle } from '../../../parts/use-title.ts';
import { Desk } from './desk.tsx';
import s from './editor.module.css';

/** One piece, opened to be written on. */
export function Screen() {
  const { id = '' } = useParams();
  const { data, fault, isLoading, reload } = useLoad(id, (signal) =>
    call('GET /admin/post/detail', { query: { id }, silent: true, signal }),
  );
  useTitle('写稿');
  if (fault?.status === 404)
    return (
      <Void art="404" level={1} title="没有这篇稿件">
        <p>它可能已被删除，请回到文章列表查看。</p>
      </Void>
    );
  if (fault) return <Failed level={1} title="稿件没有取到" message={fault.message} onRetry={reload} />;
  if (isLoading || data?.id !== id)
    return (
      <p className={s.opening} role="status">
        正在打开稿件 …
      </p>
    );
  return <Desk key={id} post={data} />;
}
