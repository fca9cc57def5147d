import { Alert, Button, Form } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '#admin/api.ts';
import { useRead, useSend } from '#admin/parts/data.ts';
import { CheckItem } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { Page, Quiet, Row, Section } from '#admin/parts/layout/page.tsx';
import { ReadDrawer } from '#admin/parts/layout/side-drawer.tsx';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { usePages } from '#admin/parts/list/use-pages.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { DropArea } from '#admin/parts/media/drop-area.tsx';
import { FileButton } from '#admin/parts/media/file-button.tsx';
import { usePermit } from '#client/permissions.tsx';
import { Icon } from '#ui/icon.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { exportInput, type Transfer } from '../manage/schema.ts';
import { ColumnsDialog } from './columns-dialog.tsx';
import { ImportContent } from './import-content.tsx';
import { PicturesDrawer } from './pictures-drawer.tsx';
import { isActive, transferColumns } from './transfer-columns.tsx';
import s from './transfers.module.css';

/** Polling interval in ms: short enough for a smooth progress bar, long enough for an import that runs all night. */
const refetchMs = 1500;

const cancel: RowChange<Transfer> = {
  verb: '取消',
  fits: (transfer) => isActive(transfer) || transfer.state === 'waiting',
  act: ([id = '']) => call('POST /admin/transfer/cancel', { body: { id }, silent: true }),
};

const undo: RowChange<Transfer> = {
  verb: '撤销',
  isDanger: true,
  warning:
    '这次导入新增的内容、单页、评论、图片、旧地址和会员会被删除，给出的 VIP 和标签会收回，不能恢复。有人购买、评论过，或导入后改过的内容，登录、下单过的会员保留，并逐一列出。',
  fits: ({ canUndo }) => canUndo,
  act: ([id = '']) => call('POST /admin/transfer/undo', { body: { id }, silent: true }),
};

/** Imports of posts, exports and backups of the whole site, with progress and results. */
export function Screen() {
  const [file, setFile] = useState<File>();
  const [isExporting, setIsExporting] = useState(false);
  const [opened, setOpened] = useState<Transfer>();
  const [mapped, setMapped] = useState<Transfer>();
  const [pictured, setPictured] = useState<Transfer>();
  const [, setAddress] = useSearchParams();
  const list = usePages(
    'GET /admin/transfer/list',
    {},
    { refetchMs: (page) => (page?.records.some(isActive) ? refetchMs : false) },
  );
  // A new transfer appears on the first page.
  const showFirstPage = () => setAddress({});
  const { send, isSending } = useSend('POST /admin/transfer/backup');
  const backUp = async () => {
    if (await send(undefined)) showFirstPage();
  };
  return (
    <Page
      title="导入导出"
      tools={
        <>
          <Button loading={isSending} onClick={() => void backUp()}>
            立即备份
          </Button>
          <Button onClick={() => setIsExporting(true)}>导出整站</Button>
        </>
      }
    >
      <FileField onFile={setFile} />
      <Section title="任务">
        <DataTable
          label="任务"
          list={list}
          columns={transferColumns({ onReport: setOpened, onColumns: setMapped, onPictures: setPictured })}
          nameOf={({ name }) => name}
          changes={[cancel, undo]}
          isSelectable={false}
          width={900}
          empty={
            <EmptyState title="还没有导入或导出过">
              <p>导入由服务器在后台做，页面可以关掉，回来再看结果。</p>
            </EmptyState>
          }
        />
      </Section>
      {file && <ImportContent file={file} onClose={() => setFile(undefined)} onDone={showFirstPage} />}
      {isExporting && <ExportDialog onClose={() => setIsExporting(false)} onDone={showFirstPage} />}
      {opened && <ReportDrawer transfer={opened} onClose={() => setOpened(undefined)} />}
      {mapped && (
        <ColumnsDialog transfer={mapped} onClose={() => setMapped(undefined)} onStarted={showFirstPage} />
      )}
      {pictured && (
        <PicturesDrawer
          transfer={pictured}
          onClose={() => setPictured(undefined)}
          onStarted={showFirstPage}
        />
      )}
    </Page>
  );
}

const FileField = ({ onFile }: { onFile: (file: File | undefined) => void }) => (
  <DropArea isOpen hint="松手选择这个文件" onFiles={([file]) => onFile(file)}>
    <div className={s.zone}>
      <Icon name="up" />
      <Row>
        <FileButton kind="import" onFiles={([file]) => onFile(file)}>
          选择要导入的文件
        </FileButton>
        <span className={s.orDrop}>或把它拖到这里</span>
      </Row>
      <Quiet>
        CSV、JSON、Markdown、WordPress（WXR）、Ghost、RSS / Atom，或装着它们和图片的 zip；最大 512
        MB。再导入一次同一个文件不会重复。
      </Quiet>
    </div>
  </DropArea>
);

/** Starts an export of the whole site, by default without personal data. */
function ExportDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const mayExportPeople = usePermit('members.manage');
  const save = useSave('POST /admin/transfer/export', {
    schema: exportInput,
    initial: { withPeople: false },
    toBody: ({ withPeople }) => ({ withoutPeople: !withPeople }),
    onSaved: () => {
      onClose();
      onDone();
    },
  });
  const withPeople = Form.useWatch('withPeople', save.form);
  return (
    <FormDialog save={save} title="导出整站" okText="开始导出" width={480} onClose={onClose}>
      <p>
        内容、栏目、作者、广告、素材和站点设置装进一个
        zip，可以恢复到另一个空站。短信、邮件、微信和存储的密钥不在其中。文件保留 7 天。
      </p>
      {mayExportPeople && <CheckItem name="withPeople">包含会员和编辑部成员</CheckItem>}
      {withPeople && (
        <Alert
          type="warning"
          showIcon
          title="这份文件会含有会员的手机号等个人信息，请妥善保管。密码和两步验证不在其中：恢复后大家用短信验证码登录，再重新设置。要连同密码一起搬家，请在服务器上运行 npm run guanlan -- export。"
        />
      )}
    </FormDialog>
  );
}

type ReportProps = { transfer: Transfer; onClose: () => void };

/** Records that an import skipped or made drafts of, each with its file and line; or the reason why an export failed. */
function ReportDrawer({ transfer: { id, name }, onClose }: ReportProps) {
  const read = useRead('GET /admin/transfer/detail', { id });
  return (
    <ReadDrawer title={name} onClose={onClose} read={read} noun="记录">
      {({ counts, report, error }) => {
        const hiddenCount =
          (counts?.failed ?? 0) + (counts?.skipped ?? 0) + (counts?.drafts ?? 0) - report.length;
        return (
          <>
            {error && <p className={s.bad}>{error}</p>}
            {report.length > 0 && (
              <ol className={s.report}>
                {report.map((line, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines are never reordered
                  <li key={index}>{line}</li>
                ))}
              </ol>
            )}
            {hiddenCount > 0 && <Quiet>还有 {hiddenCount} 条没有列出。</Quiet>}
          </>
        );
      }}
    </ReadDrawer>
  );
}
