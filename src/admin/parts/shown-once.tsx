import { Alert, Button, Modal } from 'antd';
import type { ReactNode } from 'react';
import { copyText } from '#client/use-copy.ts';
import { Quiet } from './layout/page.tsx';
import s from './shown-once.module.css';

type Props = { title: string; noun: string; text: string; children: ReactNode; onClose: () => void };

/** Shows a new secret with a button that copies it. Only a button closes the dialog, because the server cannot show it again. */
export const ShownOnce = ({ title, noun, text, children, onClose }: Props) => (
  <Modal
    open
    title={title}
    onCancel={onClose}
    mask={{ closable: false }}
    width={480}
    footer={
      <>
        <Button onClick={onClose}>完成</Button>
        <Button type="primary" onClick={() => void copyText(text)}>
          复制{noun}
        </Button>
      </>
    }
  >
    <div className={s.content}>
      <Alert type="warning" title={`${noun}只在这里显示一次，关掉以后看不到了。`} />
      <p className={s.text}>{text}</p>
      <Quiet>{children}</Quiet>
    </div>
  </Modal>
);
