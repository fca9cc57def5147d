import { Form } from 'antd';
import { useUser } from '#client/stores.ts';
import { useDraft } from '#client/use-draft.ts';
import type { AdminPost, Content } from '#features/posts/admin/schema.ts';
import { call } from '../../../api.ts';
import { useAdminBodyEditor } from '../../../parts/body/use-admin-body-editor.ts';

/** The draft of a post with its two editing controls: the form of its fields and the body editor. */
export function usePostDraft(post: AdminPost, isWriting: boolean) {
  const { id } = post;
  const memberId = useUser(({ userInfo }) => userInfo?.id ?? '');
  const [form] = Form.useForm<Content>();
  const draft = useDraft(
    `${memberId} ${id}`,
    post,
    () => ({ area: 'desk', memberId, id }),
    (input) => call('POST /admin/post/save', { body: { id, ...input }, silent: true }),
  );
  const body = useAdminBodyEditor(draft.content.html, isWriting, (html) => draft.change({ html }));
  const showContent = (content: Content) => {
    form.setFieldsValue(content);
    body.replace(content.html);
  };
  return {
    ...draft,
    form,
    body,
    save: (isAutosave = false) => {
      body.flush();
      return isWriting ? draft.save(isAutosave) : Promise.resolve(true);
    },
    /** Replaces the draft with a version from the server. */
    replace: (version: number, content: Content) => {
      draft.replace(version, content);
      showContent(content);
    },
    /** Replaces the content of the draft; it is saved as a change. */
    restore: (content: Content) => {
      draft.change(content);
      showContent(content);
    },
  };
}

export type PostDraft = ReturnType<typeof usePostDraft>;
