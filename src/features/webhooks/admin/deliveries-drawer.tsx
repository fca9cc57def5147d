import { Button } from 'antd';
import { call } from '#admin/api.ts';
import { Chip } from '#admin/parts/chip.tsx';
import { useSend } from '#admin/parts/data.ts';
import { Facts, Quiet } from '#admin/parts/layout/page.tsx';
import { SideDrawer } from '#admin/parts/layout/side-drawer.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { FilterBar, FilterSelect } from '#admin/parts/list/filter-bar.tsx';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { usePages } from '#admin/parts/list/use-pages.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { type Delivery, deliveryQuery, type Webhook, webhookEvents } from '../schema.ts';
import s from './webhooks.module.css';

const states = {
  waiting: { tone: 'info', name: '等待' },
  delivered: { tone: 'good', name: '送达' },
  failed: { tone: 'bad', name: '失败' },
} as const;
const stateOptions = Object.entries(states).map(([value, { name }]) => ({ value, label: name }));

/** What was sent to a webhook in the last 30 days, and how it was answered. */
export function DeliveriesDrawer({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { id } = webhook;
  const filters = useFilters(deliveryQuery, { without: ['webhookId'] });
  const list = usePages('GET /admin/webhook/deliveries', { ...filters.values, webhookId: id });
  const test = useSend('POST /admin/webhook/test', {
    done: ({ state, error }) => (state === 'delivered' ? '测试已送达' : `测试没有送达：${error}`),
  });
  const tools = (
    <Button loading={test.isSending} onClick={() => void test.send({ id })}>
      发送测试
    </Button>
  );
  return (
    <SideDrawer title={webhook.name} width={760} tools={tools} onClose={onClose}>
      <Quiet>{webhook.url}</Quiet>
      <FilterBar>
        <FilterSelect filters={filters} name="state" label="状态" options={stateOptions} />
      </FilterBar>
      <DataTable
        label="投递记录"
        list={list}
        columns={columns}
        nameOf={({ id: number }) => `投递 ${number}`}
        changes={changes}
        isSelectable={false}
        expand={{ render: (delivery) => <DeliveryFacts delivery={delivery} />, isOpen: () => true }}
        empty={<EmptyState title="还没有投递过" level={3} />}
      />
    </SideDrawer>
  );
}

const changes: RowChange<Delivery>[] = [
  {
    verb: '重新投递',
    fits: ({ state, event }) => state !== 'waiting' && event !== 'test',
    act: ([id = '']) => call('POST /admin/webhook/redeliver', { body: { id }, silent: true }),
  },
];

const nameOf = ({ event }: Delivery) =>
  event === 'test' ? '测试' : (webhookEvents[event as keyof typeof webhookEvents]?.label ?? event);

const columns: DataColumn<Delivery>[] = [
  {
    key: 'queuedAt',
    title: '时间',
    width: 120,
    render: ({ queuedAt }) => <time dateTime={queuedAt}>{showTime(queuedAt)}</time>,
  },
  { key: 'event', title: '事件', render: nameOf, text: nameOf },
  {
    key: 'state',
    title: '结果',
    render: ({ state, error }) => (
      <>
        <Chip tone={states[state].tone}>{states[state].name}</Chip>
        {error && <Quiet>{error}</Quiet>}
      </>
    ),
    text: ({ state }) => states[state].name,
  },
];

const DeliveryFacts = ({ delivery }: { delivery: Delivery }) => (
  <>
    <Facts
      facts={[
        ['消息编号', delivery.messageId],
        ['投递次数', delivery.attempts],
        ['最近投递', delivery.attemptedAt && showTime(delivery.attemptedAt)],
        ['下次投递', delivery.dueAt && showTime(delivery.dueAt)],
        ['用时', delivery.durationMs !== null ? `${delivery.durationMs} 毫秒` : null],
        ['回答的状态', delivery.status],
      ]}
    />
    <Text label="送出的内容" text={delivery.body} />
    {delivery.answer && <Text label="对方的回答" text={delivery.answer} />}
  </>
);

const Text = ({ label, text }: { label: string; text: string }) => (
  <figure className={s.text}>
    <figcaption>{label}</figcaption>
    <pre>{text}</pre>
  </figure>
);
