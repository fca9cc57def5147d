import { useState } from 'react';
import type { Approved, FeedItem } from '#features/feeds/schema.ts';
import { call } from '../../api.ts';
import { faultOf } from '../../parts/use-load.ts';

type Report = { title: string; faults: string[] };
export type Decisions = {
  isBusy: boolean;
  report: Report | undefined;
  forget: () => void;
  /** One after the other: each brings its pictures along. @returns the pieces that were made */
  approve: (items: readonly FeedItem[], as: 'published' | 'draft') => Promise<Approved[]>;
  dismiss: (items: readonly FeedItem[]) => Promise<void>;
};

const done: Record<Approved['state'], string> = { published: '已发布', draft: '已存为草稿', held: '已送审' };

/** Takes items or leaves them out, and says how it went with each; `onDone` when all are through. */
export function useDecisions(onDone: () => void): Decisions {
  const [isBusy, setIsBusy] = useState(false);
  const [report, setReport] = useState<Report>();
  return {
    isBusy,
    report,
    forget: () => setReport(undefined),
    async approve(items, as) {
      setIsBusy(true);
      const made: Approved[] = [];
      const faults: string[] = [];
      for (const { id, title } of items) {
        setReport({ title: `正在处理，${made.length + faults.length} / ${items.length} …`, faults });
        try {
          made.push(await call('POST /admin/feed/approve', { body: { id, as }, silent: true }));
        } catch (error) {
          faults.push(`《${title}》：${faultOf(error).message}`);
        }
      }
      setReport({ title: sumUp(made, faults.length), faults });
      setIsBusy(false);
      onDone();
      return made;
    },
    async dismiss(items) {
      setIsBusy(true);
      try {
        const count = await call('POST /admin/feed/dismiss', {
          body: { ids: items.map(({ id }) => id) },
          silent: true,
        });
        setReport({ title: `已忽略 ${count} 条`, faults: [] });
      } catch (error) {
        setReport({ title: '没有忽略成', faults: [faultOf(error).message] });
      }
      setIsBusy(false);
      onDone();
    },
  };
}

function sumUp(made: readonly Approved[], failed: number): string {
  const states = (Object.keys(done) as Approved['state'][]).flatMap((state) => {
    const count = made.filter((one) => one.state === state).length;
    return count > 0 ? [`${done[state]} ${count} 条`] : [];
  });
  return [...states, ...(failed > 0 ? [`${failed} 条没有成功`] : [])].join('，');
}
