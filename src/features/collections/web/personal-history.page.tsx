import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import { Button } from '#ui/controls/button.tsx';
import { FormError } from '#ui/controls/form-parts.tsx';
import { LoadMore } from '#ui/controls/pagination.tsx';
import { AlertDialog } from '#ui/overlays/dialog.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { FetchCall } from '#web/api.ts';
import { useClient } from '#web/client-context.ts';
import { dayHeading, groupByDay } from '#web/parts/day-groups.ts';
import { HomeButton } from '#web/parts/home-links.tsx';
import { DayHeading } from '#web/parts/live/day-heading.tsx';
import { definePersonalPage } from '#web/parts/personal/define-personal-page.tsx';
import { ListBar } from '#web/parts/personal/list-bar.tsx';
import { toStory } from '#web/parts/story.ts';
import { messageOf, silent, useAction } from '#web/parts/use-action.ts';
import { useInfiniteList } from '#web/parts/use-infinite-list.ts';
import { useRowErrors } from '#web/parts/use-row-errors.ts';
import { useSiteContext } from '#web/site.ts';
import type { HistoryPage, HistoryRecord } from '../schema.ts';
import { RecordList, RecordRow } from './record-row.tsx';

/** The posts the member has opened, newest first, by day. */
export const page = definePersonalPage({
  title: '阅读历史',
  load: ({ fetchCall }) => fetchHistory(fetchCall),
  Body: ({ data }) => <History first={data} />,
});

const fetchHistory = (fetchCall: FetchCall, cursor = ''): Promise<HistoryPage> =>
  fetchCall('GET /member/history', { size: 30, ...(cursor && { cursor }) }, { isSilent: true });

function History({ first }: { first: HistoryPage }) {
  const { fetchCall, today } = useSiteContext();
  const list = useInfiniteList(first, idOf, (cursor) => fetchHistory(fetchCall, cursor));
  const { errors, remove } = useRemoveReading(list.change);
  const [isCleared, setIsCleared] = useState(false);
  if (isCleared || (list.records.length === 0 && list.state === 'end')) return <NoHistory />;
  return (
    <>
      <ListBar action={<ClearHistory onCleared={() => setIsCleared(true)} />}>只有你自己看得到</ListBar>
      {groupByDay(list.records.map((reading) => ({ ...reading, publishedAt: reading.readAt }))).map(
        ({ day, records }) => (
          <section key={day} aria-labelledby={`read-${day}`}>
            <DayHeading id={`read-${day}`} {...dayHeading(day, today)} />
            <RecordList label={`${day} 读过的`}>
              {records.map((reading) => (
                <RecordRow
                  key={reading.record.id}
                  title={reading.record.title}
                  story={{
                    ...toStory(reading.record, today),
                    time: null,
                    views: undefined,
                    comments: undefined,
                  }}
                  note={
                    <span>
                      <time dateTime={reading.readAt}>{reading.readAt.slice(11, 16)}</time> 读过
                    </span>
                  }
                  error={errors[reading.record.id]}
                  action={
                    <Button
                      size="s"
                      tone="text"
                      aria-label={`删除记录：${reading.record.title}`}
                      onClick={() => void remove(reading)}
                    >
                      删除
                    </Button>
                  }
                />
              ))}
            </RecordList>
          </section>
        ),
      )}
      <div ref={list.sentinel}>
        <LoadMore state={list.state} noun="更早的记录" onMore={list.more} />
      </div>
    </>
  );
}

const idOf = ({ record }: HistoryRecord): string => record.id;

/** Removes a reading optimistically; on failure it returns with the reason. */
function useRemoveReading(change: (to: (records: HistoryRecord[]) => HistoryRecord[]) => void) {
  const client = useClient();
  const { errors, setError } = useRowErrors();
  async function remove(reading: HistoryRecord) {
    const { id } = reading.record;
    let index = 0;
    setError(id, undefined);
    change((records) => {
      index = records.findIndex(({ record }) => record.id === id);
      return records.filter(({ record }) => record.id !== id);
    });
    try {
      await client().call('POST /member/deleteHistory', { query: { id }, ...silent });
    } catch (failure) {
      change((records) => records.toSpliced(index, 0, reading));
      setError(id, messageOf(failure));
    }
  }
  return { errors, remove };
}

function ClearHistory({ onCleared }: { onCleared: () => void }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const { isBusy, error, run } = useAction();
  const clear = async () => {
    const isDone = await run(async (call) => {
      await call('POST /member/clearHistory', silent);
    });
    setIsConfirming(false);
    if (!isDone) return;
    onCleared();
    toasts.success('阅读历史已清空');
  };
  return (
    <>
      {error && <FormError>{error}</FormError>}
      <Button size="s" onClick={() => setIsConfirming(true)}>
        清空
      </Button>
      <AlertDialog
        open={isConfirming}
        title="清空阅读历史"
        message="全部记录会被删除，不能恢复。"
        confirmLabel="清空"
        cancelLabel="取消"
        tone="accent"
        busy={isBusy}
        onConfirm={() => void clear()}
        onCancel={() => setIsConfirming(false)}
      />
    </>
  );
}

const NoHistory = () => (
  <EmptyState title="还没有阅读记录" actions={<HomeButton>去首页</HomeButton>}>
    <p>登录后读过的文章和资讯会记在这里，只有你自己看得到。</p>
  </EmptyState>
);
