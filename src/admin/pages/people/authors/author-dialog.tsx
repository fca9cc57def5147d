import { Input, Modal } from 'antd';
import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { AuthorRecord } from '#features/authors/desk/schema.ts';
import { call } from '../../../api.ts';
import { Field } from '../../../parts/field.tsx';
import { MediaChoice } from '../../../parts/media-choice.tsx';
import s from '../people.module.css';
import { MemberChoiceField } from './member-choice-field.tsx';

/** Makes an author, or changes one. */
export function AuthorDialog(props: {
  author: AuthorRecord | undefined;
  onClose: () => void;
  onDone: () => void;
}) {
  const { author } = props;
  const [name, setName] = useState(author?.name ?? '');
  const [title, setTitle] = useState(author?.title ?? '');
  const [bio, setBio] = useState(author?.bio ?? '');
  const [avatar, setAvatar] = useState(author?.avatar ?? null);
  const [member, setMember] = useState(author?.member ?? null);
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    try {
      const fields = { name: name.trim(), title, bio, avatar, memberId: member?.id ?? null };
      if (author) await call('POST /admin/author/save', { body: { id: author.id, ...fields } });
      else await call('POST /admin/author/create', { body: fields });
      toasts.success(author ? '作者已保存，读者的页面已更新' : '作者已新建');
      props.onDone();
    } catch {
      // The person has been told in an alert; what they wrote stays.
      setIsBusy(false);
    }
  };
  return (
    <Modal
      open
      title={author ? `修改作者“${author.name}”` : '新建作者'}
      okText="保存"
      okButtonProps={{ disabled: name.trim() === '' }}
      confirmLoading={isBusy}
      onOk={() => void save()}
      onCancel={props.onClose}
      width={520}
    >
      <div className={s.form}>
        <Field label="姓名">
          {(id) => (
            <Input id={id} value={name} maxLength={50} onChange={({ target }) => setName(target.value)} />
          )}
        </Field>
        <Field label="头衔" note="写在姓名旁边，如“首席分析师”。">
          {(id, noteId) => (
            <Input
              id={id}
              aria-describedby={noteId}
              value={title}
              maxLength={50}
              onChange={({ target }) => setTitle(target.value)}
            />
          )}
        </Field>
        <Field label="简介">
          {(id) => (
            <Input.TextArea
              id={id}
              value={bio}
              maxLength={500}
              showCount
              autoSize={{ minRows: 3, maxRows: 8 }}
              onChange={({ target }) => setBio(target.value)}
            />
          )}
        </Field>
        <div>
          <p>头像</p>
          <MediaChoice kind="image" label="头像" value={avatar} onChange={setAvatar} />
        </div>
        <MemberChoiceField member={member} onChange={setMember} />
      </div>
    </Modal>
  );
}
