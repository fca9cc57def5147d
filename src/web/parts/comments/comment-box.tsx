import { type Ref, useEffect, useRef, useState } from 'react';
import { useUser } from '#client/stores.ts';
import type { Comment, CommentStanding, Mentionable } from '#features/comments/schema.ts';
import { useClient } from '../../client-context.ts';
import { silent, useAct } from '../use-act.ts';
import { CommentForm, type Suggestion } from './comment-form.tsx';

const keyOf = (place: string) => `comment:${place}`;

const most = 1000;
// Typing is waited for, so that a name is asked for once and not letter by letter.
const pauseMs = 150;
const marks = { author: '作者', staff: '编辑部' };

type CommentBoxProps = {
  postId: string;
  /** What it answers; nothing where it begins a thread. */
  answers?: { rootId: string; id: string; name: string } | undefined;
  standing: CommentStanding;
  onSent: (comment: Comment) => void;
  onCancel?: () => void;
  ref?: Ref<{ focus: () => void }>;
};

/** Writes one comment: keeps what was begun, offers names, says what the server refuses. */
export function CommentBox({ postId, answers, standing, onSent, onCancel, ref }: CommentBoxProps) {
  const place = answers ? `${postId}/${answers.id}` : postId;
  const writer = useUser(({ userInfo }) => userInfo);
  const [text, setText] = useState(() => readDraft(place));
  const [picked, setPicked] = useState<readonly Suggestion[]>([]);
  const { suggestions, lookFor } = useMentionable(postId);
  const { isBusy, error, fail, run } = useAct();

  function change(next: string) {
    setText(next);
    keepDraft(place, next);
    fail(undefined);
  }

  async function send() {
    if (text.trim() === '') return fail('请先写下评论');
    const mentions = picked.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id);
    await run(async (call) => {
      const target = answers ? { parentId: answers.rootId, replyToId: answers.id } : {};
      const body = { postId, body: text, mentions, ...target };
      const { comment } = await call('POST /member/addComment', { body, ...silent });
      setText('');
      setPicked([]);
      keepDraft(place, '');
      onSent(comment);
    });
  }

  return (
    <CommentForm
      ref={ref}
      label={answers ? `回复 ${answers.name}` : '写评论'}
      placeholder={answers ? `回复 ${answers.name}` : '写下你的看法，或指出一处错误'}
      value={text}
      onChange={change}
      onSend={() => void send()}
      onCancel={onCancel}
      most={most}
      note={standing.isReviewed ? '先审后发' : '按 @ 提到参与讨论的人'}
      error={error}
      busy={isBusy}
      suggestions={suggestions.map(({ mark, ...person }) => ({
        ...person,
        note: mark ? marks[mark] : undefined,
      }))}
      onMention={lookFor}
      onPick={(suggestion) => setPicked((before) => [...before, suggestion])}
      isReply={answers !== undefined}
      writer={answers || !writer ? undefined : { name: writer.name, avatar: writer.avatar || null }}
    />
  );
}

function useMentionable(postId: string) {
  const client = useClient();
  const [suggestions, setSuggestions] = useState<Mentionable[]>([]);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef(0);
  useEffect(() => () => clearTimeout(waiting.current), []);

  function lookFor(prefix: string | null) {
    clearTimeout(waiting.current);
    asked.current += 1;
    const turn = asked.current;
    if (prefix === null) return setSuggestions([]);
    waiting.current = setTimeout(() => {
      client()
        .call('GET /member/mentionable', { query: { postId, prefix }, ...silent })
        .then(
          (found) => turn === asked.current && setSuggestions(found),
          // Nobody is offered; the name can be typed all the same.
          () => turn === asked.current && setSuggestions([]),
        );
    }, pauseMs);
  }
  return { suggestions, lookFor };
}

/** What was begun to be written at a place, through a log-in or a reload; it ends with the tab. */
function readDraft(place: string): string {
  try {
    return sessionStorage.getItem(keyOf(place)) ?? '';
  } catch {
    return '';
  }
}

function keepDraft(place: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(place));
    else sessionStorage.setItem(keyOf(place), text);
  } catch {
    // Without storage it is written anew.
  }
}
