import { Button, InputNumber, Skeleton } from 'antd';
import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { GrantRecord } from '#features/entitlements/schema.ts';
import type { MemberDetail } from '#features/identity/members/schema.ts';
import { Failed } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { Chip } from '../../../parts/chip.tsx';
import { Field } from '../../../parts/field.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import s from '../people.module.css';
import { ReasonDialog } from '../reason-dialog.tsx';

const sources: Readonly<Record<string, string>> = {
  staff: '编辑部',
  cli: '命令行',
  demo: '示例',
  order: '购买',
};
const scopes = { vip: 'VIP', post: '单篇', column: '栏目' };

/** VIP and what else a member may read, with giving and ending it by hand. */
export function MemberVip(props: { member: MemberDetail; mayManage: boolean; onChanged: () => void }) {
  const { member, mayManage, onChanged } = props;
  const [float, setFloat] = useState<'give' | 'end'>();
  const { data, fault, reload } = useLoad(`${member.id} ${member.vipUntil}`, (signal) =>
    call('GET /admin/member/grants', { query: { id: member.id }, silent: true, signal }),
  );
  const done = (words: string) => {
    setFloat(undefined);
    toasts.success(words);
    onChanged();
  };
  return (
    <section className={s.part}>
      <h3>
        {member.vipUntil ? `VIP 至 ${member.vipUntil.slice(0, 10)}` : 'VIP 与已购'}
        {mayManage && (
          <span className={s.acts}>
            <Button size="small" onClick={() => setFloat('give')}>
              {member.vipUntil ? '延长 VIP' : '开通 VIP'}
            </Button>
            {member.vipUntil && (
              <Button size="small" danger onClick={() => setFloat('end')}>
                终止 VIP
              </Button>
            )}
          </span>
        )}
      </h3>
      {fault ? (
        <Failed message={fault.message} onRetry={reload} level={3} />
      ) : !data ? (
        <Skeleton active paragraph={{ rows: 1 }} title={false} />
      ) : data.length === 0 ? (
        <p className={s.quiet}>没有 VIP，也没有买过内容</p>
      ) : (
        <ul className={s.lines}>
          {data.map((grant, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced whole
            <Grant key={place} grant={grant} />
          ))}
        </ul>
      )}
      {float === 'give' && <GiveVip member={member} onClose={() => setFloat(undefined)} onDone={done} />}
      {float === 'end' && (
        <ReasonDialog
          title={`终止${member.name}的 VIP`}
          verb="终止"
          warning="VIP 内容立即锁上，花钱买的期限也一并终止；单独买过的内容不受影响。"
          isDanger
          onClose={() => setFloat(undefined)}
          onSubmit={async (reason) => {
            await call('POST /admin/member/endVip', { body: { id: member.id, reason } });
            done('VIP 已终止');
          }}
        />
      )}
    </section>
  );
}

function Grant({ grant: { scope, targetId, source, startsAt, endsAt, isRunning } }: { grant: GrantRecord }) {
  return (
    <li>
      <span>
        {scopes[scope]}
        {targetId && ` ${targetId}`} <Chip>{sources[source] ?? source}</Chip>{' '}
        {isRunning ? <Chip tone="good">有效</Chip> : <Chip>已结束</Chip>}
      </span>
      <span className={s.quiet}>
        {startsAt.slice(0, 10)} 至 {endsAt ? endsAt.slice(0, 10) : '长期'}
      </span>
    </li>
  );
}

function GiveVip(props: { member: MemberDetail; onClose: () => void; onDone: (words: string) => void }) {
  const { member } = props;
  const [days, setDays] = useState<number | null>(30);
  return (
    <ReasonDialog
      title={`给${member.name}${member.vipUntil ? '延长' : '开通'} VIP`}
      verb={member.vipUntil ? '延长' : '开通'}
      warning={
        member.vipUntil
          ? `从现在的到期日 ${member.vipUntil.slice(0, 10)} 往后加。`
          : '从现在开始，立即可以读 VIP 内容。'
      }
      isReady={days !== null}
      onClose={props.onClose}
      onSubmit={async (reason) => {
        const { vipUntil } = await call('POST /admin/member/giveVip', {
          body: { id: member.id, days: days ?? 0, reason },
        });
        props.onDone(`VIP 有效至 ${vipUntil?.slice(0, 10)}`);
      }}
    >
      <Field label="天数" note="1 到 3650 天。">
        {(id, noteId) => (
          <InputNumber
            id={id}
            aria-describedby={noteId}
            min={1}
            max={3650}
            precision={0}
            value={days}
            onChange={setDays}
          />
        )}
      </Field>
    </ReasonDialog>
  );
}
