import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { clearAccessMarks } from '#client/access-marks.ts';
import { toasts } from '#client/toasts.ts';
import type { Membership } from '#features/memberships/schema.ts';
import { formatLongDay } from '#shared/dates.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field, Input } from '#ui/controls/field.tsx';
import { SmallForm } from '#ui/controls/form-parts.tsx';
import { reloadProfile } from '#web/parts/member/use-profile.ts';
import { openPayDialog } from '#web/parts/pay/pay-request.ts';
import { FormButtons } from '#web/parts/personal/form-buttons.tsx';
import { SettingList, SettingRow } from '#web/parts/personal/setting-row.tsx';
import { silent, useAction } from '#web/parts/use-action.ts';
import { useIsOff, useSiteContext } from '#web/site.ts';

/** The active memberships and their end dates, with renewal and the field for a redeem code. */
export function Memberships({ memberships }: { memberships: Membership[] }) {
  const { revalidate } = useRevalidator();
  const onPaid = () => void revalidate();
  const isVipOff = useIsOff('vip');
  const { columns } = useSiteContext();
  const canRenew = (scope: string, columnId: string | null) =>
    scope === 'vip' ? !isVipOff : columns.some(({ id }) => id === columnId);
  const hasVip = memberships.some(({ scope }) => scope === 'vip');
  return (
    <SettingList label="我的会员">
      {!hasVip && !isVipOff && (
        <SettingRow
          label="VIP 会员"
          action={
            <Button size="s" tone="vip" onClick={() => openPayDialog({ preselected: 'vip', onPaid })}>
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
            canRenew(scope, columnId) && (
              <Button
                size="s"
                aria-label={`续费：${name}`}
                onClick={() => openPayDialog({ preselected: scope, columnId: columnId ?? undefined, onPaid })}
              >
                续费
              </Button>
            )
          }
        >
          {`有效期至 ${formatLongDay(endsAt)}`}
        </SettingRow>
      ))}
      <Redeem />
    </SettingList>
  );
}

function Redeem() {
  const { revalidate } = useRevalidator();
  const { isBusy, error, run } = useAction();
  const [isOpen, setIsOpen] = useState(false);
  const [code, setCode] = useState('');
  const redeem = () =>
    run(async (call) => {
      const { name } = await call('POST /member/redeemCode', { body: { code: code.trim() }, ...silent });
      clearAccessMarks();
      toasts.success(`兑换成功：${name}`);
      setCode('');
      setIsOpen(false);
      reloadProfile();
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
