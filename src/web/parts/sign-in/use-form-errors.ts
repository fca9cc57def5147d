import { type RefObject, useRef, useState } from 'react';

export type FormErrors<Name extends string> = { [K in Name]?: string | undefined };

export type FormState<Name extends string> = {
  form: RefObject<HTMLFormElement | null>;
  errors: FormErrors<Name>;
  refuse: (found: FormErrors<Name>) => boolean;
  text: (name: Name) => string;
};

/**
 * A form's faults: `refuse` shows them and leads to the first wrong field, in the order of the form; it answers
 * whether there were any. `text` reads a field as it stands in the form, autofill included; of a tick `on` or ''.
 */
export function useFormErrors<Name extends string>(): FormState<Name> {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FormErrors<Name>>({});
  const fields = () => [...(form.current?.elements ?? [])] as HTMLInputElement[];
  return {
    form,
    errors,
    refuse: (found) => {
      setErrors(found);
      const wrong = fields().find(({ name }) => found[name as Name] !== undefined);
      wrong?.focus();
      return Object.values(found).some((error) => error !== undefined);
    },
    text: (name) => String(new FormData(form.current ?? undefined).get(name) ?? ''),
  };
}
