import { App, Button, Select } from 'antd';
import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { DeskAdvert } from '#features/frontpage/adverts/schema.ts';
import { Failed, Void } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { useLoad } from '../../../parts/use-load.ts';
import { WideTable } from '../../../parts/wide-table.tsx';
import s from '../frontpage.module.css';
import { advertColumns } from './advert-columns.tsx';
import { AdvertDialog } from './advert-dialog.tsx';
import { FiguresDrawer } from './figures-drawer.tsx';
import { positions } from './positions.ts';

const places = [
  { value: 'all' as const, label: '全部广告位' },
  ...positions.map(({ value, label }) => ({ value: String(value) as '1', label })),
];
const states = [
  { value: 'all' as const, label: '全部状态' },
  { value: 'running' as const, label: '展示中' },
  { value: 'waiting' as const, label: '未开始' },
  { value: 'paused' as const, label: '已暂停' },
  { value: 'ended' as const, label: '已结束' },
];
const pageSize = 20;

/** Adverts by position, with what they did in the last 30 days. */
export function AdvertsTab() {
  const { modal } = App.useApp();
  const [position, setPosition] = useState<(typeof places)[number]['value']>('all');
  const [state, setState] = useState<(typeof states)[number]['value']>('all');
  const [current, setCurrent] = useState(1);
  const [editing, setEditing] = useState<DeskAdvert | 'new'>();
  const [figures, setFigures] = useState<DeskAdvert>();
  const { data, fault, isLoading, reload } = useLoad(`${position} ${state} ${current}`, (signal) =>
    call('GET /admin/advert/list', {
      query: { position, state, current: String(current), size: String(pageSize) },
      silent: true,
      signal,
    }),
  );

  async function pause({ id, isPaused }: DeskAdvert) {
    try {
      await call('POST /admin/advert/pause', { body: { id, isPaused: !isPaused } });
      toasts.success(isPaused ? '已恢复展示' : '已暂停，页面上立即不见了');
    } catch {
      // The person has been told in an alert.
    }
    reload();
  }
  const remove = ({ id, title }: DeskAdvert) =>
    modal.confirm({
      title: `删除广告「${title}」？`,
      content: '它和它的曝光、点击数据都会删除，不能恢复。只想停一停可以用暂停。',
      okText: '删除',
      onOk: async () => {
        try {
          await call('POST /admin/advert/delete', { body: { id } });
        } catch {
          // The person has been told in an alert.
        }
        reload();
      },
    });

  return (
    <>
      <div className={s.bar}>
        <Select
          className={s.choice ?? ''}
          aria-label="广告位"
          options={places}
          value={position}
          onChange={(chosen) => {
            setPosition(chosen);
            setCurrent(1);
          }}
        />
        <Select
          className={s.choice ?? ''}
          aria-label="状态"
          options={states}
          value={state}
          onChange={(chosen) => {
            setState(chosen);
            setCurrent(1);
          }}
        />
        <Button type="primary" onClick={() => setEditing('new')}>
          投放广告
        </Button>
      </div>
      {fault ? (
        <Failed message={fault.message} onRetry={reload} />
      ) : (
        <WideTable<DeskAdvert>
          label="广告"
          rowKey="id"
          size="middle"
          loading={isLoading}
          dataSource={data?.records ?? []}
          columns={advertColumns({
            onEdit: setEditing,
            onPause: (advert) => void pause(advert),
            onFigures: setFigures,
            onRemove: remove,
          })}
          scroll={{ x: 1060 }}
          locale={{
            emptyText: (
              <Void title={isLoading ? '正在取广告' : '没有这样的广告'}>
                {!isLoading && <p>投放后按时间自动上线、下线。</p>}
              </Void>
            ),
          }}
          pagination={{
            current,
            pageSize,
            total: data?.total ?? 0,
            showSizeChanger: false,
            hideOnSinglePage: true,
            onChange: setCurrent,
          }}
        />
      )}
      {editing && (
        <AdvertDialog
          advert={editing === 'new' ? undefined : editing}
          onClose={() => {
            setEditing(undefined);
            // After a refusal what the list shows is old.
            reload();
          }}
          onDone={() => {
            setEditing(undefined);
            reload();
          }}
        />
      )}
      {figures && <FiguresDrawer advert={figures} onClose={() => setFigures(undefined)} />}
    </>
  );
}
