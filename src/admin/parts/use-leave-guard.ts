import { App } from 'antd';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/** While something is not saved, asks before another place takes its place: another tab, screen, or site. */
export function useLeaveGuard(isDirty: boolean): void {
  const { modal } = App.useApp();
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: next }) =>
      isDirty && here.pathname + here.search !== next.pathname + next.search,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const asked = modal.confirm({
      title: '有改动还没有保存',
      content: '离开后，这次的改动会丢掉。',
      okText: '不保存',
      cancelText: '继续编辑',
      onOk: () => blocker.proceed(),
      onCancel: () => blocker.reset(),
    });
    return () => asked.destroy();
  }, [blocker, modal]);
  useEffect(() => {
    if (!isDirty) return;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', hold);
    return () => removeEventListener('beforeunload', hold);
  }, [isDirty]);
}
