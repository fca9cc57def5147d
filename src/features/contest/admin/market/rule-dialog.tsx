import { Checkbox, Form, Select } from 'antd';
import { CheckItem, Item } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { Pair } from '#admin/parts/layout/page.tsx';
import { addRuleInput, type MarketRules } from '../../market/manage/schema.ts';
import { boardOptions } from '../contest-labels.ts';
import { ScaledInput } from '../scaled-input.tsx';
import { ValidFromItem } from './valid-from-item.tsx';

type TradeRule = MarketRules['trade'][number];

const defaultRule = {
  lotLeast: 100,
  lotStep: 100,
  lotMost: 1_000_000,
  limitBp: 1000,
  freeDays: 5,
  tick: 10,
};

/** Newest rule of a board, as form values. */
function newestOf(existingRules: readonly TradeRule[], board: TradeRule['board'], isSt: boolean) {
  // Rules are ordered newest first.
  const found = existingRules.find((rule) => rule.board === board && rule.isSt === isSt);
  const { validFrom: _, ...rule } = found ?? { ...defaultRule, board, isSt, validFrom: '' };
  return { ...rule, limitBp: rule.limitBp ?? defaultRule.limitBp, hasNoLimit: rule.limitBp === null };
}

/** Adds a trading rule of a board with a first day; starts from the newest one. */
export function RuleDialog({ existingRules, onClose }: { existingRules: TradeRule[]; onClose: () => void }) {
  const save = useSave('POST /admin/contest/market/addRule', {
    schema: addRuleInput,
    initial: { ...newestOf(existingRules, 'main', false), validFrom: null as string | null },
    toBody: ({ hasNoLimit, limitBp, validFrom, ...rule }) => ({
      ...rule,
      validFrom: validFrom as string,
      limitBp: hasNoLimit ? null : limitBp,
    }),
    done: '规则已加上',
    onSaved: onClose,
  });
  const hasNoLimit = Form.useWatch('hasNoLimit', save.form) ?? save.initial.hasNoLimit;
  const resetToNewest = () => {
    const { board, isSt } = save.form.getFieldsValue();
    save.form.setFieldsValue(newestOf(existingRules, board, isSt));
  };
  return (
    <FormDialog save={save} title="新增买卖单位与涨跌幅" okText="加上" width={640} onClose={onClose}>
      <ValidFromItem />
      <Item name="board" label="板块">
        <Select options={boardOptions} onChange={resetToNewest} />
      </Item>
      <Form.Item name="isSt" valuePropName="checked">
        <Checkbox onChange={resetToNewest}>风险警示（ST）证券的规则</Checkbox>
      </Form.Item>
      <RuleFields hasNoLimit={hasNoLimit} />
      <CheckItem name="hasNoLimit">没有涨跌幅限制</CheckItem>
    </FormDialog>
  );
}

const RuleFields = ({ hasNoLimit }: { hasNoLimit: boolean }) => (
  <Pair>
    <Item name="limitBp" label="涨跌幅（%）">
      <ScaledInput per={100} disabled={hasNoLimit} />
    </Item>
    <Item name="freeDays" label="新股不限的天数">
      <ScaledInput />
    </Item>
    <Item name="lotLeast" label="最少买入（股）">
      <ScaledInput />
    </Item>
    <Item name="lotStep" label="每次加（股）">
      <ScaledInput />
    </Item>
    <Item name="lotMost" label="单笔最多（股）">
      <ScaledInput />
    </Item>
    <Item name="tick" label="最小变动（厘）" note="10 厘是 1 分。">
      <ScaledInput />
    </Item>
  </Pair>
);
