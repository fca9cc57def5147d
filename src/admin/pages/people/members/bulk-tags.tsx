import { Button, Modal, Select } from 'antd';
import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import { call } from '../../../api.ts';
import { Field } from '../../../parts/field.tsx';
import s from '../people.module.css';

type Act = 'addTags' | 'removeTags';
const verbs = { addTags: '加标签', removeTags: '去标签' };

/** Gives the chosen members tags or takes them; nothing while nobody is chosen. */
export function BulkTags(props: {
  ids: readonly string[];
  tags: readonly { tag: string }[];
  onDone: () => void;
}) {
  const [act, setAct] = useState<Act>();
  const [chosen, setChosen] = useState<string[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  if (props.ids.length === 0) return null;
  const close = () => {
    setAct(undefined);
    setChosen([]);
  };
  const submit = async (which: Act) => {
    setIsBusy(true);
    try {
      await call(`POST /admin/member/${which}`, { body: { ids: [...props.ids], tags: chosen } });
      toasts.success(`已给 ${props.ids.length} 位会员${verbs[which]}`);
      close();
      props.onDone();
    } catch {
      // The person has been told in an alert; the choice stays.
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <div className={s.bulk} role="toolbar" aria-label="批量操作">
      <span>已选 {props.ids.length} 位</span>
      {(['addTags', 'removeTags'] as const).map((which) => (
        <Button key={which} size="small" onClick={() => setAct(which)}>
          {verbs[which]}
        </Button>
      ))}
      <Modal
        open={act !== undefined}
        title={act && `给选中的 ${props.ids.length} 位会员${verbs[act]}`}
        okText={act && verbs[act]}
        okButtonProps={{ disabled: chosen.length === 0 }}
        confirmLoading={isBusy}
        onOk={() => act && void submit(act)}
        onCancel={close}
        width={460}
      >
        <Field
          label="标签"
          note={act === 'addTags' ? '可选已有的，也可写新的；每个最多 20 个字。' : undefined}
        >
          {(id, noteId) => (
            <Select
              id={id}
              aria-describedby={noteId}
              mode={act === 'addTags' ? 'tags' : 'multiple'}
              style={{ width: '100%' }}
              options={props.tags.map(({ tag }) => ({ value: tag, label: tag }))}
              value={chosen}
              onChange={(tags: string[]) => setChosen(tags)}
            />
          )}
        </Field>
      </Modal>
    </div>
  );
}
