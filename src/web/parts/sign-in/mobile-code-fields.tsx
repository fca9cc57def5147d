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

type MobileFieldProps = {
  error: string | undefined;
  /** The number filled in so far, cleaned. */
  mobile: string;
  setMobile: (mobile: string) => void;
  label?: string;
  name?: string;
  /** `username` where a password belongs to it, so that password managers keep the two together. */
  autoComplete?: 'username' | 'tel';
};

/**
 * A mobile number's field. It is the browser's to fill in, also before the script is here, so the form reads it;
 * what is told on the way is for the code's button.
 */
export function MobileField(props: MobileFieldProps) {
  const { error, mobile, setMobile, label = '手机号', name = 'mobile', autoComplete = 'username' } = props;
  const field = useRef<HTMLDivElement>(null);
  const latestSet = useRef(setMobile);
  latestSet.current = setMobile;

  // Filled in before the script was here, there was nobody to tell.
  useEffect(() => {
    const filledIn = field.current?.querySelector('input')?.value;
    if (filledIn) latestSet.current(cleanMobile(filledIn));
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
