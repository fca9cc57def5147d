import { Checkbox, Select } from 'antd';
import { useId } from 'react';
import { call } from '../../../api.ts';
import { FenField } from '../../../parts/fen-field.tsx';
import { Field } from '../../../parts/field.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import s from '../contest.module.css';
import { boardOptions } from '../contest-words.ts';
import { NumberField } from '../number-field.tsx';
import type { SeasonDraft } from './season-draft.ts';

type GameFieldsProps = {
  draft: SeasonDraft;
  /** Somebody enrolled: the game stays. */
  isFixed: boolean;
  onChange: (to: Partial<SeasonDraft>) => void;
};

/** What is played: with how much, in what, at what cost, compared with what. */
export function GameFields({ draft, isFixed, onChange }: GameFieldsProps) {
  const boardsId = useId();
  return (
    <fieldset className={s.group}>
      <legend>模拟资金与费用</legend>
      <div className={s.pair}>
        <FenField
          label="起始资金"
          note="每人报名时得到的模拟资金。"
          fen={draft.startingCash ?? null}
          range={{ least: 100_000, most: 100_000_000_000 }}
          isDisabled={isFixed}
          onChange={(startingCash) => onChange({ startingCash })}
        />
        <NumberField
          label="单只持仓上限（%）"
          note="一只证券最多占资产的多少，100 为不限。"
          value={draft.positionCapBp / 100}
          least={1}
          most={100}
          decimals={2}
          isDisabled={isFixed}
          onChange={(value) => onChange({ positionCapBp: Math.round(value * 100) })}
        />
        <NumberField
          label="佣金（万分之）"
          note="买卖双向，最多万分之三十；印花税和过户费按交易规则另计。"
          value={draft.commissionPpm / 100}
          least={0}
          most={30}
          decimals={2}
          isDisabled={isFixed}
          onChange={(value) => onChange({ commissionPpm: Math.round(value * 100) })}
        />
        <FenField
          label="最低佣金"
          note="每笔至少收多少，0 为不设。"
          fen={draft.commissionLeast ?? null}
          range={{ least: 0, most: 10_000 }}
          isDisabled={isFixed}
          onChange={(commissionLeast) => onChange({ commissionLeast })}
        />
      </div>
      <div className={s.choices}>
        <p className={s.named} id={boardsId}>
          可买板块
        </p>
        <Checkbox.Group
          aria-labelledby={boardsId}
          className={s.boards ?? ''}
          disabled={isFixed}
          options={boardOptions}
          value={draft.boards}
          onChange={(boards) => onChange({ boards })}
        />
        <Checkbox
          disabled={isFixed}
          checked={draft.withSt}
          onChange={({ target }) => onChange({ withSt: target.checked })}
        >
          可买 ST 证券
        </Checkbox>
      </div>
      <IndexField code={draft.indexCode} onChange={(indexCode) => onChange({ indexCode })} />
    </fieldset>
  );
}

function IndexField({ code, onChange }: { code: string | null; onChange: (code: string | null) => void }) {
  const { data, fault } = useLoad('indexes', (signal) =>
    call('GET /admin/contest/indexes', { silent: true, signal }),
  );
  const note = fault
    ? `没有取到指数：${fault.message}`
    : data?.length === 0
      ? '还没有导入指数：证券表里板块为 index 的一行就是一个指数。'
      : '选手的资产曲线旁边画出它的曲线。';
  return (
    <Field label="对比指数" note={note}>
      {(id, noteId) => (
        <Select
          id={id}
          aria-describedby={noteId}
          allowClear
          placeholder="不比"
          options={(data ?? []).map((index) => ({
            value: index.code,
            label: `${index.name}（${index.code}）`,
          }))}
          value={code}
          onChange={(chosen: string | undefined) => onChange(chosen ?? null)}
        />
      )}
    </Field>
  );
}
