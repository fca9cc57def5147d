import { useParams } from 'react-router';
import { useRead } from '#admin/parts/data.ts';
import { EditorScreen } from '#admin/parts/editor/editor-screen.tsx';

export function Screen() {
  const { id = '' } = useParams();
  const read = useRead('GET /admin/page/detail', { id });
  return (
    <EditorScreen
      read={read}
      noun="单页"
      subject="这个单页"
      list="单页列表"
      load={() => import('./page-editor.tsx')}
    >
      {({ PageEditor }, page) => <PageEditor key={id} page={page} />}
    </EditorScreen>
  );
}
