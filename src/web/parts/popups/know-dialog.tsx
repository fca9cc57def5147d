import type { Know } from '#features/frontpage/know/schema.ts';
import { Prose } from '#ui/article/prose.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

export function KnowDialog(props: {
  know: Pick<Know, 'title' | 'body'>;
  onAcknowledge: () => void;
  onClose: () => void;
}) {
  const { know, onAcknowledge, onClose } = props;
  return (
    <Dialog
      open
      closable={false}
      width={520}
      title={know.title}
      onClose={onClose}
      footer={
        <Button tone="ink" onClick={onAcknowledge}>
          我已知晓
        </Button>
      }
    >
      <Prose html={know.body} />
    </Dialog>
  );
}
