import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { HistoryPage, HistoryRecord } from '#features/collections/schema.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { Fault } from '#ui/controls/form-parts.tsx';
import { LoadMore } from '#ui/controls/pagination.tsx';
import { AlertDialog } from '#ui/floats/dialog.tsx';
import { Void } from '#ui/states/void.tsx';
import type { Ask } from '../../../api.ts';
import { useClient } from '../../../client-context.ts';
import { DayHead } from '../../../parts/live/day-head.tsx';
import { toStory } from '../../../parts/story.ts';
import { messageOf, silent, useAct } from '../../../parts/use-act.ts';
import { useEndless } from '../../../parts/use-endless.ts';
import { useSurroundings } from '../../../site.ts';
import { dayTitle, groupByDay } from '../../news-list/day-groups.ts';
import { ListBar } from '../list-bar.tsx';
import { definePersonalPage } from '../personal-page.tsx';
import { RecordList, RecordRow } from './record-row.tsx';
import { useRowErrors } from './use-row-errors.ts';

/** What the reader has opened, newest first, by day. */
export const page = definePersonalPage({
  title: '阅读历史',
  load: ({ ask }) => askHistory(ask),
  Body: ({ data }) => <History first={data} />,
});

const askHistory = (ask: Ask, cursor = ''): Promise<HistoryPage> =>
  ask('GET /member/history', { size: 30, ...(cursor && { cursor }) }, { isSilent: true });

function History({ first }: { first: HistoryPage }) {
  const { ask, today } = useSurroundings();
  const list = useEndless(first, idOf, (cursor) => askHistory(ask, cursor));
  const { errors, remove } = useRemoval(list.change);
  const [isCleared, setIsCleared] = useState(false);
  if (isCleared || (list.records.length === 0 && list.state === 'end')) return <NoHistory />;
  return (
    <>
      <ListBar action={<Clear onCleared={() => setIsCleared(true)} />}>只有你自己看得到</ListBar>
      {groupByDay(list.records.map((reading) => ({ ...reading, publishedAt: reading.readAt }))).map(
        ({ day, records }) => (
          <section key={day} aria-labelledby={`read-${day}`}>
            <DayHead id={`read-${day}`} {...dayTitle(day, today)} />
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
      <div ref={list.foot}>
        <LoadMore state={list.state} noun="更早的记录" onMore={list.more} />
      </div>
    </>
  );
}

const idOf = ({ record }: HistoryRecord): string => record.id;

/** Takes a reading out at once and tells the server; what fails comes back with the reason. */
function useRemoval(change: (to: (records: HistoryRecord[]) => HistoryRecord[]) => void) {
  const client = useClient();
  const { errors, fail } = useRowErrors();
  async function remove(reading: HistoryRecord) {
    const { id } = reading.record;
    let place = 0;
    fail(id, undefined);
    change((records) => {
      place = records.findIndex(({ record }) => record.id === id);
      return records.filter(({ record }) => record.id !== id);
    });
    try {
      await client().call('POST /member/deleteHistory', { query: { id }, ...silent });
    } catch (failure) {
      change((records) => records.toSpliced(place, 0, reading));
      fail(id, messageOf(failure));
    }
  }
  return { errors, remove };
}

function Clear({ onCleared }: { onCleared: () => void }) {
  const [isAsked, setIsAsked] = useState(false);
  const { isBusy, error, run } = useAct();
  const clear = async () => {
    const isDone = await run(async (call) => {
      await call('POST /member/clearHistory', silent);
    });
    setIsAsked(false);
    if (!isDone) return;
    onCleared();
    toasts.success('阅读历史已清空');
  };
  return (
    <>
      {error && <Fault>{error}</Fault>}
      <Button size="s" onClick={() => setIsAsked(true)}>
        清空
      </Button>
      <AlertDialog
        open={isAsked}
        title="清空阅读历史"
        message="全部记录会被删除，不能恢复。"
        confirmLabel="清空"
        cancelLabel="取消"
        tone="accent"
        busy={isBusy}
        onConfirm={() => void clear()}
        onCancel={() => setIsAsked(false)}
      />
    </>
  );
}

const NoHistory = () => (
  <Void
    title="还没有阅读记录"
    actions={
      <ButtonLink size="s" href="/index">
        去首页
      </ButtonLink>
    }
  >
    <p>登录后读过的文章和资讯会记在这里，只有你自己看得到。</p>
  </Void>
);
