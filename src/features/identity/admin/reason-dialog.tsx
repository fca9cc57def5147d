import { TextAreaItem } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { reasonInput } from '../members/schema.ts';

type Props = {
  action: 'POST /admin/member/block' | 'POST /admin/member/endVip';
  memberId: string;
  title: string;
  okText: string;
  /** Describes the consequence of the action. */
  warning: string;
  done: string;
  onClose: () => void;
};

/** Asks for the reason before an action against a member. */
export function ReasonDialog({ action, memberId, title, okText, warning, done, onClose }: Props) {
  const save = useSave(action, {
    schema: reasonInput,
    initial: { reason: '' },
    toBody: ({ reason }) => ({ id: memberId, reason }),
    done,
    onSaved: onClose,
  });
  return (
    <FormDialog save={save} title={title} okText={okText} isDanger width={460} onClose={onClose}>
      <p>{warning}</p>
      <ReasonItem />
    </FormDialog>
  );
}

export const ReasonItem = () => (
  <TextAreaItem name="reason" label="原因" note="写进操作日志，只有编辑部看得到。" />
);
