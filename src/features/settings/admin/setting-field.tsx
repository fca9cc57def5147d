import { Input, Radio } from 'antd';
import { Item, SwitchItem } from '#admin/parts/form/items.tsx';
import { accentPattern } from '#shared/brand/accent.ts';
import type { SettingGroup } from '../manage/schema.ts';
import { PictureInput } from './picture-input.tsx';
import s from './settings.module.css';

type FieldSpec = SettingGroup['fields'][number];
type StoredValue = SettingGroup['values'][string] | undefined;

/** Field of one setting. A secret is write-only: the field starts empty, and empty leaves the secret unchanged. */
export function SettingField({ spec, storedValue }: { spec: FieldSpec; storedValue: StoredValue }) {
  const { name, label, kind } = spec;
  const isSecret = kind === 'secret' || kind === 'secretKey';
  const note = isSecret ? [secretNote(storedValue), spec.note].filter(Boolean).join('。') : spec.note;
  if (kind === 'switch') return <SwitchItem name={name} label={label} note={note} />;
  return (
    <Item name={name} label={label} note={note}>
      {renderControl(spec)}
    </Item>
  );
}

function renderControl({ kind, name, label, options = {}, placeholder = '', unit }: FieldSpec) {
  if (kind === 'choice')
    return (
      <Radio.Group
        className={s.options ?? ''}
        aria-label={label}
        options={Object.entries(options).map(([value, text]) => ({ value, label: text }))}
      />
    );
  if (kind === 'colour') return <ColourInput label={label} placeholder={placeholder} />;
  if (kind === 'picture') return <PictureInput label={label} field={name as 'logo'} />;
  if (kind === 'prose') return <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} maxLength={500} />;
  if (kind === 'key' || kind === 'secretKey')
    return (
      <Input.TextArea
        className={s.key ?? ''}
        autoComplete="off"
        // A spell checker may send a key to its server.
        spellCheck={false}
        autoSize={{ minRows: 4, maxRows: 10 }}
        maxLength={8000}
        placeholder={placeholder}
      />
    );
  // Stops the browser from filling in a stored password.
  if (kind === 'secret') return <Input.Password autoComplete="new-password" maxLength={500} />;
  return (
    <Input
      autoComplete="off"
      inputMode={kind === 'whole' ? 'numeric' : 'text'}
      suffix={unit}
      maxLength={500}
      placeholder={placeholder}
    />
  );
}

/** Describes whether a secret is set. */
function secretNote(storedValue: StoredValue): string {
  if (typeof storedValue !== 'object' || !storedValue.isSet) return '还没有设置';
  return `已设置${storedValue.last4 && `（末四位 ${storedValue.last4}）`}，留空则不变`;
}

interface ColourInputProps {
  id?: string;
  value?: string;
  onChange?: (colour: string) => void;
  label: string;
  /** The colour of an empty field. */
  placeholder: string;
}

/** A colour as `#rrggbb`, typed or chosen from the browser's palette. */
function ColourInput({ value = '', onChange, label, placeholder, ...field }: ColourInputProps) {
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
