import { Button } from 'antd';
import { useState } from 'react';
import { call } from '#admin/api.ts';
import { Chip } from '#admin/parts/chip.tsx';
import { useRead } from '#admin/parts/data.ts';
import { Quiet, Section, type SettingsSlot } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable, OpenButton } from '#admin/parts/list/data-table.tsx';
import { useOpenId } from '#admin/parts/list/use-open-id.ts';
import { wholeList } from '#admin/parts/list/use-pages.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { type Webhook, webhookEvents } from '../schema.ts';
import { DeliveriesDrawer } from './deliveries-drawer.tsx';
import { RotateSecret } from './rotate-secret.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

/** The addresses of other programs that are notified of events, each with its log. */
function Webhooks() {
  const [isCreating, setIsCreating] = useState(false);
  const [openId, setOpenId] = useOpenId();
  const read = useRead('GET /admin/webhook/list');
  const opened = read.data?.webhooks.find(({ id }) => id === openId);
  const tools = (
    <Button type="primary" onClick={() => setIsCreating(true)}>
      新建推送
    </Button>
  );
  return (
    <Section title="事件推送" tools={tools}>
      <Quiet>
        稿件发布、订单付款这样的事发生时，把它告诉别的程序，如群机器人、自动化工具。只推送编号和人人可见的内容。
      </Quiet>
      <DataTable
        label="事件推送"
        unit="个"
        list={wholeList({ ...read, data: read.data?.webhooks })}
        columns={columnsOf(setOpenId)}
        nameOf={({ name }) => `推送“${name}”`}
        onOpen={({ id }) => setOpenId(id)}
        changes={changes}
        isSelectable={false}
        empty={
          <EmptyState title="还没有事件推送" level={3}>
            <p>填对方给的网址（webhook），选要告诉它的事件。</p>
          </EmptyState>
        }
      />
      {isCreating && <WebhookDialog webhook={undefined} onClose={() => setIsCreating(false)} />}
      {opened && <DeliveriesDrawer webhook={opened} onClose={() => setOpenId(undefined)} />}
    </Section>
  );
}

export const slot: SettingsSlot = { order: 10, group: 'webhooks', title: '事件推送', content: <Webhooks /> };

const changes: RowChange<Webhook>[] = [
  {
    verb: '修改',
    fits: () => true,
    dialog: ({ rows: [webhook], onClose }) =>
      webhook && <WebhookDialog webhook={webhook} onClose={onClose} />,
  },
  {
    verb: '更换密钥',
    fits: () => true,
    dialog: ({ rows: [webhook], onClose }) => webhook && <RotateSecret webhook={webhook} onClose={onClose} />,
  },
  {
    verb: '删除',
    isDanger: true,
    fits: () => true,
    warning: '投递记录一起删除，等着投递的不再送出。',
    act: ([id = '']) => call('POST /admin/webhook/delete', { body: { id }, silent: true }),
  },
];

const eventNames = ({ events }: Webhook) =>
  events.map((event) => webhookEvents[event as keyof typeof webhookEvents]?.label ?? event).join('、');

const columnsOf = (open: (id: string) => void): DataColumn<Webhook>[] => [
  {
    key: 'name',
    title: '推送',
    render: ({ id, name, url }) => (
      <OpenButton onClick={() => open(id)} below={URL.parse(url)?.host ?? url}>
        {name}
      </OpenButton>
    ),
    text: ({ name }) => name,
  },
  { key: 'events', title: '事件', from: 'md', render: eventNames, text: eventNames },
  {
    key: 'state',
    title: '状态',
    width: 100,
    render: (webhook) => <WebhookState webhook={webhook} />,
    text: ({ isActive }) => (isActive ? '启用' : '停用'),
  },
];

function WebhookState({ webhook: { isActive, pauseReason, failingSince } }: { webhook: Webhook }) {
  if (!isActive)
    return (
      <>
        <Chip tone="bad">已停用</Chip>
        {pauseReason && <Quiet>{pauseReason}</Quiet>}
      </>
    );
  if (!failingSince) return <Chip tone="good">启用</Chip>;
  return (
    <>
      <Chip tone="warn">没有送达</Chip>
      <Quiet>自 {showTime(failingSince)}</Quiet>
    </>
  );
}
