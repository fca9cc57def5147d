import { Button } from 'antd';
import { Link } from 'react-router';
import { useRead, useSend } from '#admin/parts/data.ts';
import { Item, TextAreaItem, TextItem } from '#admin/parts/form/items.tsx';
import { SaveButton, SaveForm } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { ConfirmButton } from '#admin/parts/layout/confirm.tsx';
import { Facts, Quiet, Row, Section } from '#admin/parts/layout/page.tsx';
import { ReadDrawer } from '#admin/parts/layout/side-drawer.tsx';
import { showBytes } from '#admin/parts/media/show-bytes.ts';
import { showTime } from '#admin/parts/show-time.ts';
import { copyText } from '#client/use-copy.ts';
import { type MediaDetail, type MediaItem, saveInput } from '../schema.ts';
import { FolderSelect } from './folder-select.tsx';
import s from './library.module.css';

/** A media item: its properties, name and uses. */
export function DetailDrawer(props: { id: string; mayManage: boolean; onClose: () => void }) {
  const { id, mayManage, onClose } = props;
  return (
    <ReadDrawer
      read={useRead('GET /admin/media/detail', { id })}
      noun="素材"
      title="素材"
      width={520}
      onClose={onClose}
    >
      {(item) => (
        <>
          <Preview item={item} />
          <ItemFacts item={item} />
          <Uses item={item} />
          {mayManage ? (
            <EditItem item={item} onDeleted={onClose} />
          ) : (
            <Facts facts={[['名称', item.name] as const, ['替代文字', item.alt || null] as const]} />
          )}
        </>
      )}
    </ReadDrawer>
  );
}

function EditItem({ item, onDeleted }: { item: MediaDetail; onDeleted: () => void }) {
  const { id, name, alt, folderId, useCount } = item;
  const save = useSave('POST /admin/media/save', {
    schema: saveInput,
    initial: { id, name, alt, folderId: folderId ?? '0' },
    done: '已保存',
  });
  const { send } = useSend('POST /admin/media/delete', { done: '已删除', onDone: onDeleted });
  return (
    <SaveForm save={save} label="名称和说明">
      <TextItem name="name" label="名称" />
      <TextAreaItem name="alt" label="替代文字（读屏和搜索用）" />
      <Item name="folderId" label="文件夹">
        <FolderSelect />
      </Item>
      <SaveButton
        save={save}
        beside={
          <ConfirmButton
            type="text"
            disabled={useCount > 0}
            title={`删除“${name}”？`}
            content="文件也会删掉，不能恢复。"
            okText="删除"
            isDanger
            onOk={() => send({ ids: [id] })}
          >
            删除素材
          </ConfirmButton>
        }
      />
    </SaveForm>
  );
}

function ItemFacts({ item }: { item: MediaItem }) {
  const { mediaType, bytes, width, height, uploadedBy, createdAt, address } = item;
  return (
    <Facts
      facts={[
        ['类型', mediaType],
        ['大小', `${showBytes(bytes)}${width === null ? '' : ` · ${width} × ${height} 像素`}`],
        ['上传', `${uploadedBy} · ${showTime(createdAt)}`],
        [
          '地址',
          <Row key="address">
            <code>{address}</code>
            <Button size="small" onClick={() => void copyText(address)}>
              复制地址
            </Button>
          </Row>,
        ],
      ]}
    />
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

const Uses = ({ item: { uses, useCount } }: { item: MediaDetail }) => (
  <Section title="用在哪里">
    {uses.length === 0 && <Quiet>还没有用到。</Quiet>}
    <ul>
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
    </ul>
    {useCount > uses.length && <Quiet>还有 {useCount - uses.length} 处</Quiet>}
  </Section>
);
