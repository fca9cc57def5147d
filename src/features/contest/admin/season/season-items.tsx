import { Checkbox, Select } from 'antd';
import { messageOf, useRead } from '#admin/parts/data.ts';
import { CheckItem, DayItem, FenItem, Item, TextAreaItem, TextItem } from '#admin/parts/form/items.tsx';
import { Pair, Section } from '#admin/parts/layout/page.tsx';
import { dayOf } from '#shared/dates.ts';
import { boardOptions, forWhomNames } from '../contest-labels.ts';
import { ScaledInput } from '../scaled-input.tsx';

const forWhom = Object.entries(forWhomNames).map(([value, label]) => ({ value, label }));

/** Name, days, enrolment rule and prizes of a season. The start is fixed once a member has enrolled. */
export const SeasonItems = ({ isFixed, isEnded }: { isFixed: boolean; isEnded: boolean }) => (
  <Section title="赛季">
    <TextItem name="name" label="名称" note="读者看到的名字，页面会另外写明“模拟”。" />
    <Pair>
      <DayItem name="startsOn" label="开始日期" min={dayOf(new Date())} isDisabled={isFixed} />
      <DayItem name="endsOn" label="结束日期" min={dayOf(new Date())} isDisabled={isFixed && isEnded} />
      <Item name="forWhom" label="谁可以报名" note="每个手机号报一次。">
        <Select options={forWhom} />
      </Item>
      <Item
        name="delayDays"
        label="他人交易延后（交易日）"
        note="别人看到一位选手的交易要晚几个交易日，0 为当天可见。"
      >
        <ScaledInput />
      </Item>
    </Pair>
    <TextAreaItem name="prizes" label="奖品" note="奖品由你发放，系统不代发；留空就不显示。" />
    <CheckItem name="isOpen">对读者公开（不公开的赛季读者看不到，也不能报名和下单）</CheckItem>
  </Section>
);

/** Starting cash, tradable boards and trading costs; fixed once a member has enrolled. */
export const GameItems = ({ isFixed }: { isFixed: boolean }) => (
  <Section title="模拟资金与费用">
    <Pair>
      <FenItem
        name="startingCash"
        label="起始资金"
        note="每人报名时得到的模拟资金。"
        range={{ min: 100_000, max: 100_000_000_000 }}
        isDisabled={isFixed}
      />
      <Item name="positionCapBp" label="单只持仓上限（%）" note="一只证券最多占资产的多少，100 为不限。">
        <ScaledInput per={100} disabled={isFixed} />
      </Item>
      <Item
        name="commissionPpm"
        label="佣金（万分之）"
        note="买卖双向，最多万分之三十；印花税和过户费按交易规则另计。"
      >
        <ScaledInput per={100} disabled={isFixed} />
      </Item>
      <FenItem
        name="commissionLeast"
        label="最低佣金"
        note="每笔至少收多少，0 为不设。"
        range={{ min: 0, max: 10_000 }}
        isDisabled={isFixed}
      />
    </Pair>
    <Item name="boards" label="可买板块" required={false}>
      <Checkbox.Group aria-label="可买板块" disabled={isFixed} options={boardOptions} />
    </Item>
    <CheckItem name="withSt" isDisabled={isFixed}>
      可买 ST 证券
    </CheckItem>
    <IndexItem />
  </Section>
);

function IndexItem() {
  const { data, error } = useRead('GET /admin/contest/indexes');
  const note = error
    ? `没有取到指数：${messageOf(error)}`
    : data?.length === 0
      ? '还没有导入指数：证券表里板块为 index 的一行就是一个指数。'
      : '选手的资产曲线旁边画出它的曲线。';
  return (
    <Item name="indexCode" label="对比指数" note={note} normalize={(code?: string) => code ?? null}>
      <Select
        allowClear
        placeholder="不比"
        options={(data ?? []).map(({ code, name }) => ({ value: code, label: `${name}（${code}）` }))}
      />
    </Item>
  );
}
