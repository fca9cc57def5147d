import { useParams } from 'react-router';
import { useRead } from '#admin/parts/data.ts';
import { EditorScreen } from '#admin/parts/editor/editor-screen.tsx';

export function Screen() {
  const { id = '' } = useParams();
  const read = useRead('GET /admin/post/detail', { id });
  return (
    <EditorScreen
      read={read}
      noun="稿件"
      subject="这篇稿件"
      list="文章列表"
      load={() => import('./post-editor.tsx')}
    >
      {({ PostEditor }, post) => <PostEditor key={`${id} ${post.deletedAt}`} post={post} />}
    </EditorScreen>
  );
}
