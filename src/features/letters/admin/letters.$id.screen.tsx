import { useParams } from 'react-router';
import { useRead } from '#admin/parts/data.ts';
import { EditorScreen } from '#admin/parts/editor/editor-screen.tsx';

export function Screen() {
  const { id = '' } = useParams();
  const read = useRead(
    'GET /admin/letter/detail',
    { id },
    { refetchMs: (letter) => (letter?.state === 'sending' || letter?.state === 'scheduled' ? 3000 : false) },
  );
  return (
    <EditorScreen
      read={read}
      noun="邮件报"
      subject="这封邮件报"
      list="邮件报列表"
      load={() => import('./letter-screen.tsx')}
    >
      {({ LetterScreen }, letter) => (
        <LetterScreen key={id} letter={letter} refetch={() => read.refetch({ cancelRefetch: false })} />
      )}
    </EditorScreen>
  );
}
