import { lazy, Suspense } from 'react';
import { useCopy } from '#client/use-copy.ts';
import { Button, Spinner } from '#ui/controls/button.tsx';
import { Field, Input } from '#ui/controls/field.tsx';
import { ButtonRow, HelpText, SmallForm, TwoColumns } from '#ui/controls/form-parts.tsx';
import { KeyText } from '#web/parts/key-text.tsx';
import { FormButtons } from '#web/parts/personal/form-buttons.tsx';
import { checkTotp, cleanTotp, maxMessageLength } from '#web/parts/sign-in/check-fields.ts';
import { useFormErrors } from '#web/parts/sign-in/use-form-errors.ts';
import { silent, useAction } from '#web/parts/use-action.ts';

export type TotpSecret = { secret: string; uri: string };

// Loaded only for the set-up.
const QrCode = lazy(() => import('#web/parts/qr-code.tsx').then((module) => ({ default: module.QrCode })));

export type TotpSecretStepProps = {
  secret: TotpSecret;
  onEnabled: (recoveryCodes: string[]) => void;
  onCancel: () => void;
};

/** The secret as a QR code and as text, and a field for a first code that proves the authenticator has it. */
export function TotpSecretStep({ secret: { secret, uri }, onEnabled, onCancel }: TotpSecretStepProps) {
  const { form, errors, showErrors, text } = useFormErrors<'totp'>();
  const { isBusy, error, run } = useAction();
  const copy = useCopy(secret);

  function enable() {
    if (showErrors({ totp: checkTotp(text('totp')) })) return;
    void run(async (call) => {
      const body = { value: cleanTotp(text('totp')) };
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
      <TwoColumns>
        <Suspense fallback={<Spinner />}>
          <QrCode text={uri} label="两步验证的二维码" />
        </Suspense>
        <HelpText>
          <p>用验证器扫这个二维码，例如腾讯身份验证器、Microsoft Authenticator。</p>
          <p>扫不了时，把密钥输进去：</p>
          <KeyText text={secret} />
          <ButtonRow>
            <Button size="s" {...copy}>
              复制密钥
            </Button>
            <a className="link only-phone" href={uri}>
              在这台手机的验证器里打开
            </a>
          </ButtonRow>
        </HelpText>
      </TwoColumns>
      <Field label="验证器里的 6 位数字" error={errors.totp ?? error}>
        {(control) => (
          <Input
            {...control}
            name="totp"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={maxMessageLength}
            autoFocus
          />
        )}
      </Field>
    </SmallForm>
  );
}
