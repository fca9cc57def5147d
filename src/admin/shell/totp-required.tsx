import { ButtonLink } from '#ui/controls/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { useTitle } from '../parts/use-title.ts';
import s from './bare.module.css';

/** Shown to staff who must have a second factor but have not set it up. */
export function TotpRequired({ roleNames }: { roleNames: readonly string[] }) {
  useTitle('先开启两步验证');
  return (
    <main className={s.bare}>
      <EmptyState
        title="先开启两步验证"
        level={1}
        actions={
          <>
            <ButtonLink tone="ink" size="s" href="/personal/security">
              去开启
            </ButtonLink>
            <ButtonLink size="s" href="/index">
              回到首页
            </ButtonLink>
          </>
        }
      >
        <p>
          你的角色是{roleNames.join('、')}
          。编辑部的账号要有两步验证才能进入后台：在手机上装一个验证器，扫码，填入 6
          位数字，一两分钟就好。开启之后回到这里。
        </p>
      </EmptyState>
    </main>
  );
}
