import { Modal } from 'antd';
import { useState } from 'react';
import { useSend } from '#admin/parts/data.ts';
import { ShownOnce } from '#admin/parts/shown-once.tsx';
import type { Webhook } from '../schema.ts';

/** Replaces the secret of a webhook after a confirmation and shows the new one once. */
export function RotateSecret({ webhook: { id, name }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [secret, setSecret] = useState<string>();
  const { send, isSending } = useSend('POST /admin/webhook/rotateSecret', {
    onDone: (answer) => setSecret(answer.secret),
  });
  if (secret !== undefined) return <SecretShown name={name} secret={secret} onClose={onClose} />;
  return (
    <Modal
      open
      title={`更换推送“${name}”的密钥？`}
      okText="更换"
      okButtonProps={{ danger: true, loading: isSending }}
      onOk={() => void send({ id })}
      onCancel={onClose}
    >
      旧密钥立即作废，对方换上新密钥之前会认为推送是伪造的。
    </Modal>
  );
}

export const SecretShown = ({
  name,
  secret,
  onClose,
}: {
  name: string;
  secret: string;
  onClose: () => void;
}) => (
  <ShownOnce title={`推送“${name}”的密钥`} noun="密钥" text={secret} onClose={onClose}>
    对方用它核对推送确实来自这里（Standard Webhooks 规范）。不能核对的程序可以不填。
  </ShownOnce>
);
