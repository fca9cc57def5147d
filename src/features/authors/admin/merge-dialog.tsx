import { Alert, Select } from 'antd';
import { useState } from 'react';
import { useRead } from '#admin/parts/data.ts';
import { Item } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { type AuthorRecord, mergeInput } from '../manage/schema.ts';
import s from './authors.module.css';

export function MergeDialog({ author, onClose }: { author: AuthorRecord; onClose: () => void }) {
  const { id, name, posts, followers } = author;
  const [typed, setTyped] = useState('');
  const read = useRead('GET /admin/author/list', { name: typed.trim(), size: '20' });
  const save = useSave('POST /admin/author/merge', {
    schema: mergeInput,
    initial: { into: undefined as string | undefined },
    toBody: ({ into }) => ({ id, into: into as string }),
    done: '两位作者已合并',
    onSaved: onClose,
  });
  return (
    <FormDialog
      save={save}
      title={`把“${name}”并入另一位作者`}
      okText="合并"
      isDanger
      width={480}
      onClose={onClose}
    >
      <Alert
        type="warning"
        title={`“${name}”的 ${posts} 篇已发布内容、草稿和 ${followers} 位关注者都归到选定的作者，“${name}”随即消失，不能恢复。`}
      />
      <Item name="into" label="并入">
        <Select
          placeholder="输入姓名的开头"
          showSearch={{ filterOption: false, onSearch: setTyped }}
          notFoundContent={read.isFetching ? '正在查找 …' : '没有找到'}
          options={(read.data?.records ?? [])
            .filter((other) => other.id !== id)
            .map((other) => ({ value: other.id, label: other.name, posts: other.posts }))}
          optionRender={({ data }) => (
            <>
              {data.label} <span className={s.quiet}>{data.posts} 篇</span>
            </>
          )}
        />
      </Item>
    </FormDialog>
  );
}
