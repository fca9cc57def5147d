import { lazy, Suspense } from 'react';
import { useCopy } from '#client/copy.ts';
import { Button, Spin } from '#ui/controls/button.tsx';
import { Field, Input } from '#ui/controls/field.tsx';
import { Acts, Beside, SmallForm, Words } from '#ui/controls/form-parts.tsx';
import { KeyText } from '../../../parts/key-text.tsx';
import { checkTotp, cleanCode } from '../../../parts/sign-in/check-fields.ts';
import { useFormErrors } from '../../../parts/sign-in/use-form-errors.ts';
import { silent, useAct } from '../../../parts/use-act.ts';
import { FormButtons } from '../form-buttons.tsx';

export type Secret = { secret: string; uri: string };

// Only who sets it up loads it.
const QrCode = lazy(() =>
  import('../../../parts/qr-code.tsx').then((module) => ({ default: module.QrCode })),
);

export type ShowSecretProps = {
  secret: Secret;
  onEnabled: (recoveryCodes: string[]) => void;
  onCancel: () => void;
};

/** The secret as a picture and as text, and a first code as proof that the authenticator has it. */
export function ShowSecret({ secret: { secret, uri }, onEnabled, onCancel }: ShowSecretProps) {
  const { form, errors, refuse, text } = useFormErrors<'totp'>();
  const { isBusy, error, run } = useAct();
  const copy = useCopy(secret);

  function enable() {
    if (refuse({ totp: checkTotp(text('totp')) })) return;
    void run(async (call) => {
      const body = { value: cleanCode(text('totp')) };
      const { recoveryCodes } = await call('POST /member/enableTotp', { body, ...silent });
      onEnabled(recoveryCodes);
    });
  }

  return (
    <SmallForm
      form={form}
      label="开启两步验证"
      onSubmit={enable}
      actions={<FormButtons label="开启" isBusy={isBusy} onCancel={onCancel} />}
    >
      <Beside>
        <Suspense fallback={<Spin />}>
          <QrCode text={uri} label="两步验证的二维码" />
        </Suspense>
        <Words>
          <p>用验证器扫这个二维码，例如腾讯身份验证器、Microsoft Authenticator。</p>
          <p>扫不了时，把密钥输进去：</p>
          <KeyText text={secret} />
          <Acts>
            <Button size="s" {...copy}>
              复制密钥
            </Button>
            <a className="link only-phone" href={uri}>
              在这台手机的验证器里打开
            </a>
          </Acts>
        </Words>
      </Beside>
      <Field label="验证器里的 6 位数字" error={errors.totp ?? error}>
        {(control) => (
          <Input
            {...control}
            name="totp"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            autoFocus
          />
        )}
      </Field>
    </SmallForm>
  );
}
