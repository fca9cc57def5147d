import { Radio } from 'antd';
import { Item, TextAreaItem } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { muteInput } from '../manage/schema.ts';

const periods = [
  { value: 24, label: '1 天' },
  { value: 24 * 7, label: '7 天' },
  { value: 24 * 30, label: '30 天' },
  { value: 24 * 365, label: '1 年' },
];

type Props = { member: { id: string; name: string }; onClose: () => void };

export function MuteDialog({ member, onClose }: Props) {
  const save = useSave('POST /admin/comment/mute', {
    schema: muteInput,
    initial: { hours: 24, reason: '' },
    toBody: (values) => ({ memberId: member.id, ...values }),
    done: `已禁言 ${member.name}`,
    onSaved: onClose,
  });
  return (
    <FormDialog
      save={save}
      title={`禁言 ${member.name}`}
      okText="禁言"
      isDanger
      width={460}
      onClose={onClose}
    >
      <p>期间不能发表评论，其他功能不受影响；已有的评论留着。</p>
      <Item name="hours" label="时长">
        <Radio.Group aria-label="时长" options={periods} />
      </Item>
      <TextAreaItem name="reason" label="理由" note="本人发表评论时会看到，也写进操作日志。" />
    </FormDialog>
  );
}
