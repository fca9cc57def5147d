import { type RefObject, useRef, useState } from 'react';

export type FormErrors<Name extends string> = { [K in Name]?: string | undefined };

export type FormState<Name extends string> = {
  form: RefObject<HTMLFormElement | null>;
  errors: FormErrors<Name>;
  showErrors: (newErrors: FormErrors<Name>) => boolean;
  text: (name: Name) => string;
};

/**
 * The errors of a form. `showErrors` shows them, focuses the first invalid field in the order of the form, and returns
 * whether there were any. `text` reads a field from the DOM, so that autofilled values count; for a checkbox it returns
 * `on` or ''.
 */
export function useFormErrors<Name extends string>(): FormState<Name> {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FormErrors<Name>>({});
  const fields = () => [...(form.current?.elements ?? [])] as HTMLInputElement[];
  return {
    form,
    errors,
    showErrors: (newErrors) => {
      setErrors(newErrors);
      const firstInvalid = fields().find(({ name }) => newErrors[name as Name] !== undefined);
      firstInvalid?.focus();
      return Object.values(newErrors).some((error) => error !== undefined);
    },
    text: (name) => String(new FormData(form.current ?? undefined).get(name) ?? ''),
  };
}
