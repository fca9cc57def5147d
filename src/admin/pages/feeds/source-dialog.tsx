import { Alert, Checkbox, Input, InputNumber, Modal, Select } from 'antd';
import { useEffect, useState } from 'react';
import type { FeedSource } from '#features/feeds/schema.ts';
import { call } from '../../api.ts';
import { useColumns } from '../../parts/use-columns.ts';
import { faultOf } from '../../parts/use-load.ts';
import s from './feeds.module.css';

export interface SourceDialogProps {
  /** `new` adds one; nothing while it is closed. */
  source: FeedSource | 'new' | undefined;
  onClose: () => void;
  onSaved: (source: { id: string; name: string }) => void;
}

const empty = { name: '', url: '', columnId: '1', intervalMinutes: 30, isActive: true };
type Fields = typeof empty;

/** What is followed, how often, and where its pieces go. */
export function SourceDialog({ source, onClose, onSaved }: SourceDialogProps) {
  const [fields, setFields] = useState<Fields>(empty);
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const columns = useColumns().filter(({ kind }) => kind !== 'reference');
  useEffect(() => {
    if (!source) return;
    setFields(source === 'new' ? empty : fieldsOf(source));
    setFault(undefined);
  }, [source]);
  const change = (to: Partial<Fields>) => {
    setFields((held) => ({ ...held, ...to }));
    setFault(undefined);
  };
  const save = async () => {
    setIsBusy(true);
    try {
      const id = await (source === 'new' || !source
        ? call('POST /admin/feed/create', { body: fields, silent: true }).then((made) => made.id)
        : call('POST /admin/feed/save', { body: { id: source.id, ...fields }, silent: true }).then(
            () => source.id,
          ));
      onSaved({ id, name: fields.name });
    } catch (error) {
      setFault(faultOf(error).message);
    } finally {
      setIsBusy(false);
    }
  };
  const isFilled = fields.name.trim() !== '' && fields.url.trim() !== '';
  return (
    <Modal
      title={source === 'new' ? '添加订阅源' : '修改订阅源'}
      open={source !== undefined}
      onCancel={onClose}
      onOk={() => void save()}
      okText="保存并抓取"
      okButtonProps={{ disabled: !isFilled }}
      confirmLoading={isBusy}
      width={520}
      destroyOnHidden
    >
      <div className={s.form}>
        <label className={s.field}>
          名称（会写在采用的稿件末尾）
          <Input
            autoFocus
            maxLength={50}
            value={fields.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        </label>
        <label className={s.field}>
          RSS 或 Atom 地址
          <Input
            type="url"
            placeholder="https://news.example.com/feed.xml"
            maxLength={1000}
            value={fields.url}
            onChange={({ target }) => change({ url: target.value })}
          />
        </label>
        <div className={s.field}>
          采用后放进的栏目
          <Select
            aria-label="采用后放进的栏目"
            options={columns.map(({ id, columnName }) => ({ value: id, label: columnName }))}
            showSearch={{ optionFilterProp: 'label' }}
            value={fields.columnId}
            onChange={(columnId) => change({ columnId })}
          />
        </div>
        <label className={s.field}>
          抓取间隔（分钟，5 到 1440）
          <InputNumber
            min={5}
            max={1440}
            precision={0}
            value={fields.intervalMinutes}
            onChange={(minutes) => change({ intervalMinutes: minutes ?? 30 })}
          />
        </label>
        <Checkbox checked={fields.isActive} onChange={({ target }) => change({ isActive: target.checked })}>
          按间隔自动抓取
        </Checkbox>
        {fault && <Alert type="error" showIcon title={fault} role="alert" />}
      </div>
    </Modal>
  );
}

const fieldsOf = ({ name, url, columnId, intervalMinutes, isActive }: FeedSource): Fields => ({
  name,
  url,
  columnId,
  intervalMinutes,
  isActive,
});
