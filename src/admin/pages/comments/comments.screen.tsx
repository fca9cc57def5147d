import { Button, Checkbox, Tabs } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { DeskComment } from '#features/comments/desk/schema.ts';
import { formatBadge } from '#ui/marks/badge.tsx';
import { Failed, Void } from '#ui/states/void.tsx';
import { call } from '../../api.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { ActDialog } from './act-dialog.tsx';
import { CommentCard, type CommentVerb } from './comment-card.tsx';
import { shelves } from './comment-words.ts';
import s from './comments.module.css';
import { MuteDialog } from './mute-dialog.tsx';
import { MutesDrawer } from './mutes-drawer.tsx';
import { useCommentActs } from './use-comment-acts.ts';

/** Comments that wait, were reported or hidden, or all of them; of one piece or one writer where asked. */
export function Screen() {
  const [query, setQuery] = useSearchParams();
  const shelf = shelves.find(({ key }) => key === query.get('shelf')) ?? shelves[0];
  const postId = query.get('postId') ?? undefined;
  const memberId = query.get('memberId') ?? undefined;
  const place = `${shelf?.key} ${postId} ${memberId}`;
  const [trail, setTrail] = useState<{ place: string; cursors: string[] }>({ place, cursors: [] });
  const cursors = trail.place === place ? trail.cursors : [];
  const cursor = cursors.at(-1);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isListOpen, setIsListOpen] = useState(false);
  const [muted, setMuted] = useState<{ id: string; name: string }>();
  const [asked, setAsked] = useState<{ verb: 'hide' | 'delete'; ids: readonly string[] }>();
  const { data, fault, isLoading, reload } = useLoad(`${place} ${cursor}`, (signal) =>
    call('GET /admin/comment/list', {
      query: { shelf: shelf?.key, postId, memberId, cursor, size: '20' },
      silent: true,
      signal,
    }),
  );
  const counts = useLoad('counts', (signal) => call('GET /admin/comment/counts', { silent: true, signal }));
  const settle = () => {
    setChosen([]);
    setAsked(undefined);
    setMuted(undefined);
    reload();
    counts.reload();
  };
  const acts = useCommentActs(settle);
  const records = data?.records ?? [];
  const marked = chosen.filter((id) => records.some((comment) => comment.id === id));
  const act = (verb: CommentVerb, ids: readonly string[]) => {
    if (verb === 'hide' || verb === 'delete') setAsked({ verb, ids });
    else void acts.run(verb, ids);
  };
  const waiting: Record<string, number> = { ...counts.data };
  const title = narrowedTo(records, { postId, memberId });
  return (
    <>
      <PageHead title="评论">
        <Button onClick={() => setIsListOpen(true)}>禁言名单</Button>
        <Button onClick={settle}>刷新</Button>
      </PageHead>
      <Tabs
        activeKey={shelf?.key ?? 'pending'}
        aria-label="分类"
        items={shelves.map(({ key, label }) => ({
          key,
          label: waiting[key] ? `${label} ${formatBadge(waiting[key])}` : label,
        }))}
        onChange={(key) => {
          setChosen([]);
          setQuery({ shelf: key, ...(postId && { postId }), ...(memberId && { memberId }) });
        }}
      />
      {title && (
        <p className={s.narrowed}>
          {title}
          <Button size="small" onClick={() => setQuery({ shelf: shelf?.key ?? 'pending' })}>
            看所有的
          </Button>
        </p>
      )}
      {records.length > 0 && (
        <div className={s.batch} role="group" aria-label="批量处理">
          <Checkbox
            checked={marked.length === records.length}
            indeterminate={marked.length > 0 && marked.length < records.length}
            onChange={({ target }) => setChosen(target.checked ? records.map(({ id }) => id) : [])}
          >
            {marked.length > 0 ? `选了 ${marked.length} 条` : '全选本页'}
          </Checkbox>
          {marked.length > 0 && (
            <>
              <Button size="small" loading={acts.isBusy} onClick={() => act('show', marked)}>
                通过或显示
              </Button>
              <Button size="small" onClick={() => act('hide', marked)}>
                隐藏
              </Button>
              <Button size="small" danger onClick={() => act('delete', marked)}>
                删除
              </Button>
            </>
          )}
        </div>
      )}
      {fault ? (
        <Failed message={fault.message} onRetry={reload} />
      ) : records.length === 0 ? (
        <Void title={isLoading ? '正在取评论 …' : (shelf?.nothing ?? '')}>
          {!isLoading && shelf?.key === 'pending' && (
            <p>先审后发的评论，和含有需审词的评论，会出现在这里。</p>
          )}
        </Void>
      ) : (
        <ul className={s.list} aria-label={shelf?.label} aria-busy={isLoading}>
          {records.map((comment) => (
            <CommentCard
              key={comment.id}
              comment={comment}
              isChosen={chosen.includes(comment.id)}
              onChoose={(isChosen) =>
                setChosen((before) =>
                  isChosen ? [...before, comment.id] : before.filter((id) => id !== comment.id),
                )
              }
              onAct={(verb) => act(verb, [comment.id])}
              onMute={() => comment.writer && setMuted(comment.writer)}
            />
          ))}
        </ul>
      )}
      {(data?.cursor || cursors.length > 0) && (
        <div className={s.pages}>
          <Button
            disabled={cursors.length === 0}
            onClick={() => setTrail({ place, cursors: cursors.slice(0, -1) })}
          >
            较新
          </Button>
          <Button
            disabled={!data?.cursor}
            onClick={() => data?.cursor && setTrail({ place, cursors: [...cursors, data.cursor] })}
          >
            较早
          </Button>
        </div>
      )}
      {asked && (
        <ActDialog
          verb={asked.verb}
          count={asked.ids.length}
          onSubmit={(reason) => acts.run(asked.verb, asked.ids, reason)}
          onClose={() => setAsked(undefined)}
        />
      )}
      {muted && <MuteDialog member={muted} onDone={settle} onClose={() => setMuted(undefined)} />}
      <MutesDrawer open={isListOpen} onClose={() => setIsListOpen(false)} onChanged={reload} />
    </>
  );
}

function narrowedTo(
  records: readonly DeskComment[],
  { postId, memberId }: { postId: string | undefined; memberId: string | undefined },
): string | null {
  const [first] = records;
  if (postId) return `只看《${first?.post.title ?? postId}》的评论`;
  if (memberId) return `只看 ${first?.writer?.name ?? `会员 ${memberId}`} 的评论`;
  return null;
}
