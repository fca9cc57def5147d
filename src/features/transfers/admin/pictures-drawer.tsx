import { Form, Input } from 'antd';
import { Link } from 'react-router';
import { FormDrawer } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { Quiet } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { usePages } from '#admin/parts/list/use-pages.ts';
import { type MissingPicture, refetchInput, type Transfer } from '../manage/schema.ts';
import s from './transfers.module.css';

type PicturesProps = { transfer: Transfer; onClose: () => void; onStarted: () => void };

const editorOf = ({ kind, id }: MissingPicture['target']): string =>
  kind === 'post' ? `/posts/${id}` : `/pages/${id}`;

const columns: DataColumn<MissingPicture>[] = [
  {
    key: 'target',
    title: '内容',
    width: 200,
    render: ({ target, isCover }) => (
      <>
        <Link className="link" to={editorOf(target)}>
          {target.title}
        </Link>
        {isCover && <Quiet>封面</Quiet>}
      </>
    ),
  },
  {
    key: 'src',
    title: '图片',
    render: ({ src, reason }) => (
      <>
        <span className={s.name}>{src}</span>
        <Quiet>{reason}</Quiet>
      </>
    ),
  },
];

/** The pictures that an import could not fetch, each with its post, and another attempt. */
export function PicturesDrawer({ transfer: { id, name }, onClose, onStarted }: PicturesProps) {
  const list = usePages('GET /admin/transfer/pictures', { id }, { isInAddress: false });
  const save = useSave('POST /admin/transfer/refetch', {
    schema: refetchInput,
    initial: { id, site: '' },
    toBody: ({ site }) => ({ id, ...(site ? { site } : {}) }),
    onSaved: () => {
      onClose();
      onStarted();
    },
  });
  return (
    <FormDrawer save={save} title={`${name}：没有取到的图片`} okText="重新抓取" width={720} onClose={onClose}>
      <Form.Item
        name="site"
        label="原站网址"
        extra="只写了路径的图片（/content/images/…）从这里取，例如 https://blog.example.org；其他的不用填。"
      >
        <Input maxLength={200} placeholder="https://" />
      </Form.Item>
      <DataTable
        label="没有取到的图片"
        unit="张"
        list={list}
        columns={columns}
        nameOf={({ src }) => src}
        isSelectable={false}
        width={560}
      />
    </FormDrawer>
  );
}
