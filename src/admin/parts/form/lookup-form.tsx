import { Button, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import type { AnswerOf, BodyOf, SendKey } from '../data.ts';
import { Item } from './items.tsx';
import { SaveForm } from './save-form.tsx';
import { useSave } from './use-save.ts';

type Props<K extends SendKey> = {
  /** The call that returns the answer; its body is the single field. */
  call: K;
  schema: z.ZodType<unknown, BodyOf<K>>;
  name: keyof BodyOf<K> & string;
  label: string;
  note?: ReactNode;
  verb: string;
  /** Uses a multi-line field. */
  isLong?: boolean;
  children: (answer: AnswerOf<K>) => ReactNode;
};

/** A form with one field that shows the call's answer below until the input changes. Saves nothing. */
export function LookupForm<K extends SendKey>(props: Props<K>) {
  const { call, schema, name, label, note, verb, isLong = false, children } = props;
  const [answer, setAnswer] = useState<AnswerOf<K>>();
  const save = useSave(call, {
    schema,
    initial: { [name]: '' },
    onSaved: (result) => setAnswer(() => result),
  });
  const field = { autoComplete: 'off', spellCheck: false };
  return (
    <SaveForm save={save} label={verb} isGuarded={false}>
      <Item name={name} label={label} note={note}>
        {isLong ? <Input.TextArea {...field} autoSize={{ minRows: 5, maxRows: 16 }} /> : <Input {...field} />}
      </Item>
      <div>
        <Button type="primary" htmlType="submit" loading={save.isSaving}>
          {verb}
        </Button>
      </div>
      <div role="status">{answer !== undefined && !save.isDirty && !save.formError && children(answer)}</div>
    </SaveForm>
  );
}
