import { Button } from 'antd';

type Props = {
  /** Name of the item, for the accessible names. */
  name: string;
  /** Absent: the item is the first. */
  onUp?: (() => void) | undefined;
  /** Absent: the item is the last. */
  onDown?: (() => void) | undefined;
};

/** Buttons that move an item of a sortable list by one. */
export function MoveButtons({ name, onUp, onDown }: Props) {
  return [
    { label: '上移', onClick: onUp },
    { label: '下移', onClick: onDown },
  ].map(({ label, onClick }) => (
    <Button
      key={label}
      type="text"
      size="small"
      aria-label={`${label}${name}`}
      disabled={!onClick}
      onClick={onClick}
    >
      {label}
    </Button>
  ));
}
