import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { toasts } from '#client/toasts.ts';
import type { Membership } from '#features/memberships/schema.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field, Input } from '#ui/controls/field.tsx';
import { SmallForm } from '#ui/controls/form-parts.tsx';
import { startPaying } from '../../../parts/pay/paying.ts';
import { silent, useAct } from '../../../parts/use-act.ts';
import { FormButtons } from '../form-buttons.tsx';
import { SettingList, SettingRow } from '../setting-row.tsx';
import { longDay } from '../stamp.ts';

/** What runs now and until when, with the way to go on, and the place for a redeem code. */
export function Memberships({ memberships }: { memberships: Membership[] }) {
  const { revalidate } = useRevalidator();
  const onPaid = () => void revalidate();
  const hasVip = memberships.some(({ scope }) => scope === 'vip');
  return (
    <SettingList label="我的会员">
      {!hasVip && (
        <SettingRow
          label="VIP 会员"
          action={
            <Button size="s" tone="vip" onClick={() => startPaying({ first: 'vip', onPaid })}>
              开通 VIP
            </Button>
          }
        >
          还没有开通
        </SettingRow>
      )}
      {memberships.map(({ scope, columnId, name, endsAt }) => (
        <SettingRow
          key={`${scope} ${columnId}`}
          label={name}
          action={
            <Button
              size="s"
              aria-label={`续费：${name}`}
              onClick={() => startPaying({ first: scope, columnId: columnId ?? undefined, onPaid })}
            >
              续费
            </Button>
          }
        >
          {`有效期至 ${longDay(endsAt)}`}
        </SettingRow>
      ))}
      <Redeem />
    </SettingList>
  );
}

function Redeem() {
  const { revalidate } = useRevalidator();
  const { isBusy, error, run } = useAct();
  const [isOpen, setIsOpen] = useState(false);
  const [code, setCode] = useState('');
  const redeem = () =>
    run(async (call) => {
      const { name } = await call('POST /member/redeemCode', { body: { code: code.trim() }, ...silent });
      toasts.success(`兑换成功：${name}`);
      setCode('');
      setIsOpen(false);
      void revalidate();
    });
  return (
    <SettingRow
      label="兑换码"
      action={
        !isOpen && (
          <Button size="s" onClick={() => setIsOpen(true)}>
            去兑换
          </Button>
        )
      }
      form={
        isOpen && (
          <SmallForm
            label="兑换码"
            onSubmit={() => void redeem()}
            error={error}
            actions={<FormButtons label="兑换" isBusy={isBusy} onCancel={() => setIsOpen(false)} />}
          >
            <Field label="填写兑换码">
              {(control) => (
                <Input
                  {...control}
                  name="code"
                  autoComplete="off"
                  autoCapitalize="characters"
                  maxLength={40}
                  value={code}
                  onChange={({ target }) => setCode(target.value)}
                />
              )}
            </Field>
          </SmallForm>
        )
      }
    >
      别人送的，或活动得来的
    </SettingRow>
  );
}
