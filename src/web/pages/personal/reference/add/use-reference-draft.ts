import { useRef, useState } from 'react';
import { CallError } from '#client/call-error.ts';
import type { Draft, DraftState, Kept, Sent } from '#client/draft.ts';
import { type CopyOf, forgetCopy } from '#client/local-copy.ts';
import { useUser } from '#client/stores.ts';
import { useDraft } from '#client/use-draft.ts';
import type { ReferenceContent, Security } from '#features/references/schema.ts';
import { useClient } from '../../../../client-context.ts';
import { silent } from '../../../../parts/use-act.ts';
import { writePath } from '../words.ts';
import { emptyContent, type Opening } from './open-reference.ts';

export type ReferenceDraft = Draft<ReferenceContent> &
  DraftState<ReferenceContent> & {
    /** Absent until the first save. */
    id: string | undefined;
    /** Whether it is on the server by now; `id` knows it only after the next render. */
    isMade: () => boolean;
    /** Named by the text as it was saved last. */
    securities: readonly Security[];
    /** Where this browser keeps what the server has not taken. */
    copyOf: CopyOf;
  };

/** A reference being written. It is made on the server with its first save, so that a look leaves nothing behind. */
export function useReferenceDraft({ reference, columns }: Opening): ReferenceDraft {
  const client = useClient();
  const [memberId] = useState(() => useUser.getState().userInfo?.id ?? '');
  const made = useRef(reference?.id);
  const [id, setId] = useState(reference?.id);
  const [securities, setSecurities] = useState<readonly Security[]>(reference?.securities ?? []);
  const fresh: CopyOf = { place: 'reference', memberId, id: 'new' };
  const copyOf = () => ({ ...fresh, id: made.current ?? 'new' });

  async function save(sent: Sent<ReferenceContent>): Promise<Kept> {
    const { call } = client();
    if (useUser.getState().userInfo?.id !== memberId)
      throw new CallError('refused', '这个浏览器已换了账号，请用原来的账号登录后再保存');
    if (made.current === undefined) {
      const { columnId, title } = sent.content;
      const body = { columnId, ...(title.trim() !== '' && { title }) };
      const { id: given } = await call('POST /internalReference/add', { body, ...silent }).catch(asRefusal);
      made.current = given;
      setId(given);
      history.replaceState(history.state, '', writePath(given));
    }
    const saved = await call('POST /internalReference/save', {
      body: { id: made.current, ...sent },
      ...silent,
    });
    if (reference === undefined) forgetCopy(fresh);
    setSecurities(saved.securities);
    return saved;
  }

  const start = { version: reference?.version ?? 0, content: reference?.content ?? emptyContent(columns) };
  const draft = useDraft(memberId, start, copyOf, save);
  return { ...draft, id, isMade: () => made.current !== undefined, securities, copyOf: copyOf() };
}

/** No room for another one is a refusal; of a draft a 409 means that somebody else saved it. */
function asRefusal(error: unknown): never {
  if (error instanceof CallError && error.failure === 'refused')
    throw new CallError('refused', error.message, { status: 400 });
  throw error;
}
