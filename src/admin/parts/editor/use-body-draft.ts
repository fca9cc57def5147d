import type { FormInstance } from 'antd';
import type { SavedVersion, SaveInput } from '#client/draft.ts';
import type { LocalCopyKey } from '#client/local-copy.ts';
import { useDraft } from '#client/use-draft.ts';
import { useAdminBodyEditor } from '../body/use-admin-body-editor.ts';
import type { Opened } from './versioned.ts';

type Options<C> = {
  copyKey: LocalCopyKey;
  isWriting: boolean;
  /** The form of the fields other than title and body. */
  form: FormInstance<C>;
  send: (input: SaveInput<C>) => Promise<SavedVersion>;
};

/** The draft of a document with its two editing controls: the form of its fields and the body editor. */
export function useBodyDraft<C extends { html: string }>(
  opened: Opened<C>,
  { copyKey, isWriting, form, send }: Options<C>,
) {
  const draft = useDraft<C>(`${copyKey.memberId} ${opened.id}`, opened, () => copyKey, send);
  const body = useAdminBodyEditor(draft.content.html, isWriting, (html) =>
    draft.change({ html } as Partial<C>),
  );
  const showContent = (content: C) => {
    form.setFieldsValue(content as never);
    body.replace(content.html);
  };
  return {
    ...draft,
    copyKey,
    form,
    body,
    save: (isAutosave = false) => {
      body.flush();
      return isWriting ? draft.save(isAutosave) : Promise.resolve(true);
    },
    /** Replaces the draft with a version from the server. */
    replace: (version: number, content: C) => {
      draft.replace(version, content);
      showContent(content);
    },
    /** Replaces the content of the draft; it is saved as a change. */
    restore: (content: C) => {
      draft.change(content);
      showContent(content);
    },
  };
}
