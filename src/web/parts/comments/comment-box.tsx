import { type Ref, useEffect, useRef, useState } from 'react';
import { useUser } from '#client/stores.ts';
import type { Comment, CommentStanding, Mentionable } from '#features/comments/schema.ts';
import { useClient } from '../../client-context.ts';
import { silent, useAction } from '../use-action.ts';
import { CommentForm, type Suggestion } from './comment-form.tsx';

const draftKey = (draftId: string) => `comment:${draftId}`;

const maxLength = 1000;
// Debounces typing, so that suggestions are fetched once per name and not once per letter.
const debounceMs = 150;
const badgeLabels = { author: '作者', staff: '编辑部' };

type CommentBoxProps = {
  postId: string;
  /** The comment being answered; absent for a new thread. */
  replyTo?: { rootId: string; id: string; name: string } | undefined;
  standing: CommentStanding;
  onSent: (comment: Comment) => void;
  onCancel?: () => void;
  ref?: Ref<{ focus: () => void }>;
};

/** Writes one comment: saves the draft, suggests names to mention, and shows why the server refused. */
export function CommentBox({ postId, replyTo, standing, onSent, onCancel, ref }: CommentBoxProps) {
  const draftId = replyTo ? `${postId}/${replyTo.id}` : postId;
  const writer = useUser(({ userInfo }) => userInfo);
  const [text, setText] = useState(() => readDraft(draftId));
  const [mentioned, setMentioned] = useState<readonly Suggestion[]>([]);
  const { suggestions, lookFor: findMentionable } = useMentionable(postId);
  const { isBusy, error, setError, run } = useAction();

  function change(next: string) {
    setText(next);
    saveDraft(draftId, next);
    setError(undefined);
  }

  async function send() {
    if (text.trim() === '') return setError('请先写下评论');
    const mentions = mentioned.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id);
    await run(async (call) => {
      const target = replyTo ? { parentId: replyTo.rootId, replyToId: replyTo.id } : {};
      const body = { postId, body: text, mentions, ...target };
      const { comment } = await call('POST /member/addComment', { body, ...silent });
      setText('');
      setMentioned([]);
      saveDraft(draftId, '');
      onSent(comment);
    });
  }

  return (
    <CommentForm
      ref={ref}
      label={replyTo ? `回复 ${replyTo.name}` : '写评论'}
      placeholder={replyTo ? `回复 ${replyTo.name}` : '写下你的看法，或指出一处错误'}
      value={text}
      onChange={change}
      onSend={() => void send()}
      onCancel={onCancel}
      maxLength={maxLength}
      note={standing.isReviewed ? '先审后发' : '按 @ 提到参与讨论的人'}
      error={error}
      busy={isBusy}
      suggestions={suggestions.map(({ mark, ...person }) => ({
        ...person,
        note: mark ? badgeLabels[mark] : undefined,
      }))}
      onMention={findMentionable}
      onChoose={(suggestion) => setMentioned((previous) => [...previous, suggestion])}
      isReply={replyTo !== undefined}
      writer={replyTo || !writer ? undefined : { name: writer.name, avatar: writer.avatar || null }}
    />
  );
}

function useMentionable(postId: string) {
  const client = useClient();
  const [suggestions, setSuggestions] = useState<Mentionable[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastRequest = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);

  function findMentionable(prefix: string | null) {
    clearTimeout(timer.current);
    lastRequest.current += 1;
    const request = lastRequest.current;
    if (prefix === null) return setSuggestions([]);
    timer.current = setTimeout(() => {
      client()
        .call('GET /member/mentionable', { query: { postId, prefix }, ...silent })
        .then(
          (found) => request === lastRequest.current && setSuggestions(found),
          // Without suggestions the reader can still type the name.
          () => request === lastRequest.current && setSuggestions([]),
        );
    }, debounceMs);
  }
  return { suggestions, lookFor: findMentionable };
}

/** The draft for this post or reply. It survives a log-in and a reload, and ends with the tab. */
function readDraft(draftId: string): string {
  try {
    return sessionStorage.getItem(draftKey(draftId)) ?? '';
  } catch {
    return '';
  }
}

function saveDraft(draftId: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(draftKey(draftId));
    else sessionStorage.setItem(draftKey(draftId), text);
  } catch {
    // Without storage the draft is lost.
  }
}
