import { Alert, Checkbox, Modal } from 'antd';
import { useState } from 'react';
import { call } from '../../api.ts';
import { faultOf } from '../../parts/use-load.ts';
import s from './transfers.module.css';

/** Begins a copy of the whole site; by default one that may lie on a desk. */
export function ExportDialog(props: { isOpen: boolean; onClose: () => void; onDone: () => void }) {
  const { isOpen, onClose, onDone } = props;
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
        <Checkbox checked={withPeople} onChange={({ target }) => setWithPeople(target.checked)}>
          包含会员和编辑部成员
        </Checkbox>
        {withPeople && (
          <Alert
            type="warning"
            showIcon
            title="这份文件会含有手机号、密码摘要与两步验证密钥，搬家后大家才能照常登录。请像保管密码一样保管它。"
          />
        )}
        {fault && <Alert type="error" showIcon title={fault} role="alert" />}
      </div>
    </Modal>
  );
}
