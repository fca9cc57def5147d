import { Form, Select } from 'antd';
import { useState } from 'react';
import { Item, TextItem } from '#admin/parts/form/items.tsx';
import { NumberInput } from '#admin/parts/form/number-input.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { type Save, useSave } from '#admin/parts/form/use-save.ts';
import { MediaField } from '#admin/parts/media-field.tsx';
import { toIso } from '#shared/dates.ts';
import { type AdminAdvert, createInput, saveInput } from '../../adverts/schema.ts';
import { PeriodItems } from '../period-items.tsx';
import { positions } from './positions.ts';

type Values = Pick<AdminAdvert, 'position' | 'title' | 'image' | 'href' | 'weight' | 'startsAt' | 'endsAt'>;
type Props = { onClose: () => void };

export const AdvertDialog = ({ advert, ...props }: Props & { advert: AdminAdvert | undefined }) =>
  advert ? <EditAdvert advert={advert} {...props} /> : <NewAdvert {...props} />;

function NewAdvert({ onClose }: Props) {
  const [initial] = useState(() => ({ ...emptyAdvert, startsAt: toIso(new Date()) }));
  const save = useSave('POST /admin/advert/create', {
    schema: createInput,
    initial,
    toBody,
    done: '广告已投放',
    onSaved: onClose,
  });
  return (
    <FormDialog save={save} title="投放广告" okText="投放" width={560} onClose={onClose}>
      <AdvertFields save={save} />
    </FormDialog>
  );
}

function EditAdvert({ advert, onClose }: Props & { advert: AdminAdvert }) {
  const { isPaused: _, state: __, impressions: ___, clicks: ____, ...initial } = advert;
  const save = useSave('POST /admin/advert/save', {
    schema: saveInput,
    initial,
    toBody,
    done: '已保存，页面已更新',
    onSaved: onClose,
  });
  return (
    <FormDialog save={save} title="修改广告" width={560} onClose={onClose}>
      <AdvertFields save={save} />
    </FormDialog>
  );
}

const emptyAdvert: Values = {
  position: 1,
  title: '',
  image: null,
  href: '',
  weight: 10,
  startsAt: '',
  endsAt: null,
};
// The schema rejects an advert without an image before it is sent.
const toBody = <V extends Values>(values: V) => ({ ...values, image: values.image as string });

function AdvertFields<V extends Values>({ save }: { save: Save<V> }) {
  const position = Form.useWatch('position', save.form) ?? save.initial.position;
  return (
    <>
      <Item name="position" label="广告位" note={positions.find(({ value }) => value === position)?.note}>
        <Select options={positions.map(({ value, label }) => ({ value, label: `${value} · ${label}` }))} />
      </Item>
      <TextItem name="title" label="标题" note="和图片一起给读者看，最多 60 个字" />
      <Item name="image" label="图片">
        <MediaField kind="image" label="广告图片" />
      </Item>
      <TextItem name="href" label="点击后去哪" note="站内地址以 / 开头，如 /vip；外站用 https 地址" />
      <PeriodItems />
      <Item name="weight" label="权重" note="0 到 1000；同一位置里，权重是 20 的出现机会是 10 的两倍">
        <NumberInput precision={0} />
      </Item>
    </>
  );
}
