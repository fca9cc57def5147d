import { type InputHTMLAttributes, useState } from 'react';
import { Button } from './button.tsx';
import { Input, InputRow } from './field.tsx';

/** A password's field with a button that shows what was typed. */
export function PasswordInput(props: Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <InputRow>
      <Input {...props} type={isShown ? 'text' : 'password'} spellCheck={false} autoCapitalize="off" />
      <Button aria-pressed={isShown} aria-label="显示密码" onClick={() => setIsShown(!isShown)}>
        {isShown ? '隐藏' : '显示'}
      </Button>
    </InputRow>
  );
}
