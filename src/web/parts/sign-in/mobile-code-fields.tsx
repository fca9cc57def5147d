import type { ComponentProps } from 'react';
import { checkMobile, cleanMobile } from './check-fields.ts';
import { CodeField } from './code-field.tsx';
import { MobileField } from './mobile-field.tsx';
import type { FormState } from './use-form-errors.ts';

type MobileCodeFieldsProps = Pick<ComponentProps<typeof CodeField>, 'purpose' | 'hasOutbox'> &
  Pick<ComponentProps<typeof MobileField>, 'mobile' | 'setMobile' | 'autoComplete'> & {
    state: Omit<FormState<'mobile' | 'code'>, 'form'>;
  };

/** A mobile number and the code that is sent to it; a number that is none is refused before a code is asked for. */
export function MobileCodeFields({
  state,
  purpose,
  hasOutbox = false,
  mobile,
  ...rest
}: MobileCodeFieldsProps) {
  const { errors, refuse, text } = state;
  function checkPhone(): string | null {
    const fault = checkMobile(text('mobile'));
    return refuse({ mobile: fault }) ? null : cleanMobile(text('mobile'));
  }
  return (
    <>
      <MobileField {...rest} error={errors.mobile} mobile={mobile} />
      <CodeField
        purpose={purpose}
        phone={mobile}
        checkPhone={checkPhone}
        error={errors.code}
        hasOutbox={hasOutbox}
      />
    </>
  );
}
