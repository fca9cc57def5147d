import { useRef, useState } from 'react';
import { CallError } from '#client/call-error.ts';
import type { Draft, DraftState, SavedVersion, SaveInput } from '#client/draft.ts';
import { deleteLocalCopy, type LocalCopyKey } from '#client/local-copy.ts';
import { useUser } from '#client/stores.ts';
import { useDraft } from '#client/use-draft.ts';
import { useClient } from '#web/client-context.ts';
import { silent } from '#web/parts/use-action.ts';
import type { ReferenceContent, Security } from '../../schema.ts';
import { editorPath } from '../reference-status.ts';
import { emptyContent, type OpenedReference } from './load-reference.ts';

export type ReferenceDraft = Draft<ReferenceContent> &
  DraftState<ReferenceContent> & {
    /** Absent until the first save. */
    id: string | undefined;
    /** Returns whether the reference exists on the server; `id` is updated only at the next render. */
    isCreated: () => boolean;
    /** Securities that the last saved text names. */
    securities: readonly Security[];
    /** Key of the local copy that this browser saves while the server is unreachable. */
    copyKey: LocalCopyKey;
  };

/**
 * A reference being written. The first save creates it on the server, so that opening the page leaves no empty draft.
 */
export function useReferenceDraft({ reference, columns }: OpenedReference): ReferenceDraft {
  const client = useClient();
  const [memberId] = useState(() => useUser.getState().userInfo?.id ?? '');
  const createdId = useRef(reference?.id);
  const [id, setId] = useState(reference?.id);
  const [securities, setSecurities] = useState<readonly Security[]>(reference?.securities ?? []);
  const newCopyKey: LocalCopyKey = { area: 'reference', memberId, id: 'new' };
  const copyKey = () => ({ ...newCopyKey, id: createdId.current ?? 'new' });

  async function save(input: SaveInput<ReferenceContent>): Promise<SavedVersion> {
    const { call } = client();
    if (useUser.getState().userInfo?.id !== memberId)
      throw new CallError('refused', '这个浏览器已换了账号，请用原来的账号登录后再保存');
    if (createdId.current === undefined) {
      const { columnId, title } = input.content;
      const body = { columnId, ...(title.trim() !== '' && { title }) };
      const { id: newId } = await call('POST /internalReference/add', { body, ...silent }).catch(toRefusal);
      createdId.current = newId;
      setId(newId);
      history.replaceState(history.state, '', editorPath(newId));
    }
    const saved = await call('POST /internalReference/save', {
      body: { id: createdId.current, ...input },
      ...silent,
    });
    if (reference === undefined) deleteLocalCopy(newCopyKey);
    setSecurities(saved.securities);
    return saved;
  }

  const initial = { version: reference?.version ?? 0, content: reference?.content ?? emptyContent(columns) };
  const draft = useDraft(memberId, initial, copyKey, save);
  return { ...draft, id, isCreated: () => createdId.current !== undefined, securities, copyKey: copyKey() };
}

/** Turns a used-up quota into status 400, because the draft treats a 409 as a conflict with another version. */
function toRefusal(error: unknown): never {
  if (error instanceof CallError && error.failure === 'refused')
    throw new CallError('refused', error.message, { status: 400 });
  throw error;
}
