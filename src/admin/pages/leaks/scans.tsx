import { Button, Select } from 'antd';
import { useEffect, useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { LeakScan } from '#features/leaks/scans/schema.ts';
import { Failed, Void } from '#ui/states/void.tsx';
import { call } from '../../api.ts';
import { faultOf, useLoad } from '../../parts/use-load.ts';
import { FindingsDrawer } from './findings-drawer.tsx';
import s from './leaks.module.css';
import { ScanItem } from './scan-item.tsx';

const lookAgainMs = 1500;
const pageSize = '10';
const isGoing = ({ state }: LeakScan) => state === 'queued' || state === 'running';

const amounts = [
  { value: 20, label: '最新 20 篇' },
  { value: 100, label: '最新 100 篇' },
  { value: 500, label: '最新 500 篇' },
  { value: 0, label: '全部' },
];

/** Scans of everything a visitor can reach: what is under way, and what those before have found. */
export function Scans() {
  const [most, setMost] = useState(500);
  const [isBusy, setIsBusy] = useState(false);
  const [opened, setOpened] = useState<LeakScan>();
  // Cursors of the pages gone through; the last is the one on screen.
  const [trail, setTrail] = useState<string[]>([]);
  const cursor = trail.at(-1);
  const { data, fault, isLoading, reload } = useLoad(`${cursor}`, (signal) =>
    call('GET /admin/leak/list', { query: { cursor, size: pageSize }, silent: true, signal }),
  );
  const records = data?.records ?? [];
  const hasGoing = records.some(isGoing);
  useEffect(() => {
    if (!hasGoing || isLoading) return;
    const timer = setTimeout(reload, lookAgainMs);
    return () => clearTimeout(timer);
  }, [hasGoing, isLoading, reload]);
  const act = async (work: () => Promise<unknown>) => {
    setIsBusy(true);
    try {
      await work();
    } catch (error) {
      toasts.warning(faultOf(error).message);
    } finally {
      setIsBusy(false);
      setTrail([]);
      reload();
    }
  };
  const begin = () =>
    act(() => call('POST /admin/leak/scan', { body: { most: most || null }, silent: true }));
  return (
    <section aria-labelledby="leak-scans" className={s.part}>
      <h2 className={s.heading} id="leak-scans">
        锁定的内容有没有漏出去
      </h2>
      <p className={s.lead}>
        像游客一样打开每个公开的页面、列表、搜索、订阅源和接口，逐句对照锁定的正文。在后台进行，页面可以关掉。
      </p>
      <div className={s.tools}>
        <Select
          aria-label="检查多少篇"
          className={s.amount ?? ''}
          options={amounts}
          value={most}
          onChange={setMost}
        />
        <Button type="primary" loading={isBusy} disabled={hasGoing} onClick={() => void begin()}>
          开始检查
        </Button>
      </div>
      {fault && !data ? (
        <Failed message={fault.message} onRetry={reload} />
      ) : records.length === 0 ? (
        <Void title={data ? '还没有检查过' : '正在取检查记录'} />
      ) : (
        <ul className={s.list}>
          {records.map((scan) => (
            <ScanItem
              key={scan.id}
              scan={scan}
              isBusy={isBusy}
              onOpen={() => setOpened(scan)}
              onCancel={() =>
                void act(() => call('POST /admin/leak/cancel', { body: { id: scan.id }, silent: true }))
              }
            />
          ))}
        </ul>
      )}
      {(data?.cursor || trail.length > 0) && (
        <div className={s.pages}>
          <Button disabled={trail.length === 0} onClick={() => setTrail(trail.slice(0, -1))}>
            较新
          </Button>
          <Button disabled={!data?.cursor} onClick={() => data?.cursor && setTrail([...trail, data.cursor])}>
            较早
          </Button>
        </div>
      )}
      <FindingsDrawer scan={opened} onClose={() => setOpened(undefined)} />
    </section>
  );
}
