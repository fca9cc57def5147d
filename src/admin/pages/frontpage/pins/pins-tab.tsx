import { Button, Select } from 'antd';
import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { DeskPin } from '#features/frontpage/pins/schema.ts';
import { Failed, Void } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { useColumns } from '../../../parts/use-columns.ts';
import { useLoad } from '../../../parts/use-load.ts';
import s from '../frontpage.module.css';
import { Period, StandingChip } from '../standing.tsx';
import { PieceSearch } from './piece-search.tsx';
import { PinDialog } from './pin-dialog.tsx';

/** What is pinned to the home page and to columns, in the order readers see. */
export function PinsTab() {
  const columns = useColumns();
  const [place, setPlace] = useState('');
  const columnId = place === '' ? null : place;
  const [editing, setEditing] = useState<DeskPin>();
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const { data, fault, isLoading, reload } = useLoad(place, (signal) =>
    call('GET /admin/pin/list', { query: columnId ? { columnId } : {}, silent: true, signal }),
  );
  const pins = data ?? [];

  async function act(work: () => Promise<unknown>, done?: string) {
    setIsBusy(true);
    try {
      await work();
      if (done) toasts.success(done);
    } catch {
      // The person has been told in an alert; the list says how it stands.
    } finally {
      setIsBusy(false);
      reload();
    }
  }
  const add = (postId: string) =>
    act(() => call('POST /admin/pin/add', { body: { columnId, postId } }), '已置顶，读者立即看到');
  const move = (from: number, to: number) => {
    const [moved, ids] = [pins[from], pins.map(({ id }) => id)];
    if (!moved || to < 0 || to >= pins.length || from === to) return;
    const order = ids.toSpliced(from, 1).toSpliced(to, 0, moved.id);
    void act(() => call('POST /admin/pin/arrange', { body: { columnId, ids: order } }));
  };
  return (
    <>
      <div className={s.bar}>
        <Select
          className={s.choice ?? ''}
          aria-label="置顶的位置"
          showSearch={{ optionFilterProp: 'label' }}
          options={[
            { value: '', label: '首页' },
            ...columns
              .filter(({ kind }) => kind !== 'reference')
              .map(({ id, columnName }) => ({ value: id, label: columnName })),
          ]}
          value={place}
          onChange={setPlace}
        />
        <PieceSearch columnId={columnId} isBusy={isBusy} onChoose={(id) => void add(id)} />
      </div>
      <p className={s.hint}>
        {columnId === null
          ? '首页的第一条置顶就是头条，其余跟在它后面。'
          : '置顶的内容列在栏目第一页最前面，列表的总数和翻页不变。'}
        拖动序号或用按钮调整次序，一处最多 10 篇。
      </p>
      {fault ? (
        <Failed message={fault.message} onRetry={reload} />
      ) : pins.length === 0 ? (
        <Void title={isLoading ? '正在取置顶' : '这里没有置顶'}>
          {!isLoading && <p>搜标题，选中一篇就置顶。</p>}
        </Void>
      ) : (
        <ol className={s.pins} aria-label="置顶的内容">
          {pins.map((pin, place) => (
            <li
              key={pin.id}
              className={s.pin}
              data-over={over === pin.id && dragged !== pin.id ? '' : undefined}
              onDragOver={(event) => {
                event.preventDefault();
                setOver(pin.id);
              }}
              onDrop={(event) => {
                event.preventDefault();
                move(
                  pins.findIndex(({ id }) => id === dragged),
                  place,
                );
                setDragged(undefined);
                setOver(undefined);
              }}
            >
              <span
                className={s.place}
                draggable
                title="拖动调整次序"
                onDragStart={() => setDragged(pin.id)}
                onDragEnd={() => {
                  setDragged(undefined);
                  setOver(undefined);
                }}
              >
                {place + 1}
              </span>
              <div>
                <div className={s.name}>{pin.title}</div>
                <div className={s.meta}>
                  <StandingChip state={pin.state} />
                  <span>{pin.columnName}</span>
                  <Period {...pin} />
                </div>
              </div>
              <div className={s.acts}>
                <Button
                  type="text"
                  size="small"
                  aria-label={`上移《${pin.title}》`}
                  disabled={place === 0 || isBusy}
                  onClick={() => move(place, place - 1)}
                >
                  上移
                </Button>
                <Button
                  type="text"
                  size="small"
                  aria-label={`下移《${pin.title}》`}
                  disabled={place === pins.length - 1 || isBusy}
                  onClick={() => move(place, place + 1)}
                >
                  下移
                </Button>
                <Button
                  type="text"
                  size="small"
                  aria-label={`改《${pin.title}》的时间`}
                  onClick={() => setEditing(pin)}
                >
                  时间
                </Button>
                <Button
                  type="text"
                  size="small"
                  aria-label={`取消置顶《${pin.title}》`}
                  disabled={isBusy}
                  onClick={() =>
                    void act(() => call('POST /admin/pin/remove', { body: { id: pin.id } }), '已取消置顶')
                  }
                >
                  取消置顶
                </Button>
              </div>
            </li>
          ))}
        </ol>
      )}
      {editing && (
        <PinDialog
          pin={editing}
          onClose={() => setEditing(undefined)}
          onDone={() => {
            setEditing(undefined);
            reload();
          }}
        />
      )}
    </>
  );
}
