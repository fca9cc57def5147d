import { Spinner } from '../controls/button.tsx';
import s from './loading-mask.module.css';
import { useModal } from './use-modal.ts';

/**
 * Covers the page while work is in progress that must not be interrupted. A modal dialog, because it must also cover
 * open dialogs; neither Escape nor a press closes it.
 */
export function LoadingMask({ open }: { open: boolean }) {
  const dialog = useModal(open);
  return (
    <dialog
      className={s.mask}
      aria-label="正在处理"
      aria-busy={open}
      closedby="none"
      // Browsers without `closedby`.
      onCancel={(event) => event.preventDefault()}
      ref={dialog}
    >
      {open && (
        <p className={s.sign} role="status">
          <Spinner />
          正在处理，请稍候
        </p>
      )}
    </dialog>
  );
}
