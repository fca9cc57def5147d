import { Alert, Button, Drawer, Input } from 'antd';
import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { KnowPlace, KnowVersion } from '#features/frontpage/know/schema.ts';
import { call } from '../../../api.ts';
import { Field } from '../../../parts/field.tsx';
import { faultOf } from '../../../parts/use-load.ts';
import s from '../frontpage.module.css';
import { KnowLook } from './know-look.tsx';
import { NoticeBody } from './notice-body.tsx';

/** Writes the next version of a place's notice, from the one before or from nothing. */
export function KnowDrawer(props: {
  place: KnowPlace;
  from: KnowVersion | undefined;
  onClose: () => void;
  onDone: () => void;
}) {
  const { place, from, onClose, onDone } = props;
  const [title, setTitle] = useState(from?.title ?? '');
  const [body, setBody] = useState(from?.body ?? '');
  const [look, setLook] = useState<{ title: string; body: string }>();
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  async function run(work: () => Promise<void>) {
    setIsBusy(true);
    setFault(undefined);
    try {
      await work();
    } catch (error) {
      setFault(faultOf(error).message);
    } finally {
      setIsBusy(false);
    }
  }
  const preview = () =>
    run(async () => {
      const cleaned = await call('POST /admin/know/preview', { body: { body }, silent: true });
      setLook({ title: title || '须知标题', body: cleaned.body });
    });
  const save = () =>
    run(async () => {
      const { version } = await call('POST /admin/know/create', {
        body: { place, title, body },
        silent: true,
      });
      toasts.success(`第 ${version} 版已保存，上线后读者才会看到`);
      onDone();
    });
  return (
    <Drawer
      open
      size={640}
      // A press beside it would lose what was written.
      mask={{ closable: false }}
      title="写新版本"
      onClose={onClose}
      footer={
        <div className={s.acts}>
          <Button type="primary" loading={isBusy} onClick={() => void save()}>
            保存这一版
          </Button>
          <Button disabled={isBusy} onClick={() => void preview()}>
            看读者看到的样子
          </Button>
        </div>
      }
    >
      <div className={s.form}>
        <Field label="标题" note="最多 50 个字">
          {(id) => (
            <Input id={id} maxLength={50} value={title} onChange={({ target }) => setTitle(target.value)} />
          )}
        </Field>
        <div>
          <span className={s.label}>内容</span>
          <NoticeBody html={body} onChange={setBody} />
        </div>
        {fault && <Alert type="error" showIcon title={fault} role="alert" />}
      </div>
      {look && <KnowLook know={look} onClose={() => setLook(undefined)} />}
    </Drawer>
  );
}
