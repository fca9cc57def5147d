import { Drawer } from 'antd';
import type { Recompute, RecomputeDetail } from '#features/contest/desk/schema.ts';
import { Failed } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { useLoad } from '../../../parts/use-load.ts';
import { WideTable } from '../../../parts/wide-table.tsx';
import s from '../contest.module.css';

/** Where what is kept is not what the log says. */
export function DifferencesDrawer(props: { recompute: Recompute | undefined; onClose: () => void }) {
  const { recompute, onClose } = props;
  return (
    <Drawer
      open={recompute !== undefined}
      onClose={onClose}
      size={720}
      title="不一致的地方"
      destroyOnHidden
      styles={{ wrapper: { maxWidth: '100vw' } }}
    >
      {recompute && <Differences id={recompute.id} />}
    </Drawer>
  );
}

type Difference = RecomputeDetail['differences'][number] & { key: number };

function Differences({ id }: { id: string }) {
  const { data, fault, reload } = useLoad(id, (signal) =>
    call('GET /admin/contest/recompute', { query: { id }, silent: true, signal }),
  );
  if (fault) return <Failed level={3} message={fault.message} onRetry={reload} />;
  if (!data) return <p role="status">正在取结果 …</p>;
  const { differences, differenceCount } = data;
  return (
    <>
      <p className={s.lead}>
        金额以分计，价格以厘计，比率以百万分之一计。查明原因以前，先把赛季改为不公开，也不要发奖。
      </p>
      <WideTable<Difference>
        label="不一致的地方"
        rowKey="key"
        size="small"
        pagination={false}
        scroll={{ x: 560 }}
        dataSource={differences.map((difference, key) => ({ ...difference, key }))}
        columns={[
          {
            title: '选手',
            key: 'player',
            width: 150,
            render: (_, { name, playerId }) => (
              <>
                {name}
                <span className={s.small}>选手 {playerId}</span>
              </>
            ),
          },
          { title: '哪一项', dataIndex: 'what' },
          { title: '现在保存的', dataIndex: 'kept', width: 130 },
          { title: '流水算出的', dataIndex: 'rebuilt', width: 130 },
        ]}
      />
      {differenceCount > differences.length && (
        <p className={s.quiet}>还有 {differenceCount - differences.length} 处没有列出。</p>
      )}
    </>
  );
}
