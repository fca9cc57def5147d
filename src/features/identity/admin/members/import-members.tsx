import { useNavigate } from 'react-router';
import { FileItem, importFormOf, toImportBody } from '#admin/parts/form/import-dialog.tsx';
import { DayItem } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { Quiet } from '#admin/parts/layout/page.tsx';

const importForm = importFormOf('会员文件', 512);

/** Uploads a CSV file of members, then shows the run, its progress and its report. */
export function ImportMembers({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const save = useSave('POST /admin/transfer/importMembers', {
    schema: importForm,
    initial: { file: undefined as File | undefined, vipUntil: null as string | null },
    toBody: ({ file, vipUntil }) => toImportBody(file, { vipUntil: vipUntil ?? '' }),
    onSaved: () => void navigate('/transfers'),
  });
  return (
    <FormDialog save={save} title="导入会员" okText="导入" onClose={onClose}>
      <FileItem
        label="会员文件"
        accept=".csv,.tsv,.txt,text/csv"
        note="CSV，任何编码，也可以是 Ghost 导出的会员"
      />
      <Quiet>
        第一行是表头：手机号或邮箱必填其一，另可有昵称、VIP 到期、标签、注册时间。已有的会员保留昵称，VIP
        只会延长。只有邮箱的会员用发到邮箱的验证码登录。整次导入可以撤销。
      </Quiet>
      <DayItem
        name="vipUntil"
        label="Ghost 付费会员的 VIP 到期"
        note="给 Ghost 里付费或获赠的会员；不填就不开通"
        required={false}
      />
    </FormDialog>
  );
}
