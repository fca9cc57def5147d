import { Drawer, Table } from 'antd';
import type { AdvertDay, DeskAdvert } from '#features/frontpage/adverts/schema.ts';
import { Failed, Void } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { useLoad } from '../../../parts/use-load.ts';
import s from '../frontpage.module.css';
import { showRate } from './positions.ts';

/** What an advert did, day by day. */
export function FiguresDrawer({ advert, onClose }: { advert: DeskAdvert; onClose: () => void }) {
  const { data, fault, isLoading, reload } = useLoad(advert.id, (signal) =>
    call('GET /admin/advert/days', { query: { id: advert.id }, silent: true, signal }),
  );
  return (
    <Drawer open onClose={onClose} size={420} title={`「${advert.title}」近 30 天`}>
      {fault ? (
        <Failed message={fault.message} onRetry={reload} level={3} />
      ) : (
        <Table<AdvertDay>
          rowKey="day"
          size="small"
          loading={isLoading}
          dataSource={data ?? []}
          columns={columns}
          pagination={false}
          locale={{ emptyText: <Void level={3} title={isLoading ? '正在取数据' : '还没有人看到它'} /> }}
        />
      )}
    </Drawer>
  );
}

const figure = (value: number) => <span className={s.figure}>{value.toLocaleString('zh-CN')}</span>;

const columns = [
  { title: '日期', dataIndex: 'day' },
  { title: '曝光', dataIndex: 'impressions', align: 'right' as const, render: figure },
  { title: '点击', dataIndex: 'clicks', align: 'right' as const, render: figure },
  {
    title: '点击率',
    key: 'rate',
    align: 'right' as const,
    render: (_: unknown, { impressions, clicks }: AdvertDay) => (
      <span className={s.figure}>{showRate(impressions, clicks)}</span>
    ),
  },
];
