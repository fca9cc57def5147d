import { Input, Radio, Switch } from 'antd';
import type { SettingGroup } from '#features/settings/desk/schema.ts';
import { Field } from '../../parts/field.tsx';
import { secretNote } from './group-values.ts';
import s from './settings.module.css';

type SettingFieldProps = {
  spec: SettingGroup['fields'][number];
  group: SettingGroup;
  value: string | boolean;
  /** The server refused it. */
  isWrong: boolean;
  onChange: (value: string | boolean) => void;
};

/** One setting. A secret is only ever written: it begins empty, and left empty it stays. */
export function SettingField({ spec, group, value, isWrong, onChange }: SettingFieldProps) {
  const { name, label, kind, options = {}, placeholder } = spec;
  if (kind === 'choice')
    return (
      <fieldset className={s.choice}>
        <legend>{label}</legend>
        <Radio.Group
          className={s.options ?? ''}
          name={`${group.name}-${name}`}
          options={Object.entries(options).map(([word, shown]) => ({ value: word, label: shown }))}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        {spec.note && <p className={s.note}>{spec.note}</p>}
      </fieldset>
    );
  const note =
    kind === 'secret' || kind === 'secretKey'
      ? [secretNote(group, name), spec.note].filter(Boolean).join('。')
      : spec.note;
  return (
    <Field label={label} note={note}>
      {(id, noteId) =>
        kind === 'switch' ? (
          <span>
            <Switch id={id} aria-describedby={noteId} checked={value === true} onChange={onChange} />
          </span>
        ) : kind === 'prose' ? (
          <Input.TextArea
            id={id}
            aria-describedby={noteId}
            aria-invalid={isWrong}
            autoSize={{ minRows: 2, maxRows: 8 }}
            maxLength={500}
            status={isWrong ? 'error' : ''}
            value={String(value)}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : kind === 'key' || kind === 'secretKey' ? (
          <Input.TextArea
            id={id}
            className={s.key ?? ''}
            aria-describedby={noteId}
            aria-invalid={isWrong}
            autoComplete="off"
            // A spell checker would send a key away.
            spellCheck={false}
            autoSize={{ minRows: 4, maxRows: 10 }}
            maxLength={8000}
            placeholder={placeholder ?? ''}
            status={isWrong ? 'error' : ''}
            value={String(value)}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : kind === 'secret' ? (
          <Input.Password
            id={id}
            aria-describedby={noteId}
            aria-invalid={isWrong}
            // A password of ours that the browser knows has no business here.
            autoComplete="new-password"
            maxLength={500}
            status={isWrong ? 'error' : ''}
            value={String(value)}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <Input
            id={id}
            aria-describedby={noteId}
            aria-invalid={isWrong}
            autoComplete="off"
            inputMode={kind === 'whole' ? 'numeric' : 'text'}
            suffix={spec.unit}
            maxLength={500}
            placeholder={placeholder ?? ''}
            status={isWrong ? 'error' : ''}
            value={String(value)}
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }
    </Field>
  );
}
