import { useState } from 'react';

/** What went wrong with single rows of a list, by their ids. */
export function useRowErrors() {
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({});
  return {
    errors,
    fail: (id: string, message: string | undefined) => setErrors((now) => ({ ...now, [id]: message })),
  };
}
