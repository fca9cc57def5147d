import { useRouteError } from 'react-router';
import { useReloadIfUpgraded } from '#client/missing-file.ts';
import { ErrorState } from '#ui/states/empty-state.tsx';
import s from './bare.module.css';

/**
 * Error screen: the screen threw, or its file failed to load. After an upgrade of the portal, which replaced the file,
 * it reloads the document first.
 */
export function FailedScreen() {
  const isReloading = useReloadIfUpgraded(useRouteError());
  if (isReloading) return <p className="vh">正在重新打开 …</p>;
  return (
    <main className={s.bare}>
      <ErrorState
        level={1}
        title="这一页没能打开"
        message="可能是网络断了，或者后台刚刚更新过。刷新后再试；写到一半的稿件已留在本机。"
        onRetry={() => location.reload()}
      />
    </main>
  );
}
