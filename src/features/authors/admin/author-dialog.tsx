import { Item, TextAreaItem, TextItem } from '#admin/parts/form/items.tsx';
import { NumberInput } from '#admin/parts/form/number-input.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { MediaField } from '#admin/parts/media-field.tsx';
import { type AuthorRecord, authorInput } from '../manage/schema.ts';
import { MemberItem } from './member-item.tsx';

const emptyAuthor = { name: '', title: '', bio: '', avatar: null, member: null, sharePercent: null };

export function AuthorDialog({ author, onClose }: { author: AuthorRecord | undefined; onClose: () => void }) {
  const { name, title, bio, avatar, member, sharePercent } = author ?? emptyAuthor;
  const save = useSave(author ? 'POST /admin/author/save' : 'POST /admin/author/create', {
    schema: authorInput,
    initial: { name, title, bio, avatar, memberId: member?.id ?? null, sharePercent },
    toBody: (values) => ({ ...values, ...(author && { id: author.id }) }),
    done: author ? '作者已保存，读者的页面已更新' : '作者已新建',
    onSaved: onClose,
  });
  return (
    <FormDialog save={save} title={author ? `修改作者“${name}”` : '新建作者'} onClose={onClose}>
      <TextItem name="name" label="姓名" />
      <TextItem name="title" label="头衔" note="写在姓名旁边，如“首席分析师”。" />
      <TextAreaItem name="bio" label="简介" rows={3} />
      <Item name="avatar" label="头像">
        <AvatarInput />
      </Item>
      <MemberItem linked={member} />
      <Item
        name="sharePercent"
        label="分成（%）"
        note="单篇售价中归作者的百分比。留空时按设置里的作者分成；背后没有会员的作者和编辑部成员不分。"
      >
        <NumberInput min={0} max={100} precision={0} />
      </Item>
    </FormDialog>
  );
}

function AvatarInput(props: { value?: string | null; onChange?: (address: string | null) => void }) {
  const { value = null, onChange = () => undefined } = props;
  return <MediaField kind="image" label="头像" value={value} onChange={onChange} />;
}
