import { Button } from '#ui/controls/button.tsx';

export type FormButtonsProps = {
  label: string;
  busyLabel?: string;
  isBusy: boolean;
  onCancel?: (() => void) | undefined;
  /** accent: the action cannot be undone. */
  tone?: 'ink' | 'accent';
};

export function FormButtons({ label, busyLabel, isBusy, onCancel, tone = 'ink' }: FormButtonsProps) {
  return (
    <>
      <Button tone={tone} type="submit" busy={isBusy}>
        {isBusy ? (busyLabel ?? '请稍候') : label}
      </Button>
      {onCancel && <Button onClick={onCancel}>取消</Button>}
    </>
  );
}
