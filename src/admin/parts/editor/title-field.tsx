import { type GetRef, Input } from 'antd';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { isComposing } from '#ui/composing.ts';
import s from './editor.module.css';

type Props = {
  value: string;
  isWriting: boolean;
  /** Selects the placeholder title, so that typing replaces it. */
  isNew: boolean;
  maxLength: number;
  onChange: (title: string) => void;
  onEnter: () => void;
};

/** Title of a document, on as many lines as it needs. Enter moves to the body. */
export function TitleField({ value, isWriting, isNew, maxLength, onChange, onEnter }: Props) {
  const field = useRef<GetRef<typeof Input.TextArea>>(null);
  useEffect(() => {
    if (isNew) field.current?.focus({ cursor: 'all' });
  }, [isNew]);
  const onKeyDown = (event: KeyboardEvent) => {
    // In an input method, Enter confirms a word and does not end the title.
    if (event.key !== 'Enter' || isComposing(event) || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onEnter();
  };
  return (
    <Input.TextArea
      ref={field}
      className={s.title ?? ''}
      aria-label="标题"
      placeholder="标题"
      variant="borderless"
      autoSize
      maxLength={maxLength}
      readOnly={!isWriting}
      value={value}
      onChange={({ target }) => onChange(target.value.replace(/\n/g, ''))}
      onKeyDown={onKeyDown}
    />
  );
}
