import { Input } from 'antd';
import { Item } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { usePrompt } from '#admin/parts/form/use-prompt.ts';

type Props = {
  verb: string;
  count: number;
  isDeletion: boolean;
  onReason: (reason: string) => void;
  onClose: () => void;
};

export function ReasonDialog({ verb, count, isDeletion, onReason, onClose }: Props) {
  const save = usePrompt({ reason: '' }, ({ reason }) => onReason(reason));
  return (
    <FormDialog
      save={save}
      title={`${verb}${count === 1 ? '这条评论' : `这 ${count} 条评论`}`}
      okText={verb}
      isDanger={isDeletion}
      width={460}
      onClose={onClose}
    >
      <p>
        {isDeletion
          ? '读者立即看不到，删除后不能恢复；下面的回复会留下。'
          : '读者立即看不到；等待审核的算作不通过。以后可以重新显示。'}
      </p>
      <Item
        name="reason"
        label="理由"
        note="写评论的人会看到，也写进操作日志。"
        required
        rules={[{ required: true, whitespace: true, message: '请填写理由' }]}
      >
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Item>
    </FormDialog>
  );
}
