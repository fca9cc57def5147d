import { useLeaveQuestion } from '#client/leave-guard.ts';
import { AlertDialog } from '#ui/overlays/dialog.tsx';

/** Asks before navigation away from changes that could not be saved. A page with an editor mounts it once. */
export function LeaveGuard() {
  const { isOpen, leave, stay } = useLeaveQuestion();
  return (
    <AlertDialog
      open={isOpen}
      title="有改动还没有保存"
      message="这次的改动没有存到网站，离开后可能会丢掉。"
      confirmLabel="不保存"
      cancelLabel="继续编辑"
      tone="accent"
      onConfirm={leave}
      onCancel={stay}
    />
  );
}
