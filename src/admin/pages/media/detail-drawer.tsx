import { App, Button, Drawer, Input } from 'antd';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { copyText } from '#client/copy.ts';
import { toasts } from '#client/toasts.ts';
import type { MediaDetail, MediaItem } from '#features/media/schema.ts';
import { Failed } from '#ui/states/void.tsx';
import { call } from '../../api.ts';
import { showBytes } from '../../parts/media/show-bytes.ts';
import type { FolderBranch } from '../../parts/media/use-folders.ts';
import { showTime } from '../../parts/show-time.ts';
import { useLoad } from '../../parts/use-load.ts';
import { FolderSelect } from './folder-select.tsx';
import s from './library.module.css';

export interface DetailDrawerProps {
  id: string | undefined;
  tree: FolderBranch[];
  mayManage: boolean;
  onClose: () => void;
  onSaved: (item: MediaItem) => void;
  onDeleted: () => void;
}

/** One item: what it is, what it is called, and where it is used. */
export function DetailDrawer(props: DetailDrawerProps) {
  return (
    <Drawer title="素材" open={props.id !== undefined} onClose={props.onClose} size={520} destroyOnHidden>
      {props.id !== undefined && <Loaded key={props.id} {...props} id={props.id} />}
    </Drawer>
  );
}

function Loaded({ id, ...props }: DetailDrawerProps & { id: string }) {
  const { data, fault, reload } = useLoad(id, (signal) =>
    call('GET /admin/media/detail', { query: { id }, silent: true, signal }),
  );
  if (fault) return <Failed level={3} message={fault.message} onRetry={reload} />;
  if (!data) return <p role="status">正在取素材 …</p>;
  return <Detail {...props} item={data} />;
}

function Detail({
  item,
  tree,
  mayManage,
  onSaved,
  onDeleted,
}: Omit<DetailDrawerProps, 'id'> & { item: MediaDetail }) {
  const { id, address } = item;
  const field = useId();
  const { modal } = App.useApp();
  const [form, setForm] = useState({ name: item.name, alt: item.alt, folderId: item.folderId ?? '0' });
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    try {
      onSaved(await call('POST /admin/media/save', { body: { id, ...form } }));
      toasts.success('已保存');
    } catch {
      // The person has been told in an alert.
    }
    setIsBusy(false);
  };
  const remove = () =>
    modal.confirm({
      title: `删除「${item.name}」？`,
      content: '文件也会删掉，不能恢复。',
      okText: '删除',
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          await call('POST /admin/media/delete', { body: { ids: [id] } });
          toasts.success('已删除');
          onDeleted();
        } catch {
          // The person has been told in an alert.
        }
      },
    });
  return (
    <div className={s.detail}>
      <Preview item={item} />
      <dl className={s.facts}>
        <Fact name="类型">{item.mediaType}</Fact>
        <Fact name="大小">
          {showBytes(item.bytes)}
          {item.width !== null && ` · ${item.width} × ${item.height} 像素`}
        </Fact>
        <Fact name="上传">
          {item.uploadedBy} · {showTime(item.createdAt)}
        </Fact>
        <Fact name="地址">
          <code className={s.address}>{address}</code>
          <Button size="small" onClick={() => void copyText(address)}>
            复制地址
          </Button>
        </Fact>
      </dl>
      <Uses uses={item.uses} useCount={item.useCount} />
      <form
        className={s.form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <fieldset className={s.form} disabled={!mayManage}>
          <legend className="vh">名称和说明</legend>
          <label className={s.field}>
            名称
            <Input
              required
              maxLength={200}
              value={form.name}
              onChange={({ target }) => setForm({ ...form, name: target.value })}
            />
          </label>
          <label className={s.field}>
            替代文字（读屏和搜索用）
            <Input.TextArea
              autoSize={{ minRows: 2, maxRows: 5 }}
              maxLength={200}
              value={form.alt}
              onChange={({ target }) => setForm({ ...form, alt: target.value })}
            />
          </label>
          <label className={s.field} htmlFor={field}>
            文件夹
            <FolderSelect
              id={field}
              tree={tree}
              disabled={!mayManage}
              value={form.folderId}
              onChange={(folderId) => setForm({ ...form, folderId })}
            />
          </label>
        </fieldset>
        {mayManage && (
          <div className={s.between}>
            <Button type="primary" htmlType="submit" loading={isBusy} disabled={form.name.trim() === ''}>
              保存
            </Button>
            <Button danger type="text" disabled={item.useCount > 0} onClick={remove}>
              删除素材
            </Button>
          </div>
        )}
      </form>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Preview({ item: { kind, address, alt, name } }: { item: MediaItem }) {
  if (kind === 'image') return <img className={s.preview} src={address} alt={alt || name} />;
  if (kind === 'video') return <video className={s.preview} src={address} controls preload="metadata" />;
  if (kind === 'audio') return <audio className={s.sound} src={address} controls preload="metadata" />;
  return (
    <p>
      <a className="link" href={address} download={name}>
        下载 {name}
      </a>
    </p>
  );
}

function Uses({ uses, useCount }: Pick<MediaDetail, 'uses' | 'useCount'>) {
  return (
    <section aria-label="用在哪里">
      <p className={s.label}>用在哪里</p>
      {uses.length === 0 ? (
        <p className={s.none}>还没有用到。</p>
      ) : (
        <ul className={s.uses}>
          {uses.map(({ target, title, to }) => (
            <li key={target}>
              {to ? (
                <Link className="link" to={to}>
                  {title}
                </Link>
              ) : (
                title
              )}
            </li>
          ))}
          {useCount > uses.length && <li className={s.none}>还有 {useCount - uses.length} 处</li>}
        </ul>
      )}
    </section>
  );
}
