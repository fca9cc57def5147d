import { MomentItem } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { Quiet } from '#admin/parts/layout/page.tsx';
import { scheduleInput } from '../schema.ts';

// Without a time the server sends at once, which this dialog must not do.
const scheduleAt = scheduleInput.refine(({ at }) => at !== null, { error: '请选择发送时间', path: ['at'] });

type Props = {
  id: string;
  base: number;
  members: string | undefined;
  onClose: () => void;
  onDone: () => void;
};

/** Chooses when a letter is sent. */
export function ScheduleDialog({ id, base, members, onClose, onDone }: Props) {
  const save = useSave('POST /admin/letter/schedule', {
    schema: scheduleAt,
    initial: { id, base, at: null as string | null },
    done: '已定时',
    onSaved: () => {
      onClose();
      onDone();
    },
  });
  return (
    <FormDialog save={save} title="定时发送" okText="定时" width={420} onClose={onClose}>
      <MomentItem name="at" label="发送时间" required />
      <Quiet>{members && `现在有${members}会收到；`}收件人和各人的权限在发送时再定。</Quiet>
    </FormDialog>
  );
}
