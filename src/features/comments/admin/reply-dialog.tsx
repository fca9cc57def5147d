import { Input } from 'antd';
import { Item } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import type { AdminComment } from '../manage/schema.ts';
import { addInput } from '../schema.ts';
import s from './comments.module.css';

/** Answers a comment under the name of the person who is logged in, by the same rules as on the page of the post. */
export function ReplyDialog({ comment, onClose }: { comment: AdminComment; onClose: () => void }) {
  const save = useSave('POST /member/addComment', {
    schema: addInput,
    initial: { body: '' },
    toBody: ({ body }) => ({ postId: comment.post.id, parentId: comment.id, body }),
    done: '回复已发表',
    onSaved: onClose,
  });
  return (
    <FormDialog
      save={save}
      title={`回复 ${comment.writer?.name ?? '已注销的会员'}`}
      okText="发表"
      width={520}
      onClose={onClose}
    >
      <p className={s.quote}>{comment.body}</p>
      <Item name="body" label="回复" note={`以你自己的名字发表在《${comment.post.title}》下面。`}>
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} />
      </Item>
    </FormDialog>
  );
}
