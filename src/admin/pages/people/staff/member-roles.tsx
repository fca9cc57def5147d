import { Button, Select } from 'antd';
import { useState } from 'react';
import { useUser } from '#client/stores.ts';
import { toasts } from '#client/toasts.ts';
import { call } from '../../../api.ts';
import { Chip } from '../../../parts/chip.tsx';
import s from '../people.module.css';
import { useRoles } from '../use-roles.ts';

type Held = { id: string; name: string; roles: { code: string; name: string }[] };

/** The roles of one person, given and taken one by one. */
export function MemberRoles({ member, onChanged }: { member: Held; onChanged: () => void }) {
  const ownId = useUser(({ userInfo }) => userInfo?.id);
  const { data } = useRoles();
  const [isBusy, setIsBusy] = useState(false);
  const change = async (act: 'giveRole' | 'takeRole', role: string) => {
    setIsBusy(true);
    try {
      await call(`POST /admin/staff/${act}`, { body: { id: member.id, role } });
      toasts.success(act === 'giveRole' ? '角色已给出，立即生效' : '角色已收回，立即生效');
      onChanged();
    } catch {
      // The person has been told in an alert.
    } finally {
      setIsBusy(false);
    }
  };
  const isSelf = member.id === ownId;
  const free = (data?.roles ?? []).filter(({ code }) => !member.roles.some((held) => held.code === code));
  return (
    <section className={s.part}>
      <h3>角色</h3>
      {member.roles.length === 0 && <p className={s.quiet}>没有角色，不能进入后台</p>}
      <ul className={s.lines}>
        {member.roles.map(({ code, name }) => (
          <li key={code}>
            <Chip tone="info">{name}</Chip>
            {!isSelf && (
              <Button
                size="small"
                danger
                disabled={isBusy}
                aria-label={`收回角色${name}`}
                onClick={() => void change('takeRole', code)}
              >
                收回
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isSelf ? (
        <p className={s.quiet}>自己的角色要请另一位管理员来改。</p>
      ) : (
        <Select
          aria-label="给出角色"
          placeholder="给出一个角色"
          disabled={isBusy || free.length === 0}
          options={free.map(({ code, name }) => ({ value: code, label: name }))}
          value={null}
          onChange={(code: string | null) => code && void change('giveRole', code)}
        />
      )}
    </section>
  );
}
