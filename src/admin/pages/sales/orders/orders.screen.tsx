import { Button } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { StaffOrder } from '#features/orders/schema.ts';
import { Void } from '#ui/states/void.tsx';
import { call, client } from '../../../api.ts';
import { PageHead } from '../../../parts/page-head.tsx';
import { PagedTable } from '../../../parts/paged-table.tsx';
import { saveDownload } from '../../../parts/save-download.ts';
import { type OrderChoice, readChoice, toFilter, toPeriod, writeChoice } from './order-choice.ts';
import { columnsOf } from './order-columns.tsx';
import { OrderDrawer } from './order-drawer.tsx';
import { OrderFilters } from './order-filters.tsx';

/** Everything that was ordered, newest first. */
export function Screen() {
  const [query, setQuery] = useSearchParams();
  const choice = readChoice(query);
  const of = writeChoice(choice).toString();
  const [opened, setOpened] = useState<string>();
  const [round, setRound] = useState(0);
  return (
    <>
      <PageHead title="订单">
        <Export choice={choice} />
      </PageHead>
      <OrderFilters choice={choice} onChange={(change) => setQuery(writeChoice({ ...choice, ...change }))} />
      <PagedTable<StaffOrder>
        label="订单"
        of={of}
        round={round}
        width={960}
        load={(page, signal) =>
          call('GET /admin/order/list', { query: { ...toFilter(choice), ...page }, silent: true, signal })
        }
        columns={columnsOf(setOpened)}
        empty={
          of ? (
            <Void
              art="search"
              title="没有符合条件的订单"
              actions={<Button onClick={() => setQuery({})}>看全部订单</Button>}
            >
              <p>订单号和手机号都要写完整。</p>
            </Void>
          ) : (
            <Void title="还没有订单">
              <p>读者下单以后，会出现在这里。</p>
            </Void>
          )
        }
      />
      <OrderDrawer
        id={opened}
        onClose={() => setOpened(undefined)}
        onChanged={() => setRound((count) => count + 1)}
      />
    </>
  );
}

/** The orders of the chosen state, kind and days as a file; that it was taken is written down. */
function Export({ choice }: { choice: OrderChoice }) {
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    try {
      saveDownload(await client.download('GET /admin/order/export', { query: toPeriod(choice) }), '订单.csv');
    } catch {
      // The person has been told in an alert.
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button loading={isBusy} onClick={() => void save()}>
      导出 CSV
    </Button>
  );
}
