import { useState } from 'react';

/** Errors of single rows of a list, by record id. */
export function useRowErrors() {
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({});
  return {
    errors,
    setError: (id: string, message: string | undefined) =>
      setErrors((current) => ({ ...current, [id]: message })),
  };
}
