import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useRead } from '#admin/parts/data.ts';
import { Item } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { Loaded } from '#admin/parts/layout/loaded.tsx';
import { Pair, Quiet, Section } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { listOf } from '#admin/parts/list/use-pages.ts';
import { showNumber } from '#admin/parts/show-number.ts';
import { writePrice } from '#shared/market.ts';
import { addFeeInput, type MarketRules } from '../../market/manage/schema.ts';
import { boardNames } from '../contest-labels.ts';
import { ScaledInput } from '../scaled-input.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { SessionsDialog } from './sessions-dialog.tsx';
import { ValidFromItem } from './valid-from-item.tsx';

/** Exchange rules as dated rows: a change adds a row with its first day, and earlier rows stay. */
export const Rules = () => (
  <Loaded read={useRead('GET /admin/contest/market/rules')} noun="交易规则">
    {({ trade, fees, sessions }) => (
      <>
        <Quiet>
          交易所改规则时，从生效那天起加一条；以前的成交仍按当时的规则。每个板块按生效日期取当天适用的最新一条。
        </Quiet>
        <RuleSection
          title="买卖单位与涨跌幅"
          rules={trade}
          columns={tradeColumns}
          dialog={(onClose) => <RuleDialog existingRules={trade} onClose={onClose} />}
        />
        <RuleSection
          title="印花税与过户费"
          rules={fees}
          columns={feeColumns}
          dialog={(onClose) => <FeeDialog newest={fees[0]} onClose={onClose} />}
        />
        <RuleSection
          title="交易时间"
          rules={sessions}
          columns={sessionColumns}
          dialog={(onClose) => <SessionsDialog newest={sessions[0]} onClose={onClose} />}
        />
      </>
    )}
  </Loaded>
);

type Fee = MarketRules['fees'][number];
type Hours = MarketRules['sessions'][number];
type TradeRule = MarketRules['trade'][number];

type SectionProps<T> = {
  title: string;
  rules: T[];
  columns: readonly DataColumn<T>[];
  dialog: (onClose: () => void) => ReactNode;
};

function RuleSection<T extends Hours | Fee | TradeRule>({ title, rules, columns, dialog }: SectionProps<T>) {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Section
      title={title}
      tools={
        <Button size="small" aria-label={`新增一条：${title}`} onClick={() => setIsAdding(true)}>
          新增一条
        </Button>
      }
    >
      <DataTable
        label={title}
        list={listOf(rules)}
        columns={columns}
        idOf={(rule) => ('board' in rule ? `${boardOf(rule)} ${rule.validFrom}` : rule.validFrom)}
        width={columns.length > 4 ? 820 : 420}
      />
      {isAdding && dialog(() => setIsAdding(false))}
    </Section>
  );
}

const validFrom = { key: 'validFrom', title: '生效', width: 120 };
const boardOf = ({ board, isSt }: TradeRule) => `${boardNames[board]}${isSt ? ' ST' : ''}`;
const formatLimit = ({ limitBp }: TradeRule) => (limitBp === null ? '不限' : `±${limitBp / 100}%`);
const describeLots = ({ lotLeast, lotStep, lotMost }: TradeRule) =>
  `${lotLeast} 起，每次加 ${lotStep}，最多 ${showNumber(lotMost)}`;
const formatPercent = (ppm: number) => `${ppm / 10_000}%`;

/** A column that shows the same text on screen and in the CSV file. */
const textColumn = <T,>(column: Omit<DataColumn<T>, 'render'> & { text: (row: T) => string }) => ({
  ...column,
  render: column.text,
});

const tradeColumns: readonly DataColumn<TradeRule>[] = [
  textColumn({ key: 'board', title: '板块', text: boardOf }),
  validFrom,
  textColumn({ key: 'limitBp', title: '涨跌幅', width: 100, align: 'right', text: formatLimit }),
  textColumn({ key: 'lots', title: '买入数量（股）', width: 270, text: describeLots }),
  textColumn({
    key: 'freeDays',
    title: '新股不限',
    width: 110,
    align: 'right',
    text: ({ freeDays }) => `前 ${freeDays} 日`,
  }),
  textColumn({
    key: 'tick',
    title: '最小变动（元）',
    width: 130,
    align: 'right',
    text: ({ tick }) => writePrice(tick, tick),
  }),
];

const feeColumns: readonly DataColumn<Fee>[] = [
  validFrom,
  textColumn({
    key: 'stampPpm',
    title: '印花税（卖出）',
    align: 'right',
    text: ({ stampPpm }) => formatPercent(stampPpm),
  }),
  textColumn({
    key: 'transferPpm',
    title: '过户费（双向）',
    align: 'right',
    text: ({ transferPpm }) => formatPercent(transferPpm),
  }),
];

const sessionColumns: readonly DataColumn<Hours>[] = [
  validFrom,
  textColumn({
    key: 'parts',
    title: '时段',
    text: ({ parts }) => parts.map(({ opens, closes }) => `${opens}–${closes}`).join('、'),
  }),
];

/** Adds a public fee rule with a first day; starts from the newest one. */
function FeeDialog({ newest, onClose }: { newest: Fee | undefined; onClose: () => void }) {
  const save = useSave('POST /admin/contest/market/addFee', {
    schema: addFeeInput,
    initial: { stampPpm: 500, transferPpm: 10, ...newest, validFrom: null as string | null },
    toBody: (values) => ({ ...values, validFrom: values.validFrom as string }),
    done: '规则已加上',
    onSaved: onClose,
  });
  return (
    <FormDialog save={save} title="新增印花税与过户费" okText="加上" width={640} onClose={onClose}>
      <ValidFromItem />
      <Pair>
        <Item name="stampPpm" label="印花税（%，卖出）">
          <ScaledInput per={10_000} />
        </Item>
        <Item name="transferPpm" label="过户费（%，双向）">
          <ScaledInput per={10_000} />
        </Item>
      </Pair>
    </FormDialog>
  );
}
