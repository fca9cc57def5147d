import { useEffect } from 'react';
import { useLeaveQuestion } from '#client/leave-guard.ts';
import { useConfirm } from '../parts/layout/confirm.tsx';

/** Asks before navigation away from changes that could not be saved. The shell mounts it once. */
export function LeaveGuard() {
  const confirm = useConfirm();
  const { isOpen, leave, stay } = useLeaveQuestion();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `leave` and `stay` act on the held navigation.
  useEffect(() => {
    if (!isOpen) return;
    const dialog = confirm({
      title: '有改动还没有保存',
      content: '这次的改动没有存到网站，离开后可能会丢掉。',
      okText: '不保存',
      cancelText: '继续编辑',
      onOk: leave,
      onCancel: stay,
    });
    return () => dialog.destroy();
  }, [isOpen, confirm]);
  return null;
}
