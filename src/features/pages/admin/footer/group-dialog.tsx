import { Input } from 'antd';
import { Item } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { type EditedFooter, saveFooterInput } from '../../footer/schema.ts';

type Props = {
  footer: EditedFooter;
  /** Position of the group; that after the last adds one. */
  index: number;
  done: string;
  onClose: () => void;
};

/** Adds a group of links to the footer, or changes its heading. */
export function GroupDialog({ footer: { version, groups }, index, done, onClose }: Props) {
  const group = groups[index];
  const save = useSave('POST /admin/footer/save', {
    schema: saveFooterInput,
    initial: { title: group?.title ?? '' },
    toBody: ({ title }) => ({
      base: version,
      groups: groups.toSpliced(index, 1, { links: group?.links ?? [], title }),
    }),
    done,
    onSaved: onClose,
  });
  return (
    <FormDialog save={save} title={group ? '改标题' : '添加一组'} width={420} onClose={onClose}>
      <Item name="title" label="标题" required note="最多 10 个字，如 关于。">
        <Input autoFocus maxLength={10} />
      </Item>
    </FormDialog>
  );
}
