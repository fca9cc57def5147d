import { useState } from 'react';
import type { MarketRules } from '#features/contest/market/desk/schema.ts';
import { call } from '../../../api.ts';
import s from '../contest.module.css';
import { NumberField } from '../number-field.tsx';
import { FromDialog } from './from-dialog.tsx';

/** Adds what the state and the exchanges take from a day on; begins from what they take now. */
export function FeeDialog(props: {
  newest: MarketRules['fees'][number] | undefined;
  onClose: () => void;
  onDone: () => void;
}) {
  const [stampPpm, setStampPpm] = useState(props.newest?.stampPpm ?? 500);
  const [transferPpm, setTransferPpm] = useState(props.newest?.transferPpm ?? 10);
  return (
    <FromDialog
      title="新增印花税与过户费"
      onSubmit={(validFrom) =>
        call('POST /admin/contest/market/addFee', {
          body: { validFrom, stampPpm, transferPpm },
          silent: true,
        })
      }
      onClose={props.onClose}
      onDone={props.onDone}
    >
      <div className={s.pair}>
        <NumberField
          label="印花税（%，卖出）"
          value={stampPpm / 10_000}
          least={0}
          most={1}
          decimals={4}
          onChange={(value) => setStampPpm(Math.round(value * 10_000))}
        />
        <NumberField
          label="过户费（%，双向）"
          value={transferPpm / 10_000}
          least={0}
          most={1}
          decimals={4}
          onChange={(value) => setTransferPpm(Math.round(value * 10_000))}
        />
      </div>
    </FromDialog>
  );
}
