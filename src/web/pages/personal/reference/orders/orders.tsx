import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { formatFen, signedFen } from '#shared/money.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { Filters } from '#ui/controls/filters.tsx';
import { Dialog } from '#ui/floats/dialog.tsx';
import { Notice } from '#ui/states/notice.tsx';
import { Void } from '#ui/states/void.tsx';
import { FigureBand } from '../../../../parts/figure-table.tsx';
import { ListBar } from '../../list-bar.tsx';
import { writePath } from '../words.ts';
import { Lines } from './lines.tsx';
import { Months } from './months.tsx';
import { type Earnings, viewPath, views } from './open-earnings.ts';
import { Sales } from './sales.tsx';
import { WithdrawForm } from './withdraw-form.tsx';
import { Withdrawals } from './withdrawals.tsx';

/** What an author earned: the balance, who bought what, months, payouts. */
export function Orders({ earnings: { income, listed } }: { earnings: Earnings }) {
  const { revalidate } = useRevalidator();
  const [isAsking, setIsAsking] = useState(false);
  const { isAuthor, balance, available, settling, paidOut, open, least, sharePercent } = income;
  if (!isAuthor)
    return (
      <Void
        title="还没有收入"
        actions={
          <ButtonLink tone="ink" size="s" href={writePath()}>
            写内参
          </ButtonLink>
        }
      >
        <p>发布付费内参后，谁在什么时候买了、收入多少、怎么提现，都在这里。</p>
      </Void>
    );
  const close = () => setIsAsking(false);
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
            disabled={open !== null || available < least}
            onClick={() => setIsAsking(true)}
          >
            申请提现
          </Button>
        }
      >
        {open
          ? '有一笔提现在处理，完成后可以再申请。'
          : `满 ${formatFen(least)} 可以提现；单篇售价的 ${sharePercent}% 归你。`}
      </ListBar>
      <Dialog open={isAsking} title="申请提现" width={460} onClose={close}>
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
          current: view === listed.view,
        }))}
      />
      {listed.view === 'sales' && <Sales key="sales" first={listed.first} />}
      {listed.view === 'months' && <Months months={listed.months} />}
      {listed.view === 'lines' && <Lines key="lines" first={listed.first} />}
      {listed.view === 'withdrawals' && <Withdrawals key="withdrawals" first={listed.first} />}
    </>
  );
}
