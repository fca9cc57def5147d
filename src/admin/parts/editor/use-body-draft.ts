import { Form } from 'antd';
import { useUser } from '#client/stores.ts';
import { useDraft } from '#client/use-draft.ts';
import { useAdminBodyEditor } from '../body/use-admin-body-editor.ts';
import type { Drafted, Opened, TitledText, Versioned } from './versioned.ts';

/** The draft of a document with the form of its fields. */
export function useFormDraft<C extends object>(kind: Drafted<C>, opened: Opened<C>) {
  const { id } = opened;
  const memberId = useUser(({ userInfo }) => userInfo?.id ?? '');
  const [form] = Form.useForm<C>();
  const copyKey = { area: kind.area, memberId, id };
  const draft = useDraft<C>(
    `${memberId} ${id}`,
    opened,
    () => copyKey,
    (input) => kind.save(id, input),
  );
  return {
    ...draft,
    opened,
    copyKey,
    form,
    /** Replaces the draft with a version from the server. */
    replace: (version: number, content: C) => {
      draft.replace(version, content);
      form.setFieldsValue(content as never);
    },
    /** Replaces the content of the draft; it is saved as a change. */
    restore: (content: C) => {
      draft.change(content);
      form.setFieldsValue(content as never);
    },
  };
}

/** The draft of a document with versions, with its two editing controls: the form of its fields and the body editor. */
export function useBodyDraft<C extends TitledText>(kind: Versioned<C>, opened: Opened<C>, isWriting = true) {
  const draft = useFormDraft(kind, opened);
  const body = useAdminBodyEditor(draft.content.html, isWriting, (html) =>
    draft.change({ html } as Partial<C>),
  );
  return {
    ...draft,
    kind,
    isWriting,
    body,
    save: (isAutosave = false) => {
      body.flush();
      return isWriting ? draft.save(isAutosave) : Promise.resolve(true);
    },
    replace: (version: number, content: C) => {
      draft.replace(version, content);
      body.replace(content.html);
    },
    restore: (content: C) => {
      draft.restore(content);
      body.replace(content.html);
    },
  };
}

export type BodyDraft<C extends TitledText> = ReturnType<typeof useBodyDraft<C>>;
