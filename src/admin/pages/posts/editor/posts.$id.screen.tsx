import { useParams } from 'react-router';
import { EditorGate } from '#ui/editor/editor-gate.tsx';
import { Failed, Void } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { useLoad } from '../../../parts/use-load.ts';
import { useTitle } from '../../../parts/use-title.ts';
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
  const opening = (
    <p className={s.opening} role="status">
      正在打开稿件 …
    </p>
  );
  if (isLoading || data?.id !== id) return opening;
  return (
    <EditorGate load={() => import('./desk.tsx')} waiting={opening}>
      {({ Desk }) => <Desk key={id} post={data} />}
    </EditorGate>
  );
}
