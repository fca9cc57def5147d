import { Form } from 'antd';
import type { Save } from './use-save.ts';

/** A form that prompts for input before another action runs. Its fields declare their own validation rules. */
export function usePrompt<V extends object>(initial: V, onSubmit: (values: V) => void): Save<V> {
  const [form] = Form.useForm<V>();
  return {
    form,
    initial,
    limits: {},
    isDirty: false,
    isSaving: false,
    formError: undefined,
    submit: () => onSubmit(form.getFieldsValue(true)),
    onChange: () => undefined,
    showRefusal: () => undefined,
  };
}
