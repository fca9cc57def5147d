import { Checkbox, Select } from 'antd';
import { useState } from 'react';
import type { MarketRules } from '#features/contest/market/desk/schema.ts';
import { call } from '../../../api.ts';
import { Field } from '../../../parts/field.tsx';
import s from '../contest.module.css';
import { boardOptions } from '../contest-words.ts';
import { NumberField } from '../number-field.tsx';
import { FromDialog } from './from-dialog.tsx';

type TradeRule = MarketRules['trade'][number];
type Draft = Omit<TradeRule, 'validFrom'>;

const usual: Draft = {
  board: 'main',
  isSt: false,
  lotLeast: 100,
  lotStep: 100,
  lotMost: 1_000_000,
  limitBp: 1000,
  freeDays: 5,
  tick: 10,
};

/** Adds what holds on a board from a day on; begins from what holds now. */
export function RuleDialog(props: { known: TradeRule[]; onClose: () => void; onDone: () => void }) {
  const newestOf = (board: Draft['board'], isSt: boolean): Draft => {
    // The newest of a board comes first.
    const found = props.known.find((rule) => rule.board === board && rule.isSt === isSt);
    const { validFrom: _, ...rule } = found ?? { ...usual, board, isSt, validFrom: '' };
    return rule;
  };
  const [draft, setDraft] = useState(() => newestOf('main', false));
  const change = (to: Partial<Draft>) => setDraft((held) => ({ ...held, ...to }));
  return (
    <FromDialog
      title="新增买卖单位与涨跌幅"
      onSubmit={(validFrom) =>
        call('POST /admin/contest/market/addRule', { body: { ...draft, validFrom }, silent: true })
      }
      onClose={props.onClose}
      onDone={props.onDone}
    >
      <Field label="板块">
        {(id) => (
          <Select
            id={id}
            options={boardOptions}
            value={draft.board}
            onChange={(board: Draft['board']) => setDraft(newestOf(board, draft.isSt))}
          />
        )}
      </Field>
      <Checkbox
        checked={draft.isSt}
        onChange={({ target }) => setDraft(newestOf(draft.board, target.checked))}
      >
        风险警示（ST）证券的规则
      </Checkbox>
      <div className={s.pair}>
        <NumberField
          label="涨跌幅（%）"
          value={(draft.limitBp ?? 1000) / 100}
          least={0.01}
          most={99.99}
          decimals={2}
          isDisabled={draft.limitBp === null}
          onChange={(value) => change({ limitBp: Math.round(value * 100) })}
        />
        <NumberField
          label="新股不限的天数"
          value={draft.freeDays}
          least={0}
          most={365}
          onChange={(freeDays) => change({ freeDays })}
        />
        <NumberField
          label="最少买入（股）"
          value={draft.lotLeast}
          least={1}
          most={1_000_000}
          onChange={(lotLeast) => change({ lotLeast })}
        />
        <NumberField
          label="每次加（股）"
          value={draft.lotStep}
          least={1}
          most={1_000_000}
          onChange={(lotStep) => change({ lotStep })}
        />
        <NumberField
          label="单笔最多（股）"
          value={draft.lotMost}
          least={1}
          most={100_000_000}
          onChange={(lotMost) => change({ lotMost })}
        />
        <NumberField
          label="最小变动（厘）"
          note="10 厘是 1 分。"
          value={draft.tick}
          least={1}
          most={10_000}
          onChange={(tick) => change({ tick })}
        />
      </div>
      <Checkbox
        checked={draft.limitBp === null}
        onChange={({ target }) => change({ limitBp: target.checked ? null : 1000 })}
      >
        没有涨跌幅限制
      </Checkbox>
    </FromDialog>
  );
}
