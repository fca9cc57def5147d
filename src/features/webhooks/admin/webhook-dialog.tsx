import { Checkbox } from 'antd';
import { useState } from 'react';
import { Item, SwitchItem, TextItem } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { type Webhook, webhookChange, webhookEvents, webhookInput } from '../schema.ts';
import { SecretShown } from './rotate-secret.tsx';

type Props = { webhook: Webhook | undefined; onClose: () => void };
type Event = keyof typeof webhookEvents;

/** Creates a webhook and shows its secret once, or changes one. */
export function WebhookDialog({ webhook, onClose }: Props) {
  const [created, setCreated] = useState<{ name: string; secret: string }>();
  if (created) return <SecretShown {...created} onClose={onClose} />;
  return webhook ? (
    <ChangeForm webhook={webhook} onClose={onClose} />
  ) : (
    <CreateForm onCreated={setCreated} onClose={onClose} />
  );
}

function CreateForm({
  onCreated,
  onClose,
}: {
  onCreated: (created: { name: string; secret: string }) => void;
  onClose: () => void;
}) {
  const save = useSave('POST /admin/webhook/create', {
    schema: webhookInput,
    initial: { name: '', url: '', events: [] as Event[] },
    onSaved: ({ secret }, { name }) => onCreated({ name, secret }),
  });
  return (
    <FormDialog save={save} title="新建事件推送" width={560} onClose={onClose}>
      <Fields />
    </FormDialog>
  );
}

function ChangeForm({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { id, name, url, isActive } = webhook;
  const save = useSave('POST /admin/webhook/save', {
    schema: webhookChange,
    initial: { name, url, events: webhook.events as Event[], isActive },
    toBody: (values) => ({ id, ...values }),
    done: '推送已修改，马上生效',
    onSaved: onClose,
  });
  return (
    <FormDialog save={save} title={`修改推送“${name}”`} width={560} onClose={onClose}>
      <Fields />
      <SwitchItem name="isActive" label="启用" note="停用以后发生的事不会补送。" />
    </FormDialog>
  );
}

const options = Object.entries(webhookEvents).map(([value, { label }]) => ({ value, label }));

const Fields = () => (
  <>
    <TextItem name="name" label="名称" />
    <TextItem name="url" label="网址" placeholder="https://…" note="对方给的地址，只能是公开的网站。" />
    <Item name="events" label="事件">
      <EventBoxes />
    </Item>
  </>
);

type BoxesProps = { value?: string[]; onChange?: (events: string[]) => void };

/** Takes only these two properties: a group of check boxes must not have the form's `aria-required`. */
const EventBoxes = ({ value = [], onChange }: BoxesProps) => (
  <Checkbox.Group aria-label="事件" options={options} value={value} {...(onChange && { onChange })} />
);
