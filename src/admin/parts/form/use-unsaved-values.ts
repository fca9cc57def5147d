import type { FormInstance } from 'antd';
import { useEffect, useRef } from 'react';
import { useUser } from '#client/stores.ts';
import { dropUnsavedInput, readUnsavedInput, useUnsavedInput } from '#client/unsaved-input.ts';

type Options = {
  /** The form's `name`. */
  formName: string;
  label: string;
  /** Tells the form of one record from that of another: its initial values. */
  initial: object;
  isDirty: () => boolean;
  onRestored: () => void;
};

/**
 * Saves the values of a form when an ended session leads to the log-in, and fills them in again once the same member has
 * come back and opened the form.
 */
export function useUnsavedValues<V extends object>(
  form: FormInstance<V>,
  { formName, label, initial, isDirty, onRestored }: Options,
): void {
  const key = `values ${location.pathname}${location.search} ${label} ${JSON.stringify(initial)}`;
  const userId = useUser(({ userInfo }) => userInfo?.id);
  const restored = useRef(onRestored);
  restored.current = onRestored;
  useUnsavedInput(key, () => (isDirty() ? withoutSecrets(form.getFieldsValue(true), formName) : undefined));
  useEffect(() => {
    const values = userId !== undefined && readUnsavedInput(key);
    if (!values) return;
    form.setFieldsValue(values as never);
    dropUnsavedInput(key);
    restored.current();
  }, [key, userId, form]);
}

/** Leaves out passwords and keys, which must not be stored. */
function withoutSecrets(values: object, formName: string): object {
  const isSecret = (name: string) =>
    document.getElementById(`${formName}_${name}`)?.matches('.ant-input-password *') ?? false;
  return Object.fromEntries(Object.entries(values).filter(([name]) => !isSecret(name)));
}
