import { Prose } from '#ui/article/prose.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

export const KnowPreview = ({
  title,
  body,
  onClose,
}: {
  title: string;
  body: string;
  onClose: () => void;
}) => (
  <Dialog
    open
    closable={false}
    width={520}
    title={title}
    onClose={onClose}
    footer={
      <Button tone="ink" onClick={onClose}>
        我已知晓
      </Button>
    }
  >
    <Prose html={body} />
  </Dialog>
);
