import { ButtonLink } from '#ui/controls/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { useTitle } from '../parts/use-title.ts';
import s from './bare.module.css';

export function NotStaff() {
  useTitle('没有后台权限');
  return (
    <main className={s.bare}>
      <EmptyState
        title="这个账号不能进入后台"
        level={1}
        actions={
          <>
            <ButtonLink tone="ink" size="s" href="/index">
              回到首页
            </ButtonLink>
            <ButtonLink size="s" href="/login">
              换一个账号
            </ButtonLink>
          </>
        }
      >
        <p>
          403：后台只对编辑部的成员开放。如果你是编辑部的成员，请让管理员为这个账号分配角色，然后刷新这一页。
        </p>
      </EmptyState>
    </main>
  );
}
