import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import { Field, Input, PasswordInput } from '#ui/controls/field.tsx';
import { HelpText, SmallForm } from '#ui/controls/form-parts.tsx';
import { StateLabel } from '#ui/display/tag.tsx';
import { saveProfile, updateProfile } from '#web/parts/member/use-profile.ts';
import { FormButtons } from '#web/parts/personal/form-buttons.tsx';
import { SettingList, SettingRow } from '#web/parts/personal/setting-row.tsx';
import {
  checkCode,
  checkPassword,
  checkTotp,
  cleanCode,
  cleanTotp,
  maxMessageLength,
} from '#web/parts/sign-in/check-fields.ts';
import { useFormErrors } from '#web/parts/sign-in/use-form-errors.ts';
import { silent, useAction } from '#web/parts/use-action.ts';
import { useFetchCall } from '#web/site.ts';
import type { Profile } from '../../account/schema.ts';
import { EditButton, useEdit } from '../edit-button.tsx';
import { OwnCodeField } from '../own-code-field.tsx';
import { RecoveryCodesStep } from './recovery-codes-step.tsx';
import { type TotpSecret, TotpSecretStep } from './totp-secret-step.tsx';

/** A role without any permission codes waits for the second factor (`STAFF_TOTP`). */
export const isTotpDue = ({ roleNames, menuIds, hasTotp }: Profile): boolean =>
  roleNames.length > 0 && menuIds.length === 0 && !hasTotp;

const explanation =
  '登录时除了密码或短信验证码，再输入验证器里的 6 位数字。密码可能泄露，短信可能被截获，停用的手机号会转给他人；开启之后，别人拿到其中一样也进不来。';

/** The second factor: authenticator codes in addition to the password. */
export function TotpSettings({ profile }: { profile: Profile }) {
  const edit = useEdit();
  const [isSettingUp, setIsSettingUp] = useState(false);
  // While the recovery codes are on screen the set-up is not finished, although the account already has the factor.
  const isOn = profile.hasTotp && !isSettingUp;
  return (
    <SettingList label="两步验证" isUnderHeading>
      <SettingRow
        label="动态验证码"
        note={
          isTotpDue(profile)
            ? `你是编辑部成员（${profile.roleNames.join('、')}），开启之后才能进入后台。${explanation}`
            : explanation
        }
        action={<EditButton edit={edit} label={isOn ? '关闭' : '开启'} fieldName="两步验证" />}
        form={
          edit.isOpen &&
          (isOn ? (
            <DisableTotp onDone={edit.close} />
          ) : (
            <TotpSetUp
              hasPassword={profile.hasPassword}
              onEnabled={() => setIsSettingUp(true)}
              onDone={() => {
                setIsSettingUp(false);
                edit.close();
              }}
            />
          ))
        }
      >
        <StateLabel tone={profile.hasTotp ? 'ok' : 'off'}>{profile.hasTotp ? '已开启' : '未开启'}</StateLabel>
      </SettingRow>
    </SettingList>
  );
}

type TotpSetUpProps = { hasPassword: boolean; onEnabled: () => void; onDone: () => void };

/** The steps of the set-up: confirm the identity, save the secret, enter a first code, see the recovery codes once. */
function TotpSetUp({ hasPassword, onEnabled, onDone }: TotpSetUpProps) {
  const [secret, setSecret] = useState<TotpSecret>();
  const [codes, setCodes] = useState<string[]>();
  const fetchCall = useFetchCall();
  if (codes) return <RecoveryCodesStep codes={codes} onDone={onDone} />;
  if (!secret) return <ConfirmIdentity hasPassword={hasPassword} onSecret={setSecret} onCancel={onDone} />;
  return (
    <TotpSecretStep
      secret={secret}
      onCancel={onDone}
      onEnabled={(recoveryCodes) => {
        onEnabled();
        setCodes(recoveryCodes);
        updateProfile({ hasTotp: true });
        // For staff who must have the factor, enabling it also grants their permissions.
        fetchCall('GET /member/profile', undefined, { isSilent: true }).then(saveProfile, () => undefined);
      }}
    />
  );
}

type ConfirmIdentityProps = {
  hasPassword: boolean;
  onSecret: (secret: TotpSecret) => void;
  onCancel: () => void;
};

function ConfirmIdentity({ hasPassword, onSecret, onCancel }: ConfirmIdentityProps) {
  const { form, errors, showErrors, text } = useFormErrors<'password' | 'code'>();
  const { isBusy, error, run } = useAction();

  function submit() {
    const newErrors = hasPassword
      ? { password: checkPassword(text('password')) }
      : { code: checkCode(text('code')) };
    if (showErrors(newErrors)) return;
    const body = hasPassword ? { password: text('password') } : { value: cleanCode(text('code')) };
    void run(async (call) => onSecret(await call('POST /member/beginTotp', { body, ...silent })));
  }

  return (
    <SmallForm
      form={form}
      label="确认身份"
      onSubmit={submit}
      error={hasPassword ? undefined : error}
      actions={<FormButtons label="下一步" isBusy={isBusy} onCancel={onCancel} />}
    >
      {hasPassword ? (
        <Field label="先输入登录密码" error={errors.password ?? error}>
          {(control) => (
            <PasswordInput {...control} name="password" autoComplete="current-password" autoFocus />
          )}
        </Field>
      ) : (
        <OwnCodeField purpose="change-old" error={errors.code} />
      )}
    </SmallForm>
  );
}

function DisableTotp({ onDone }: { onDone: () => void }) {
  const { form, errors, showErrors, text } = useFormErrors<'totp'>();
  const { isBusy, error, run } = useAction();

  async function disable() {
    if (showErrors({ totp: checkTotp(text('totp')) })) return;
    const isDone = await run(async (call) => {
      await call('POST /member/disableTotp', { body: { value: cleanTotp(text('totp')) }, ...silent });
    });
    if (!isDone) return;
    updateProfile({ hasTotp: false });
    toasts.success('两步验证已关闭');
    onDone();
  }

  return (
    <SmallForm
      form={form}
      label="关闭两步验证"
      onSubmit={() => void disable()}
      actions={<FormButtons label="关闭两步验证" tone="accent" isBusy={isBusy} onCancel={onDone} />}
    >
      <HelpText>
        <p>关闭后，只用密码就能登录。</p>
      </HelpText>
      <Field label="动态验证码" hint="6 位数字，或一个恢复码" error={errors.totp ?? error}>
        {(control) => (
          <Input
            {...control}
            name="totp"
            autoComplete="one-time-code"
            maxLength={maxMessageLength}
            autoFocus
          />
        )}
      </Field>
    </SmallForm>
  );
}
