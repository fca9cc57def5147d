import { useEffect, useRef } from 'react';
import { Field, Input } from '#ui/controls/field.tsx';
import { cleanMobile } from './check-fields.ts';

export type MobileFieldProps = {
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
