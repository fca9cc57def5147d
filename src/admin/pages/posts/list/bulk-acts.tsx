import { Button } from 'antd';
import { Permit } from '#client/permissions.tsx';
import type { DeskRecord } from '#features/posts/desk/schema.ts';
import s from './list.module.css';
import { type Act, acts } from './use-acts.tsx';

/** What can be done to the chosen pieces at once; nothing while none is chosen. */
export function BulkActs({
  pieces,
  onAct,
}: {
  pieces: DeskRecord[];
  onAct: (act: Act, pieces: DeskRecord[]) => void;
}) {
  if (pieces.length === 0) return null;
  return (
    <div className={s.bulk} role="toolbar" aria-label="批量操作">
      <span>已选 {pieces.length} 篇</span>
      {acts.map((act) => (
        <Permit key={act.name} code={act.code}>
          <Button size="small" danger={act.name === '删除'} onClick={() => onAct(act, pieces)}>
            批量{act.name}
          </Button>
        </Permit>
      ))}
    </div>
  );
}
