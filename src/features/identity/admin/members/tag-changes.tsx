import { Select } from 'antd';
import { call } from '#admin/api.ts';
import { Item } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { usePrompt } from '#admin/parts/form/use-prompt.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { type MemberRecord, maxMembersPerCall, maxTags } from '../../members/schema.ts';

type Tag = { tag: string };
type Change = { action: 'addTags' | 'removeTags'; verb: string };
type Dialog = Parameters<NonNullable<RowChange<MemberRecord>['dialog']>>[0];

/** Bulk actions that add tags to or remove them from the selected members. */
export const tagChanges = (tags: readonly Tag[]): RowChange<MemberRecord>[] =>
  [
    { action: 'addTags' as const, verb: '加标签' },
    { action: 'removeTags' as const, verb: '去标签' },
  ].map((change) => ({
    verb: change.verb,
    chunk: maxMembersPerCall,
    dialog: (props) => <TagsDialog {...props} {...change} knownTags={tags} />,
  }));

function TagsDialog({
  action,
  verb,
  knownTags,
  rows,
  start,
  onClose,
}: Dialog & Change & { knownTags: readonly Tag[] }) {
  const save = usePrompt({ tags: [] as string[] }, ({ tags }) =>
    start((ids) => call(`POST /admin/member/${action}`, { body: { ids, tags }, silent: true })),
  );
  const canAddNew = action === 'addTags';
  return (
    <FormDialog
      save={save}
      title={`给选中的 ${rows.length} 位会员${verb}`}
      okText={verb}
      width={460}
      onClose={onClose}
    >
      <Item
        name="tags"
        label="标签"
        note={canAddNew && '可选已有的，也可写新的；每个最多 20 个字。'}
        rules={[{ required: true, message: '请选择标签' }]}
      >
        <Select
          mode={canAddNew ? 'tags' : 'multiple'}
          maxCount={maxTags}
          options={knownTags.map(({ tag }) => ({ value: tag, label: tag }))}
        />
      </Item>
    </FormDialog>
  );
}
