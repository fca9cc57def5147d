import { Form, type FormProps } from 'antd';
import type { ReactNode } from 'react';
import s from './form.module.css';

/** A form that does not save through `useSave`, such as a draft or an upload. */
export const PlainForm = <V extends object>(
  props: Omit<FormProps<V>, 'children'> & { children: ReactNode },
) => (
  <Form<V>
    layout="vertical"
    scrollToFirstError={{ focus: true, block: 'center' }}
    {...props}
    className={s.form ?? ''}
  />
);
