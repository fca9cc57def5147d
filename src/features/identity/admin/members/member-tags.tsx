import { Button, Select } from 'antd';
import { useState } from 'react';
import { call } from '#admin/api.ts';
import { Chip } from '#admin/parts/chip.tsx';
import { useAction } from '#admin/parts/data.ts';
import { Quiet, Row, Section } from '#admin/parts/layout/page.tsx';
import { type MemberDetail, maxTags } from '../../members/schema.ts';

type Props = { member: MemberDetail; tags: readonly { tag: string }[]; mayManage: boolean };

/** Tags of one member, and a field to change them. */
export function MemberTags({ member, tags, mayManage }: Props) {
  const [isEditing, setIsEditing] = useState(false);
  const edit = (
    <Button size="small" onClick={() => setIsEditing(true)}>
      修改标签
    </Button>
  );
  return (
    <Section title="标签" tools={mayManage && !isEditing && edit}>
      {isEditing ? (
        <TagsForm member={member} tags={tags} onClose={() => setIsEditing(false)} />
      ) : member.tags.length === 0 ? (
        <Quiet>没有标签</Quiet>
      ) : (
        <Row>
          {member.tags.map((tag) => (
            <Chip key={tag}>{tag}</Chip>
          ))}
        </Row>
      )}
    </Section>
  );
}

function TagsForm({ member, tags, onClose }: Omit<Props, 'mayManage'> & { onClose: () => void }) {
  const [chosen, setChosen] = useState(member.tags);
  const { run, isRunning } = useAction(() => changeTags(member, chosen), onClose);
  return (
    <>
      <Select
        aria-label="标签"
        mode="tags"
        maxCount={maxTags}
        options={tags.map(({ tag }) => ({ value: tag, label: tag }))}
        value={chosen}
        onChange={setChosen}
      />
      <Row>
        <Button type="primary" size="small" loading={isRunning} onClick={() => void run()}>
          保存标签
        </Button>
        <Button size="small" onClick={onClose}>
          取消
        </Button>
      </Row>
    </>
  );
}

/** Removes tags before it adds others, so that a member with the maximum number of tags can exchange some. */
async function changeTags({ id, tags: before }: MemberDetail, after: readonly string[]): Promise<void> {
  const removed = before.filter((tag) => !after.includes(tag));
  const added = after.filter((tag) => !before.includes(tag));
  if (removed.length > 0) await call('POST /admin/member/removeTags', { body: { ids: [id], tags: removed } });
  if (added.length > 0) await call('POST /admin/member/addTags', { body: { ids: [id], tags: added } });
}
