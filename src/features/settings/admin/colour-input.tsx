import { Input } from 'antd';
import { accentPattern } from '#shared/brand/accent.ts';
import s from './settings.module.css';

interface ColourInputProps {
  id?: string;
  value?: string;
  onChange?: (colour: string) => void;
  label: string;
  /** The colour of an empty field. */
  placeholder: string;
}

/** A colour as `#rrggbb`, typed or chosen from the browser's palette. */
export function ColourInput({ value = '', onChange, label, placeholder, ...field }: ColourInputProps) {
  return (
    <div className={s.colour}>
      <input
        type="color"
        aria-label={`从色板选${label}`}
        value={accentPattern.test(value) ? value : placeholder}
        onChange={({ target }) => onChange?.(target.value)}
      />
      <Input
        {...field}
        autoComplete="off"
        spellCheck={false}
        maxLength={7}
        placeholder={placeholder}
        value={value}
        onChange={({ target }) => onChange?.(target.value.trim())}
      />
    </div>
  );
}
