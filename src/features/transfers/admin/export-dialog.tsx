import { Alert, Form } from 'antd';
import { CheckItem } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { usePermit } from '#client/permissions.tsx';
import { exportInput } from '../manage/schema.ts';

/** Starts an export of the whole site, by default without personal data. */
export function ExportDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
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
