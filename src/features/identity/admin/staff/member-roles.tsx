import { Button, Select } from 'antd';
import { Chip } from '#admin/parts/chip.tsx';
import { useRead, useSend } from '#admin/parts/data.ts';
import { Quiet, Section } from '#admin/parts/layout/page.tsx';
import { useUser } from '#client/stores.ts';
import s from '../people.module.css';

type Member = { id: string; roles: { code: string; name: string }[] };

/** Roles of one person, granted and revoked one by one. */
export function MemberRoles({ member: { id, roles } }: { member: Member }) {
  const ownId = useUser(({ userInfo }) => userInfo?.id);
  const giveRole = useSend('POST /admin/staff/giveRole', { done: '角色已给出，立即生效' });
  const takeRole = useSend('POST /admin/staff/takeRole', { done: '角色已收回，立即生效' });
  const allRoles = useRead('GET /admin/role/list').data?.roles ?? [];
  const available = allRoles.filter(({ code }) => !roles.some((own) => own.code === code));
  const isBusy = giveRole.isSending || takeRole.isSending;
  const isSelf = id === ownId;
  return (
    <Section title="角色">
      {roles.length === 0 && <Quiet>没有角色，不能进入后台</Quiet>}
      <ul className={s.lines}>
        {roles.map(({ code, name }) => (
          <li key={code}>
            <Chip tone="info">{name}</Chip>
            {!isSelf && (
              <Button
                size="small"
                danger
                disabled={isBusy}
                aria-label={`收回角色${name}`}
                onClick={() => void takeRole.send({ id, role: code })}
              >
                收回
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isSelf ? (
        <Quiet>自己的角色要请另一位管理员来改。</Quiet>
      ) : (
        <Select
          aria-label="给出角色"
          placeholder="给出一个角色"
          disabled={isBusy || available.length === 0}
          options={available.map(({ code, name }) => ({ value: code, label: name }))}
          value={null}
          onChange={(role: string | null) => role && void giveRole.send({ id, role })}
        />
      )}
    </Section>
  );
}
