import { NumberInput } from '#admin/parts/form/number-input.tsx';

/** Number input in a larger unit: 4000 bp with `per` 100 shows as 40 %. When left empty it becomes `min`. */
export function ScaledInput({
  value = null,
  onChange,
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
  per = 1,
  ...field
}: {
  value?: number | null;
  onChange?: (value: number | null) => void;
  min?: number;
  max?: number;
  per?: number;
  disabled?: boolean;
}) {
  return (
    <NumberInput
      {...field}
      min={min / per}
      max={max / per}
      precision={Math.log10(per)}
      value={value === null ? null : value / per}
      onChange={(typed) => onChange?.(typed === null ? null : Math.round(typed * per))}
      onBlur={() => value === null && onChange?.(min)}
    />
  );
}
