import { Form, Input, Select } from 'antd';
import { ImportDialog } from '#admin/parts/form/import-dialog.tsx';
import { CheckItem } from '#admin/parts/form/items.tsx';
import { Pair } from '#admin/parts/layout/page.tsx';
import { useOwnColumns } from '#admin/parts/use-columns.ts';
import { usePermit } from '#client/permissions.tsx';

const encodings = [
  { value: 'auto', label: '自动识别' },
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'gb18030', label: 'GBK / GB18030' },
  { value: 'big5', label: 'Big5（繁体）' },
  { value: 'utf-16le', label: 'UTF-16' },
];
const headers = [
  ['title', '标题'],
  ['body', '正文'],
  ['publishedAt', '日期'],
  ['author', '作者'],
] as const;

type ImportProps = { file: File; onClose: () => void; onDone: () => void };

/** Asks for the import options of a file and uploads it. */
export const ImportContent = ({ file, onClose, onDone }: ImportProps) => (
  <ImportDialog
    call="POST /admin/transfer/import"
    title="导入内容"
    okText="开始导入"
    chosen={file}
    file={{ label: '文件', maxMb: 512 }}
    initial={{ columnId: '', encoding: 'auto', isReviewed: /\.(?:xml|wxr|json)$/i.test(file.name) }}
    onQueued={() => {
      onClose();
      onDone();
    }}
    onClose={onClose}
  >
    <ImportFields isTable={/\.(?:csv|tsv|txt)$/i.test(file.name)} />
  </ImportDialog>
);

function ImportFields({ isTable }: { isTable: boolean }) {
  const mayPublish = usePermit('content.publish');
  const columns = useOwnColumns().map(({ id, columnName }) => ({ value: id, label: columnName }));
  return (
    <>
      <Form.Item
        name="columnId"
        label="栏目"
        extra={`给文件里没有写明栏目的内容。${mayPublish ? '没有标明是草稿、私密等的内容，按栏目的可见范围立即发布。' : '你没有发布的权限，导入的内容都存为草稿。'}`}
      >
        <Select options={[{ value: '', label: '文件里已写明' }, ...columns]} />
      </Form.Item>
      <Form.Item name="encoding" label="编码">
        <Select options={encodings} />
      </Form.Item>
      <CheckItem name="isReviewed">先读一遍，核对分类放进哪个栏目后再导入（WordPress、Ghost）</CheckItem>
      {isTable && (
        <details>
          <summary>表头认不出来时，写明哪一列是什么</summary>
          <Pair>
            {headers.map(([name, label]) => (
              <Form.Item key={name} name={['mapping', name]} label={label}>
                <Input maxLength={100} placeholder="表头里的名字" />
              </Form.Item>
            ))}
          </Pair>
        </details>
      )}
    </>
  );
}
