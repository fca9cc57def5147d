import { Alert, Checkbox, Modal } from 'antd';
import { useState } from 'react';
import { usePermit } from '#client/permissions.tsx';
import { call } from '../../api.ts';
import { faultOf } from '../../parts/use-load.ts';
import s from './transfers.module.css';

/** Begins a copy of the whole site; by default one that may lie on a desk. */
export function ExportDialog(props: { isOpen: boolean; onClose: () => void; onDone: () => void }) {
  const { isOpen, onClose, onDone } = props;
  const mayExportPeople = usePermit('members.manage');
  const [withPeople, setWithPeople] = useState(false);
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const begin = async () => {
    setIsBusy(true);
    setFault(undefined);
    try {
      await call('POST /admin/transfer/export', { body: { withoutPeople: !withPeople }, silent: true });
      onDone();
      onClose();
    } catch (error) {
      setFault(faultOf(error).message);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Modal
      title="导出整站"
      open={isOpen}
      onCancel={onClose}
      onOk={() => void begin()}
      okText="开始导出"
      confirmLoading={isBusy}
      width={480}
      destroyOnHidden
    >
      <div className={s.form}>
        <p>
          内容、栏目、作者、广告、素材和站点设置装进一个
          zip，可以恢复到另一个空站。短信、邮件、微信和存储的密钥不在其中。文件保留 7 天。
        </p>
        {mayExportPeople && (
          <Checkbox checked={withPeople} onChange={({ target }) => setWithPeople(target.checked)}>
            包含会员和编辑部成员
          </Checkbox>
        )}
        {withPeople && (
          <Alert
            type="warning"
            showIcon
            title="这份文件会含有会员的手机号等个人信息，请妥善保管。密码和两步验证不在其中：恢复后大家用短信验证码登录，再重新设置。要连同密码一起搬家，请在服务器上运行 npm run guanlan -- export。"
          />
        )}
        {fault && <Alert type="error" showIcon title={fault} role="alert" />}
      </div>
    </Modal>
  );
}
