import type { ComponentProps } from 'react';
import { useEffect, useRef } from 'react';
import { Field, Input } from '#ui/controls/field.tsx';
import { checkMobile, cleanMobile } from './check-fields.ts';
import { CodeField } from './code-field.tsx';
import type { FormState } from './use-form-errors.ts';

type MobileCodeFieldsProps = Pick<ComponentProps<typeof CodeField>, 'purpose' | 'hasOutbox'> &
  Pick<ComponentProps<typeof MobileField>, 'mobile' | 'setMobile' | 'autoComplete'> & {
    state: Omit<FormState<'mobile' | 'code'>, 'form'>;
  };

/** A mobile number and the code sent to it. Refuses an invalid number before a code is requested. */
export function MobileCodeFields({
  state,
  purpose,
  hasOutbox = false,
  mobile,
  ...rest
}: MobileCodeFieldsProps) {
  const { errors, showErrors, text } = state;
  function checkPhone(): string | null {
    const error = checkMobile(text('mobile'));
    return showErrors({ mobile: error }) ? null : cleanMobile(text('mobile'));
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

type MobileFieldProps = {
  error: string | undefined;
  mobile: string;
  setMobile: (mobile: string) => void;
  label?: string;
  name?: string;
  /** `username` if a password belongs to the number, so that password managers save both together. */
  autoComplete?: 'username' | 'tel';
};

/**
 * The field for a mobile number. It is uncontrolled, because the browser may fill it in before hydration; the form
 * reads the field, and `setMobile` only serves the button that requests a code.
 */
export function MobileField(props: MobileFieldProps) {
  const { error, mobile, setMobile, label = '手机号', name = 'mobile', autoComplete = 'username' } = props;
  const field = useRef<HTMLDivElement>(null);
  const latestSetMobile = useRef(setMobile);
  latestSetMobile.current = setMobile;

  // A value filled in before hydration fired no event that React could handle.
  useEffect(() => {
    const autofilled = field.current?.querySelector('input')?.value;
    if (autofilled) latestSetMobile.current(cleanMobile(autofilled));
  }, []);

  return (
    <div ref={field}>
      <Field label={label} error={error}>
        {(control) => (
          <Input
            {...control}
            name={name}
            type="tel"
            inputMode="numeric"
            autoComplete={autoComplete}
            placeholder="11 位手机号"
            defaultValue={mobile}
            onInput={(event) => setMobile(cleanMobile(event.currentTarget.value))}
          />
        )}
      </Field>
    </div>
  );
}
