import { App, Button } from 'antd';
import { useUser } from '#client/stores.ts';
import { toasts } from '#client/toasts.ts';
import { call } from '../../../api.ts';
import { Chip } from '../../../parts/chip.tsx';
import s from '../people.module.css';

type Holder = { id: string; name: string; hasTotp: boolean };

/** Whether somebody has a second factor, and what to do when they have lost it. */
export function ResetTotp({ member, onChanged }: { member: Holder; onChanged: () => void }) {
  const { modal } = App.useApp();
  const ownId = useUser(({ userInfo }) => userInfo?.id);
  const ask = () =>
    modal.confirm({
      title: `重置${member.name}的两步验证？`,
      content:
        '先用别的办法确认真的是本人丢了手机。对方的全部登录立即结束，下次只凭密码或验证码登录，之后要重新开启。',
      okText: '重置',
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          await call('POST /admin/staff/resetTotp', { body: { id: member.id } });
          toasts.success('两步验证已重置');
          onChanged();
        } catch {
          // The person has been told in an alert.
        }
      },
    });
  return (
    <section className={s.part}>
      <h3>
        两步验证
        {member.hasTotp ? <Chip tone="good">已开启</Chip> : <Chip tone="warn">未开启</Chip>}
      </h3>
      {!member.hasTotp ? (
        <p className={s.quiet}>本人在“个人中心 · 账号安全”里开启。</p>
      ) : member.id === ownId ? (
        <p className={s.quiet}>自己的在“个人中心 · 账号安全”里管理。</p>
      ) : (
        <div className={s.acts}>
          <Button danger onClick={ask}>
            重置两步验证
          </Button>
        </div>
      )}
    </section>
  );
}
