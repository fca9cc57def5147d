import { Alert, Input, InputNumber, Modal, Select } from 'antd';
import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { DeskAdvert } from '#features/frontpage/adverts/schema.ts';
import { toIso } from '#shared/dates.ts';
import { call } from '../../../api.ts';
import { Field } from '../../../parts/field.tsx';
import { MediaChoice } from '../../../parts/media-choice.tsx';
import { faultOf } from '../../../parts/use-load.ts';
import s from '../frontpage.module.css';
import { faultOfPeriod, fromField, toField } from '../period.ts';
import { PeriodFields } from '../period-fields.tsx';
import { positions } from './positions.ts';

type Draft = {
  position: number;
  title: string;
  image: string | null;
  href: string;
  weight: number;
  from: string;
  to: string;
};

const fresh = (): Draft => ({
  position: 1,
  title: '',
  image: null,
  href: '',
  weight: 10,
  from: toField(toIso(new Date())),
  to: '',
});

/** Puts up an advert, or changes one; `onDone` when it is kept. */
export function AdvertDialog(props: {
  /** Absent for a new one. */
  advert: DeskAdvert | undefined;
  onClose: () => void;
  onDone: () => void;
}) {
  const { advert, onClose, onDone } = props;
  const [draft, setDraft] = useState<Draft>(() =>
    advert ? { ...advert, from: toField(advert.startsAt), to: toField(advert.endsAt) } : fresh(),
  );
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const change = (to: Partial<Draft>) => {
    setFault(undefined);
    setDraft((held) => ({ ...held, ...to }));
  };

  async function save() {
    const startsAt = fromField(draft.from, advert?.startsAt ?? null);
    const endsAt = fromField(draft.to, advert?.endsAt ?? null);
    const wrong = faultOfPeriod(startsAt, endsAt) ?? (draft.image === null ? '请选择图片' : undefined);
    if (wrong || !startsAt || endsAt === undefined || draft.image === null) return setFault(wrong);
    const { position, title, image, href, weight } = draft;
    const body = { position, title, image, href: href.trim(), weight, startsAt, endsAt };
    setIsBusy(true);
    try {
      if (advert) {
        const { id, mark } = advert;
        await call('POST /admin/advert/save', { body: { id, mark, ...body }, silent: true });
      } else await call('POST /admin/advert/create', { body, silent: true });
      toasts.success(advert ? '已保存，页面已更新' : '广告已投放');
      onDone();
    } catch (error) {
      setFault(faultOf(error).message);
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Modal
      open
      title={advert ? '修改广告' : '投放广告'}
      okText={advert ? '保存' : '投放'}
      onOk={() => void save()}
      onCancel={onClose}
      confirmLoading={isBusy}
      // A press beside it would lose what was typed.
      mask={{ closable: false }}
      width={560}
    >
      <div className={s.form}>
        <Field label="广告位" note={positions.find(({ value }) => value === draft.position)?.note}>
          {(id) => (
            <Select
              id={id}
              options={positions.map(({ value, label }) => ({ value, label: `${value} · ${label}` }))}
              value={draft.position}
              onChange={(position: number) => change({ position })}
            />
          )}
        </Field>
        <Field label="标题" note="和图片一起给读者看，最多 60 个字">
          {(id) => (
            <Input
              id={id}
              maxLength={60}
              value={draft.title}
              onChange={({ target }) => change({ title: target.value })}
            />
          )}
        </Field>
        <div>
          <span className={s.label}>图片</span>
          <MediaChoice
            kind="image"
            label="广告图片"
            value={draft.image}
            onChange={(image) => change({ image })}
          />
        </div>
        <Field label="点击后去哪" note="站内地址以 / 开头，如 /vip；外站用 https 地址">
          {(id) => (
            <Input
              id={id}
              maxLength={500}
              value={draft.href}
              onChange={({ target }) => change({ href: target.value })}
            />
          )}
        </Field>
        <PeriodFields from={draft.from} to={draft.to} onChange={change} />
        <Field label="权重" note="0 到 1000；同一位置里，权重是 20 的出现机会是 10 的两倍">
          {(id) => (
            <InputNumber
              id={id}
              className={s.wide ?? ''}
              min={0}
              max={1000}
              precision={0}
              value={draft.weight}
              onChange={(weight) => change({ weight: weight ?? 0 })}
            />
          )}
        </Field>
        {fault && <Alert type="error" showIcon title={fault} role="alert" />}
      </div>
    </Modal>
  );
}
