import { Button } from 'antd';
import { useState } from 'react';
import { Chip } from '#admin/parts/chip.tsx';
import { useRead } from '#admin/parts/data.ts';
import { Item } from '#admin/parts/form/items.tsx';
import { NumberInput } from '#admin/parts/form/number-input.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { Loaded } from '#admin/parts/layout/loaded.tsx';
import { Quiet, Section } from '#admin/parts/layout/page.tsx';
import { type GrantRecord, giveVipInput } from '#features/entitlements/schema.ts';
import type { MemberDetail } from '../../members/schema.ts';
import s from '../people.module.css';
import { ReasonDialog, ReasonItem } from '../reason-dialog.tsx';
import { nameSource } from './name-source.ts';

const scopes = { vip: 'VIP', post: '单篇', column: '栏目' };

/** VIP and other grants of a member, with manual granting and ending of VIP. */
export function MemberVip({ member, mayManage }: { member: MemberDetail; mayManage: boolean }) {
  const grants = useRead('GET /admin/member/grants', { id: member.id });
  return (
    <Section
      title={member.vipUntil ? `VIP 至 ${member.vipUntil.slice(0, 10)}` : 'VIP 与已购'}
      tools={mayManage && <VipTools member={member} />}
    >
      <Loaded read={grants} noun="已购内容" level={3}>
        {(records) =>
          records.length === 0 ? (
            <Quiet>没有 VIP，也没有买过内容</Quiet>
          ) : (
            <ul className={s.lines}>
              {records.map((grant, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the whole list is replaced at once
                <Grant key={index} grant={grant} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}

function Grant({ grant: { scope, targetId, source, startsAt, endsAt, isRunning } }: { grant: GrantRecord }) {
  return (
    <li>
      <span>
        {scopes[scope]}
        {targetId && ` ${targetId}`} <Chip>{nameSource(source)}</Chip>{' '}
        {isRunning ? <Chip tone="good">有效</Chip> : <Chip>已结束</Chip>}
      </span>
      <Quiet>
        {startsAt.slice(0, 10)} 至 {endsAt ? endsAt.slice(0, 10) : '长期'}
      </Quiet>
    </li>
  );
}

function VipTools({ member }: { member: MemberDetail }) {
  const [openDialog, setOpenDialog] = useState<'give' | 'end'>();
  const close = () => setOpenDialog(undefined);
  return (
    <>
      <Button size="small" onClick={() => setOpenDialog('give')}>
        {member.vipUntil ? '延长 VIP' : '开通 VIP'}
      </Button>
      {member.vipUntil && (
        <Button size="small" danger onClick={() => setOpenDialog('end')}>
          终止 VIP
        </Button>
      )}
      {openDialog === 'give' && <GiveVip member={member} onClose={close} />}
      {openDialog === 'end' && (
        <ReasonDialog
          action="POST /admin/member/endVip"
          memberId={member.id}
          title={`终止${member.name}的 VIP`}
          okText="终止"
          warning="VIP 内容立即锁上，花钱买的期限也一并终止；单独买过的内容不受影响。"
          done="VIP 已终止"
          onClose={close}
        />
      )}
    </>
  );
}

function GiveVip({ member: { id, name, vipUntil }, onClose }: { member: MemberDetail; onClose: () => void }) {
  const verb = vipUntil ? '延长' : '开通';
  const save = useSave('POST /admin/member/giveVip', {
    schema: giveVipInput,
    initial: { days: 30, reason: '' },
    toBody: (values) => ({ id, ...values }),
    done: (answer) => `VIP 有效至 ${answer.vipUntil?.slice(0, 10)}`,
    onSaved: onClose,
  });
  return (
    <FormDialog save={save} title={`给${name}${verb} VIP`} okText={verb} width={460} onClose={onClose}>
      <p>
        {vipUntil ? `从现在的到期日 ${vipUntil.slice(0, 10)} 往后加。` : '从现在开始，立即可以读 VIP 内容。'}
      </p>
      <Item name="days" label="天数" note="1 到 3650 天。">
        <NumberInput precision={0} />
      </Item>
      <ReasonItem />
    </FormDialog>
  );
}
