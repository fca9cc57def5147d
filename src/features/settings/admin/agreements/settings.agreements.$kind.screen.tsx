import { useParams } from 'react-router';
import { useRead } from '#admin/parts/data.ts';
import { EditorScreen } from '#admin/parts/editor/editor-screen.tsx';
import { isKind } from './kind-names.ts';

/** The draft of the user agreement or of the privacy policy. */
export function Screen() {
  const { kind = '' } = useParams();
  const read = useRead('GET /admin/agreement/draft', { kind: isKind(kind) ? kind : 'agreement' });
  return (
    <EditorScreen
      read={read}
      noun="协议文本"
      subject="这份文本"
      list="设置"
      load={() => import('./agreement-editor.tsx')}
    >
      {({ AgreementEditor }, draft) => <AgreementEditor key={draft.id} opened={draft} />}
    </EditorScreen>
  );
}
