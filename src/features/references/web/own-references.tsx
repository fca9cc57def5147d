import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { detailPath } from '#client/routes.ts';
import { toasts } from '#client/toasts.ts';
import { formatFen } from '#shared/money.ts';
import { formatCount } from '#shared/numbers.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { LoadMore } from '#ui/controls/pagination.tsx';
import { AccessTag, StateLabel } from '#ui/display/tag.tsx';
import { AlertDialog } from '#ui/overlays/dialog.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { formatStamp } from '#web/parts/personal/stamp.ts';
import { silent, useAction } from '#web/parts/use-action.ts';
import { useInfiniteList } from '#web/parts/use-infinite-list.ts';
import { useSiteContext } from '#web/site.ts';
import type { ReferenceList, ReferenceRecord } from '../schema.ts';
import { type ActionName, actions, allowedActions } from './reference-actions.ts';
import { ReferenceRow, ReferenceRows } from './reference-row.tsx';
import { describeStatus, editorPath, isInReview } from './reference-status.ts';

type OwnReferencesProps = { tab: 'article' | 'draft'; first: ReferenceList };

/** A writer's references in one tab: published and withdrawn ones, or drafts. */
export function OwnReferences({ tab, first }: OwnReferencesProps) {
  const { fetchCall } = useSiteContext();
  const list = useInfiniteList(
    first,
    ({ id, state, revision, updatedAt }) => `${id}${state}${revision}${updatedAt}`,
    (cursor) =>
      fetchCall('GET /internalReference/list', { shelf: tab, size: '20', cursor }, { isSilent: true }),
  );
  if (list.records.length === 0 && list.state === 'end') return <NoReferences tab={tab} />;
  return (
    <>
      <ReferenceRows label={tab === 'article' ? '文章' : '草稿'}>
        {list.records.map((reference) => (
          <OwnReference key={reference.id} reference={reference} />
        ))}
      </ReferenceRows>
      <div ref={list.sentinel}>
        <LoadMore state={list.state} noun="更早的内参" onMore={list.more} />
      </div>
    </>
  );
}

function OwnReference({ reference }: { reference: ReferenceRecord }) {
  const { today } = useSiteContext();
  const { revalidate } = useRevalidator();
  const { isBusy, error, run } = useAction();
  const [confirming, setConfirming] = useState<ActionName>();
  const { id, state, columnId, columnName, access, price, publishedAt, updatedAt, cover, note } = reference;
  const title = reference.title.trim() || '还没有标题';
  const isPublished = state === 'published';
  const shownAt = isPublished && publishedAt ? publishedAt : updatedAt;
  const runAction = (name: ActionName) =>
    void run(async (call) => {
      await call(actions[name].call, { body: { id }, ...silent });
      toasts.success(actions[name].done);
      setConfirming(undefined);
      await revalidate();
    }).then((isDone) => isDone || setConfirming(undefined));
  return (
    <ReferenceRow
      title={title}
      href={isPublished ? detailPath(columnId, id) : editorPath(id)}
      cover={cover}
      note={
        <>
          {describeStatus(reference).map(({ label, tone }) => (
            <StateLabel key={label} tone={tone}>
              {label}
            </StateLabel>
          ))}
          <AccessTag access={access} showPublic />
          {access === 'paid' && <span className="fig">{price === null ? '未定价' : formatFen(price)}</span>}
          <span>{columnName}</span>
          <time dateTime={shownAt}>
            {formatStamp(shownAt, today).text}
            {isPublished ? ' 发布' : ' 修改'}
          </time>
        </>
      }
      stats={publishedAt === null ? [] : toStats(reference)}
      reviewNote={note && `审核意见：${note}`}
      error={error}
      action={
        <>
          <ButtonLink size="s" href={editorPath(id)} aria-label={`${editLabel(reference)}：${title}`}>
            {editLabel(reference)}
          </ButtonLink>
          {allowedActions(reference).map((name) => (
            <Button
              key={name}
              size="s"
              busy={isBusy}
              aria-label={`${actions[name].label}：${title}`}
              onClick={() => (actions[name].question ? setConfirming(name) : runAction(name))}
            >
              {actions[name].label}
            </Button>
          ))}
          <AlertDialog
            open={confirming !== undefined}
            title={confirming ? `${actions[confirming].label}“${title}”？` : ''}
            message={confirming && actions[confirming].question}
            confirmLabel={confirming ? actions[confirming].label : '确定'}
            cancelLabel="取消"
            tone="accent"
            busy={isBusy}
            onConfirm={() => confirming && runAction(confirming)}
            onCancel={() => setConfirming(undefined)}
          />
        </>
      }
    />
  );
}

const editLabel = (reference: ReferenceRecord): string => {
  if (isInReview(reference)) return '查看';
  if (reference.note !== '') return '去修改';
  return reference.state === 'draft' ? '继续写' : '编辑';
};

const toStats = ({ views, comments, sales, income, access }: ReferenceRecord) => [
  { label: '阅读', value: formatCount(views) },
  { label: '评论', value: formatCount(comments) },
  ...(access === 'paid' || sales > 0
    ? [
        { label: '售出', value: formatCount(sales) },
        { label: '收入', value: formatFen(income) },
      ]
    : []),
];

function NoReferences({ tab }: { tab: OwnReferencesProps['tab'] }) {
  return (
    <EmptyState
      title={tab === 'article' ? '还没有发布过内参' : '没有在写的内参'}
      actions={
        <ButtonLink tone="ink" size="s" href={editorPath()}>
          写第一篇
        </ButtonLink>
      }
    >
      <p>
        {tab === 'article'
          ? '写好的内参提交审核，通过后就在这里，阅读、评论和收入都看得到。'
          : '写到一半的、等审核的、要修改的，都在这里。'}
      </p>
    </EmptyState>
  );
}
