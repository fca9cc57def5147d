import { useState } from 'react';
import { useUser } from '#client/stores.ts';
import { toasts } from '#client/toasts.ts';
import { Field, PasswordInput } from '#ui/controls/field.tsx';
import { HelpText, SmallForm } from '#ui/controls/form-parts.tsx';
import { Link } from '#ui/link.tsx';
import { saveProfile, updateProfile, useProfile } from '#web/parts/member/use-profile.ts';
import { definePersonalPage } from '#web/parts/personal/define-personal-page.tsx';
import { FormButtons } from '#web/parts/personal/form-buttons.tsx';
import { SettingForm } from '#web/parts/personal/setting-row.tsx';
import { checkCode, checkNewPassword, checkPassword, cleanCode } from '#web/parts/sign-in/check-fields.ts';
import { useFormErrors } from '#web/parts/sign-in/use-form-errors.ts';
import { silent, useAction } from '#web/parts/use-action.ts';
import { OwnCodeField } from './own-code-field.tsx';

/**
 * Changes the password (docs/product.md §2). A member without one proves by an SMS code that the mobile number is
 * theirs.
 */
export const page = definePersonalPage({
  title: '修改密码',
  load: async ({ fetchCall }) => {
    const profile = await fetchCall('GET /member/profile', undefined, { isSilent: true });
    saveProfile(profile);
    return profile;
  },
  Body: ({ data }) => {
    const { hasPassword } = useProfile() ?? data;
    const [saveCount, setSaveCount] = useState(0);
    return (
      <SettingForm>
        <HelpText>
          {!hasPassword && <p>你还没有设置密码，设置后可以用手机号和密码登录。</p>}
          <p>保存后，其他设备上的登录会全部失效，这台设备不受影响。</p>
        </HelpText>
        <PasswordForm key={saveCount} hasPassword={hasPassword} onDone={() => setSaveCount(saveCount + 1)} />
      </SettingForm>
    );
  },
});

function PasswordForm({ hasPassword, onDone }: { hasPassword: boolean; onDone: () => void }) {
  const { form, errors, showErrors, text } = useFormErrors<
    'oldPassword' | 'code' | 'password' | 'repeated'
  >();
  const { isBusy, error, run } = useAction();
  const account = useUser(({ userInfo }) => userInfo?.account);

  async function save() {
    const password = text('password');
    const newErrors = {
      ...(hasPassword
        ? { oldPassword: checkPassword(text('oldPassword')) }
        : { code: checkCode(text('code')) }),
      password: checkNewPassword(password),
      repeated: text('repeated') === password ? undefined : '两次输入的密码不一样',
    };
    if (showErrors(newErrors)) return;
    const credentials = hasPassword
      ? { oldPassword: text('oldPassword') }
      : { value: cleanCode(text('code')) };
    const isSaved = await run(
      async (call) => {
        await call('POST /member/changePassword', { body: { ...credentials, password }, ...silent });
      },
      { hasMask: true },
    );
    if (!isSaved) return;
    updateProfile({ hasPassword: true });
    toasts.success('密码已保存，其他设备需要重新登录');
    onDone();
  }

  return (
    <SmallForm
      form={form}
      label="修改密码"
      error={error}
      onSubmit={() => void save()}
      actions={<FormButtons label="保存" busyLabel="正在保存" isBusy={isBusy} />}
    >
      {/* Password managers need to know the account of the password. */}
      <input type="text" name="username" autoComplete="username" value={account ?? ''} readOnly hidden />
      {hasPassword ? (
        <Field label="旧密码" error={errors.oldPassword} note={<ForgottenLink />}>
          {(control) => <PasswordInput {...control} name="oldPassword" autoComplete="current-password" />}
        </Field>
      ) : (
        <OwnCodeField purpose="change-old" error={errors.code} />
      )}
      <Field label="新密码" hint="8 至 100 个字符" error={errors.password}>
        {(control) => <PasswordInput {...control} name="password" autoComplete="new-password" />}
      </Field>
      <Field label="再输一次新密码" error={errors.repeated}>
        {(control) => <PasswordInput {...control} name="repeated" autoComplete="new-password" />}
      </Field>
    </SmallForm>
  );
}

const ForgottenLink = () => (
  <Link className="link" href="/password">
    忘记了旧密码
  </Link>
);
