import type { KnowVersion } from '#features/frontpage/know/schema.ts';
import { Prose } from '#ui/article/prose.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/floats/dialog.tsx';

/** A notice just as readers see it. */
export function KnowLook({
  know,
  onClose,
}: {
  know: Pick<KnowVersion, 'title' | 'body'>;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      closable={false}
      width={520}
      title={know.title}
      onClose={onClose}
      footer={
        <Button tone="ink" onClick={onClose}>
          我已知晓
        </Button>
      }
    >
      <Prose html={know.body} />
    </Dialog>
  );
}
