import { Alert, Modal, Select } from 'antd';
import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { AuthorRecord } from '#features/authors/desk/schema.ts';
import { call } from '../../../api.ts';
import { Field } from '../../../parts/field.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import s from '../people.module.css';

/** Makes one author of two: which one stays is chosen here. */
export function MergeDialog(props: { author: AuthorRecord; onClose: () => void; onDone: () => void }) {
  const { author } = props;
  const [typed, setTyped] = useState('');
  const [into, setInto] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const found = useLoad(`into ${typed.trim()}`, (signal) =>
    call('GET /admin/author/list', { query: { name: typed.trim(), size: '20' }, silent: true, signal }),
  );
  const options = (found.data?.records ?? [])
    .filter(({ id }) => id !== author.id)
    .map(({ id, name, posts }) => ({ value: id, label: name, posts }));
  const merge = async () => {
    if (!into) return;
    setIsBusy(true);
    try {
      await call('POST /admin/author/merge', { body: { id: author.id, into } });
      toasts.success('两位作者已合并');
      props.onDone();
    } catch {
      // The person has been told in an alert; the choice stays.
      setIsBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`把“${author.name}”并入另一位作者`}
      okText="合并"
      okButtonProps={{ danger: true, disabled: !into }}
      confirmLoading={isBusy}
      onOk={() => void merge()}
      onCancel={props.onClose}
      width={480}
    >
      <div className={s.form}>
        <Alert
          type="warning"
          title={`“${author.name}”的 ${author.posts} 篇已发布内容、草稿和 ${author.followers} 位关注者都归到选定的作者，“${author.name}”随即消失，不能恢复。`}
        />
        <Field label="并入">
          {(id) => (
            <Select
              id={id}
              style={{ width: '100%' }}
              placeholder="输入姓名的开头"
              showSearch={{ filterOption: false, onSearch: setTyped }}
              notFoundContent={found.isLoading ? '正在查找 …' : '没有找到'}
              options={options}
              optionRender={({ data }) => (
                <>
                  {data.label} <span className={s.quiet}>{data.posts} 篇</span>
                </>
              )}
              value={into ?? null}
              onChange={(chosen: string | null) => setInto(chosen ?? undefined)}
            />
          )}
        </Field>
      </div>
    </Modal>
  );
}
