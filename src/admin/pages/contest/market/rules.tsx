import { Button } from 'antd';
import { useState } from 'react';
import { Failed, Void } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { useLoad } from '../../../parts/use-load.ts';
import s from '../contest.module.css';
import { FeeDialog } from './fee-dialog.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { Fees, HoursTable, TradeRules } from './rule-tables.tsx';
import { SessionsDialog } from './sessions-dialog.tsx';

/** The rules of the exchanges as dated rows: a change is a row from a day on, and what was stays. */
export function Rules() {
  const [adding, setAdding] = useState<'rule' | 'fee' | 'sessions'>();
  const { data, fault, reload } = useLoad('rules', (signal) =>
    call('GET /admin/contest/market/rules', { silent: true, signal }),
  );
  if (fault) return <Failed message={fault.message} onRetry={reload} />;
  if (!data) return <Void title="正在取交易规则 …" />;
  const close = () => setAdding(undefined);
  const settle = () => {
    close();
    reload();
  };
  return (
    <>
      <p className={s.lead}>
        交易所改规则时，从生效那天起加一条；以前的成交仍按当时的规则。每个板块按生效日期取当天适用的最新一条。
      </p>
      <div className={s.part}>
        <Head title="买卖单位与涨跌幅" onAdd={() => setAdding('rule')} />
        <TradeRules rules={data.trade} />
      </div>
      <div className={s.part}>
        <Head title="印花税与过户费" onAdd={() => setAdding('fee')} />
        <Fees fees={data.fees} />
      </div>
      <div className={s.part}>
        <Head title="交易时间" onAdd={() => setAdding('sessions')} />
        <HoursTable hours={data.sessions} />
      </div>
      {adding === 'rule' && <RuleDialog known={data.trade} onClose={close} onDone={settle} />}
      {adding === 'fee' && <FeeDialog newest={data.fees[0]} onClose={close} onDone={settle} />}
      {adding === 'sessions' && <SessionsDialog newest={data.sessions[0]} onClose={close} onDone={settle} />}
    </>
  );
}

function Head({ title, onAdd }: { title: string; onAdd: () => void }) {
  return (
    <div className={s.who}>
      <h2>{title}</h2>
      <Button size="small" aria-label={`新增一条：${title}`} onClick={onAdd}>
        新增一条
      </Button>
    </div>
  );
}
