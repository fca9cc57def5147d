import { useParams } from 'react-router';
import { EditorLoader } from '#ui/editor/editor-loader.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { statusOf, useRead } from '../../../parts/data.ts';
import { Loaded } from '../../../parts/layout/loaded.tsx';
import { useTitle } from '../../../parts/use-title.ts';
import s from './editor.module.css';

export function Screen() {
  const { id = '' } = useParams();
  const read = useRead('GET /admin/post/detail', { id });
  useTitle('写稿');
  const placeholder = (
    <p className={s.opening} role="status">
      正在打开稿件 …
    </p>
  );
  // The cache may hold an old version from an earlier visit, and a draft based on it would conflict.
  if (!read.isFetchedAfterMount) return placeholder;
  if (statusOf(read.error) === 404 && !read.data)
    return (
      <EmptyState illustration="404" level={1} title="没有这篇稿件">
        <p>它可能已被删除，请回到文章列表查看。</p>
      </EmptyState>
    );
  return (
    <Loaded read={read} noun="稿件" level={1} fallback={placeholder}>
      {(post) => (
        <EditorLoader load={() => import('./post-editor.tsx')} fallback={placeholder}>
          {({ PostEditor }) => <PostEditor key={id} post={post} />}
        </EditorLoader>
      )}
    </Loaded>
  );
}
