import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { IncomeLine, IncomeMonth } from '#features/ledger/schema.ts';
import { formatFen, signedFen } from '#shared/money.ts';
import { formatCount } from '#shared/numbers.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { Filters } from '#ui/controls/filters.tsx';
import { FormError } from '#ui/controls/form-parts.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Notice, SectionNote } from '#ui/states/notice.tsx';
import { useClient } from '#web/client-context.ts';
import { downloadFile } from '#web/parts/download-file.ts';
import { FigureBand, FigureTable } from '#web/parts/figure-table.tsx';
import { ListBar } from '#web/parts/personal/list-bar.tsx';
import { formatStamp } from '#web/parts/personal/stamp.ts';
import { silent, useAction } from '#web/parts/use-action.ts';
import { useSiteContext } from '#web/site.ts';
import { editorPath } from '../reference-status.ts';
import { InfiniteTable } from './infinite-table.tsx';
import { type Earnings, type EarningsList, fetchLines, viewPath, views } from './load-earnings.ts';
import { Sales } from './sales.tsx';
import { WithdrawForm } from './withdraw-form.tsx';
import { Withdrawals } from './withdrawals.tsx';

const monthColumns = [
  { label: '月份' },
  { label: '售出', isFigure: true },
  { label: '收入', isFigure: true },
  { label: '退款', isFigure: true },
  { label: '提现', isFigure: true },
  { label: '月末余额', isFigure: true },
];

const columns = [{ label: '事由' }, { label: '时间' }, { label: '金额', isFigure: true }];
const kinds: Readonly<Record<IncomeLine['kind'], string>> = {
  sale: '售出',
  refund: '退款',
  settlement: '提现',
};

/** An author's earnings: balance, sales, months, withdrawals. */
export function EarningsView({ earnings: { income, list } }: { earnings: Earnings }) {
  const { revalidate } = useRevalidator();
  const [isFormOpen, setIsFormOpen] = useState(false);
  const { isAuthor, balance, available, settling, paidOut, open, least: minAmount, sharePercent } = income;
  if (!isAuthor)
    return (
      <EmptyState
        title="还没有收入"
        actions={
          <ButtonLink tone="ink" size="s" href={editorPath()}>
            写内参
          </ButtonLink>
        }
      >
        <p>发布付费内参后，谁在什么时候买了、收入多少、怎么提现，都在这里。</p>
      </EmptyState>
    );
  const close = () => setIsFormOpen(false);
  return (
    <>
      <FigureBand
        items={[
          { label: '账户余额', value: signedFen(balance) },
          { label: '可提现', value: formatFen(available) },
          { label: '结算中', value: formatFen(settling), note: '买家还可以退款' },
          { label: '已提现', value: formatFen(paidOut) },
        ]}
      />
      {balance < 0 && (
        <Notice tone="warning" icon="warn">
          有读者在你提现后退了款，余额为负，会从以后的收入里扣。
        </Notice>
      )}
      {open && (
        <Notice tone="info" icon="clock">
          {`${formatFen(open.amount)} 的提现${open.state === 'approved' ? '已通过，等待打款' : '等待审核'}。`}
        </Notice>
      )}
      <ListBar
        action={
          <Button
            size="s"
            tone="ink"
            disabled={open !== null || available < minAmount}
            onClick={() => setIsFormOpen(true)}
          >
            申请提现
          </Button>
        }
      >
        {open
          ? '有一笔提现在处理，完成后可以再申请。'
          : `满 ${formatFen(minAmount)} 可以提现；单篇售价的 ${sharePercent}% 归你。`}
      </ListBar>
      <Dialog open={isFormOpen} title="申请提现" width={460} onClose={close}>
        <WithdrawForm
          income={income}
          onCancel={close}
          onDone={() => {
            close();
            void revalidate();
          }}
        />
      </Dialog>
      <Filters
        label="看什么"
        items={views.map(({ view, label }) => ({
          label,
          href: viewPath(view),
          current: view === list.view,
        }))}
      />
      {(list.view === 'lines' || list.view === 'months') && <IncomeExport />}
      {list.view === 'sales' && <Sales key="sales" first={list.first} />}
      {list.view === 'months' && <Months months={list.months} />}
      {list.view === 'lines' && <IncomeLines key="lines" first={list.first} />}
      {list.view === 'withdrawals' && <Withdrawals key="withdrawals" first={list.first} />}
    </>
  );
}

/** Downloads all lines of the account as a file. */
function IncomeExport() {
  const client = useClient();
  const { today } = useSiteContext();
  const { isBusy, error, run } = useAction();
  const download = () =>
    run(async () => {
      const file = await client().download('GET /member/exportIncome', silent);
      downloadFile(file.bytes, file.name ?? `收入-${today}.csv`, file.type || 'text/csv');
    });
  return (
    <ListBar
      action={
        <Button size="s" busy={isBusy} onClick={() => void download()}>
          导出 CSV
        </Button>
      }
    >
      {error && <FormError>{error}</FormError>}
    </ListBar>
  );
}

function IncomeLines({ first }: { first: Extract<EarningsList, { view: 'lines' }>['first'] }) {
  const { fetchCall, today } = useSiteContext();
  return (
    <InfiniteTable
      label="收支明细"
      noun="更早的收支"
      empty="还没有收支。"
      columns={columns}
      first={first}
      fetchMore={(cursor) => fetchLines(fetchCall, cursor)}
      cellsOf={({ kind, title, bookedAt, amount }) => [
        title === '' ? kinds[kind] : `${kinds[kind]}：${title}`,
        <time key="time" dateTime={bookedAt}>
          {formatStamp(bookedAt, today).text}
        </time>,
        amount > 0 ? `+${formatFen(amount)}` : signedFen(amount),
      ]}
    />
  );
}

function Months({ months }: { months: readonly IncomeMonth[] }) {
  if (months.length === 0) return <SectionNote>还没有月结单，有了第一笔收入就有。</SectionNote>;
  return (
    <FigureTable
      label="月结单"
      columns={monthColumns}
      rows={months.map(({ month, sales, earned, refunded, withdrawn, balance }) => ({
        key: month,
        cells: [
          `${month.slice(0, 4)} 年 ${Number(month.slice(5))} 月`,
          formatCount(sales),
          formatFen(earned),
          formatFen(refunded),
          formatFen(withdrawn),
          signedFen(balance),
        ],
      }))}
    />
  );
}
