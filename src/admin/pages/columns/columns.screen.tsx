import { App, Button, Spin } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { DeskColumn } from '#features/columns/desk/schema.ts';
import { Failed, Void } from '#ui/states/void.tsx';
import { call } from '../../api.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { forgetColumns } from '../../parts/use-columns.ts';
import { useLoad } from '../../parts/use-load.ts';
import { ColumnEditor } from './column-editor.tsx';
import { ColumnTree } from './column-tree.tsx';
import s from './columns.module.css';

/** The columns: their order on the left, every field of the chosen one on the right. */
export function Screen() {
  const [query, setQuery] = useSearchParams();
  const chosen = query.get('id') ?? undefined;
  const { modal } = App.useApp();
  const [isChanged, setIsChanged] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  // What was just dragged stands there until the server's order is here.
  const [arranged, setArranged] = useState<DeskColumn[]>();
  const { data, fault, isLoading, reload } = useLoad('columns', (signal) =>
    call('GET /admin/column/tree', { silent: true, signal }),
  );
  const columns = arranged ?? data?.columns ?? [];
  const column = columns.find(({ id }) => id === chosen);

  const refresh = () => {
    setArranged(undefined);
    forgetColumns();
    reload();
  };
  const go = (id: string | undefined) => {
    if (id === chosen) return;
    const leave = () => {
      setIsChanged(false);
      setQuery(id === undefined ? {} : { id });
    };
    if (!isChanged) return leave();
    modal.confirm({
      title: '有改动还没有保存',
      content: '离开后，这次的改动会丢掉。',
      okText: '不保存',
      cancelText: '继续编辑',
      onOk: leave,
    });
  };
  async function arrange(order: DeskColumn[]) {
    if (!data) return;
    setIsBusy(true);
    setArranged(order);
    try {
      await call('POST /admin/column/arrange', {
        body: { mark: data.mark, columns: order.map(({ id, parentId }) => ({ id, parentId })) },
      });
    } catch {
      // The person has been told in an alert, and the order goes back to what it is.
    } finally {
      setIsBusy(false);
      refresh();
    }
  }

  if (fault && !data)
    return (
      <>
        <PageHead title="栏目" />
        <Failed message={fault.message} onRetry={reload} />
      </>
    );
  return (
    <>
      <PageHead title="栏目">
        <Button type="primary" onClick={() => go('new')}>
          新建栏目
        </Button>
      </PageHead>
      {!data ? (
        <Spin aria-label="正在取栏目" />
      ) : (
        <div className={s.panes} data-chosen={column || chosen === 'new' ? '' : undefined}>
          <ColumnTree
            columns={columns}
            chosen={chosen}
            isBusy={isBusy || isLoading}
            onChoose={go}
            onArrange={(order) => void arrange(order)}
          />
          {column || chosen === 'new' ? (
            <ColumnEditor
              key={chosen}
              column={column}
              columns={columns}
              isBusy={isBusy || isLoading}
              onArrange={(order) => void arrange(order)}
              onDirty={setIsChanged}
              onLeave={() => go(undefined)}
              onSaved={(id) => {
                setIsChanged(false);
                setQuery({ id });
                refresh();
              }}
              onDeleted={() => {
                setIsChanged(false);
                setQuery({});
                refresh();
              }}
              onStale={refresh}
            />
          ) : (
            <div className={s.none}>
              <Void title={chosen ? '这个栏目已经不在了' : '选一个栏目来修改'}>
                <p>栏目的次序就是读者菜单的次序，改动立即生效。</p>
              </Void>
            </div>
          )}
        </div>
      )}
    </>
  );
}
