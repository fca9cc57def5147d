import { Button } from '#ui/controls/button.tsx';

export type FormButtonsProps = {
  label: string;
  busyLabel?: string;
  isBusy: boolean;
  onCancel?: (() => void) | undefined;
  /** accent: what is sent cannot be undone. */
  tone?: 'ink' | 'accent';
};

/** What sends a form, and what leaves it. */
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
