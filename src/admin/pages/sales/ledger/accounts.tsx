import { Select, Spin } from 'antd';
import { useState } from 'react';
import type { LedgerBooking } from '#features/ledger/schema.ts';
import { signedFen } from '#shared/money.ts';
import { Failed, Void } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { PagedTable } from '../../../parts/paged-table.tsx';
import { showTime } from '../../../parts/show-time.ts';
import { useLoad } from '../../../parts/use-load.ts';
import s from '../sales.module.css';
import { accountName, bookingKind } from '../words.ts';

/** What we have and owe, by account, and every booking behind it. */
export function Accounts() {
  const [account, setAccount] = useState<string>();
  const { data, fault, reload } = useLoad('accounts', (signal) =>
    call('GET /admin/ledger/accounts', { silent: true, signal }),
  );
  if (fault) return <Failed message={fault.message} onRetry={reload} />;
  if (!data) return <Spin aria-label="正在取账户" />;
  return (
    <>
      <dl className={s.cards}>
        {data.map(({ account: name, balance }) => (
          <div className={s.card} key={name}>
            <dt>{accountName(name)}</dt>
            <dd>{signedFen(balance)}</dd>
          </div>
        ))}
      </dl>
      <p className={s.quiet}>正数是我们有的，负数是我们欠的或挣的，全部账户合计为零。</p>
      <div className={s.part}>
        <h2>分录</h2>
        <div className={s.filters}>
          <Select
            className={s.choice ?? ''}
            aria-label="账户"
            placeholder="全部账户"
            allowClear
            options={data
              .filter(({ account: name }) => name !== 'authors')
              .map(({ account: name }) => ({ value: name, label: accountName(name) }))}
            value={account ?? null}
            onChange={(chosen: string | null) => setAccount(chosen ?? undefined)}
          />
        </div>
        <PagedTable<LedgerBooking>
          label="分录"
          of={account ?? ''}
          width={720}
          load={(page, signal) =>
            call('GET /admin/ledger/list', { query: { account, ...page }, silent: true, signal })
          }
          empty={<Void title="还没有记过账" />}
          columns={[
            {
              title: '时间',
              dataIndex: 'bookedAt',
              width: 130,
              render: (at: string) => <time dateTime={at}>{showTime(at)}</time>,
            },
            { title: '事由', dataIndex: 'kind', width: 140, render: bookingKind },
            {
              title: '订单',
              key: 'order',
              width: 220,
              render: (_, { orderNumber }) => orderNumber ?? '—',
            },
            {
              title: '分录',
              key: 'entries',
              render: (_, { entries }) => (
                <ul className={s.lines}>
                  {entries.map(({ account: name, amount }) => (
                    <li key={`${name} ${amount}`}>
                      <span>{accountName(name)}</span>
                      <span className={s.money}>{signedFen(amount)}</span>
                    </li>
                  ))}
                </ul>
              ),
            },
          ]}
        />
      </div>
    </>
  );
}
