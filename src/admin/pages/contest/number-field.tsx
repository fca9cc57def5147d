import { InputNumber } from 'antd';
import { Field } from '../../parts/field.tsx';

/** A number with its bounds; emptied, it is its least. */
export function NumberField(props: {
  label: string;
  note?: string;
  value: number;
  least: number;
  most: number;
  decimals?: number;
  isDisabled?: boolean;
  onChange: (value: number) => void;
}) {
  const { label, note, value, least, most, decimals = 0, isDisabled = false, onChange } = props;
  return (
    <Field label={label} note={note}>
      {(id, noteId) => (
        <InputNumber
          id={id}
          aria-describedby={noteId}
          disabled={isDisabled}
          min={least}
          max={most}
          precision={decimals}
          value={value}
          onChange={(typed) => onChange(typed ?? least)}
        />
      )}
    </Field>
  );
}
