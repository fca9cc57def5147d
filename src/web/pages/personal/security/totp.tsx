import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { Profile } from '#features/identity/account/schema.ts';
import { Field, Input, PasswordInput } from '#ui/controls/field.tsx';
import { SmallForm, Words } from '#ui/controls/form-parts.tsx';
import { State } from '#ui/marks/tag.tsx';
import { checkCode, checkPassword, checkTotp, cleanCode } from '../../../parts/sign-in/check-fields.ts';
import { CodeField } from '../../../parts/sign-in/code-field.tsx';
import { useFormErrors } from '../../../parts/sign-in/use-form-errors.ts';
import { silent, useAct } from '../../../parts/use-act.ts';
import { useAsk } from '../../../site.ts';
import { EditButton, useEdit } from '../edit-button.tsx';
import { FormButtons } from '../form-buttons.tsx';
import { SettingList, SettingRow } from '../setting-row.tsx';
import { changePerson, keepPerson } from '../use-person.ts';
import { KeepCodes } from './keep-codes.tsx';
import { type Secret, ShowSecret } from './show-secret.tsx';

/** A role without any code is one that waits for the second factor (`STAFF_TOTP`). */
export const isTotpDue = ({ roleNames, menuIds, hasTotp }: Profile): boolean =>
  roleNames.length > 0 && menuIds.length === 0 && !hasTotp;

const why =
  '登录时除了密码或短信验证码，再输入验证器里的 6 位数字。密码可能泄露，短信可能被截获，停用的手机号会转给他人；开启之后，别人拿到其中一样也进不来。';

/** The second factor: codes of an authenticator beside the password. */
export function Totp({ profile, hasOutbox }: { profile: Profile; hasOutbox: boolean }) {
  const edit = useEdit();
  const [isSettingUp, setIsSettingUp] = useState(false);
  // While its recovery codes are on screen the set-up is not over, though the account already has it.
  const isOn = profile.hasTotp && !isSettingUp;
  return (
    <SettingList label="两步验证" headed>
      <SettingRow
        label="动态验证码"
        note={
          isTotpDue(profile)
            ? `你是编辑部成员（${profile.roleNames.join('、')}），开启之后才能进入后台。${why}`
            : why
        }
        action={<EditButton edit={edit} label={isOn ? '关闭' : '开启'} what="两步验证" />}
        form={
          edit.isOpen &&
          (isOn ? (
            <TurnOff onDone={edit.close} />
          ) : (
            <SetUp
              hasPassword={profile.hasPassword}
              hasOutbox={hasOutbox}
              onEnabled={() => setIsSettingUp(true)}
              onDone={() => {
                setIsSettingUp(false);
                edit.close();
              }}
            />
          ))
        }
      >
        <State tone={profile.hasTotp ? 'ok' : 'off'}>{profile.hasTotp ? '已开启' : '未开启'}</State>
      </SettingRow>
    </SettingList>
  );
}

type SetUpProps = { hasPassword: boolean; hasOutbox: boolean; onEnabled: () => void; onDone: () => void };

/** Who it is, the secret and a first code of it, then the recovery codes, which are shown this once. */
function SetUp({ hasPassword, hasOutbox, onEnabled, onDone }: SetUpProps) {
  const [secret, setSecret] = useState<Secret>();
  const [codes, setCodes] = useState<string[]>();
  const ask = useAsk();
  if (codes) return <KeepCodes codes={codes} onDone={onDone} />;
  if (!secret)
    return <Confirm hasPassword={hasPassword} hasOutbox={hasOutbox} onSecret={setSecret} onCancel={onDone} />;
  return (
    <ShowSecret
      secret={secret}
      onCancel={onDone}
      onEnabled={(recoveryCodes) => {
        onEnabled();
        setCodes(recoveryCodes);
        changePerson({ hasTotp: true });
        // Where staff must have the factor, it brings their permissions.
        ask('GET /member/profile', undefined, { isSilent: true }).then(keepPerson, () => undefined);
      }}
    />
  );
}

type ConfirmProps = {
  hasPassword: boolean;
  hasOutbox: boolean;
  onSecret: (secret: Secret) => void;
  onCancel: () => void;
};

function Confirm({ hasPassword, hasOutbox, onSecret, onCancel }: ConfirmProps) {
  const { form, errors, refuse, text } = useFormErrors<'password' | 'code'>();
  const { isBusy, error, run } = useAct();

  function go() {
    const found = hasPassword
      ? { password: checkPassword(text('password')) }
      : { code: checkCode(text('code')) };
    if (refuse(found)) return;
    const body = hasPassword ? { password: text('password') } : { value: cleanCode(text('code')) };
    void run(async (call) => onSecret(await call('POST /member/beginTotp', { body, ...silent })));
  }

  return (
    <SmallForm
      form={form}
      label="确认身份"
      onSubmit={go}
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
        <CodeField
          purpose="change-old"
          phone=""
          checkPhone={() => ''}
          error={errors.code}
          hasOutbox={hasOutbox}
        />
      )}
    </SmallForm>
  );
}

function TurnOff({ onDone }: { onDone: () => void }) {
  const { form, errors, refuse, text } = useFormErrors<'totp'>();
  const { isBusy, error, run } = useAct();

  async function turnOff() {
    if (refuse({ totp: checkTotp(text('totp')) })) return;
    const isDone = await run(async (call) => {
      await call('POST /member/disableTotp', { body: { value: cleanCode(text('totp')) }, ...silent });
    });
    if (!isDone) return;
    changePerson({ hasTotp: false });
    toasts.success('两步验证已关闭');
    onDone();
  }

  return (
    <SmallForm
      form={form}
      label="关闭两步验证"
      onSubmit={() => void turnOff()}
      actions={<FormButtons label="关闭两步验证" tone="accent" isBusy={isBusy} onCancel={onDone} />}
    >
      <Words>
        <p>关闭后，只用密码就能登录。</p>
      </Words>
      <Field label="动态验证码" hint="6 位数字，或一个恢复码" error={errors.totp ?? error}>
        {(control) => (
          <Input {...control} name="totp" autoComplete="one-time-code" maxLength={40} autoFocus />
        )}
      </Field>
    </SmallForm>
  );
}
