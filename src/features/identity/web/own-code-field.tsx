import type { ComponentProps } from 'react';
import { useProfile } from '#web/parts/member/use-profile.ts';
import { CodeField } from '#web/parts/sign-in/code-field.tsx';
import { useHasOutbox } from './use-has-outbox.ts';

type OwnCodeFieldProps = Pick<ComponentProps<typeof CodeField>, 'label' | 'name' | 'error'> & {
  purpose: 'change-old' | 'delete';
};

/** The field for a code to the member's own mobile number or, without one, e-mail address. */
export function OwnCodeField({ label, ...rest }: OwnCodeFieldProps) {
  const profile = useProfile();
  const hasOutbox = useHasOutbox();
  const ownEmail = (profile?.mobile === '' ? profile.email : null) ?? undefined;
  return (
    <CodeField
      {...rest}
      phone=""
      ownEmail={ownEmail}
      checkPhone={() => ''}
      label={label ?? (ownEmail ? '发往邮箱的验证码' : '短信验证码')}
      hasOutbox={hasOutbox}
    />
  );
}
