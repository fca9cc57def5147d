import { Failed } from '#ui/states/void.tsx';
import s from './bare.module.css';

/** A screen that broke or whose file did not arrive, as after an update of the portal. */
export function FailedScreen() {
  return (
    <main className={s.bare}>
      <Failed
        level={1}
        title="这一页没能打开"
        message="可能是网络断了，或者后台刚刚更新过。刷新后再试；写到一半的稿件已留在本机。"
        onRetry={() => location.reload()}
      />
    </main>
  );
}
