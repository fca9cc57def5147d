import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { useRead, useSend } from '#admin/parts/data.ts';
import { Row } from '#admin/parts/layout/page.tsx';
import { ReadDrawer } from '#admin/parts/layout/side-drawer.tsx';
import type { PreviewReader } from '../schema.ts';
import s from './letters.module.css';

const readers: { value: PreviewReader; label: string }[] = [
  { value: 'member', label: '会员' },
  { value: 'vip', label: 'VIP' },
  { value: 'visitor', label: '访客' },
];
const forms = [
  { value: 'html', label: '网页' },
  { value: 'text', label: '纯文本' },
];

/** A letter as a kind of reader gets it, in both of its forms, and a test to the own mailbox. */
export function LetterPreview({ id, onClose }: { id: string; onClose: () => void }) {
  const [reader, setReader] = useState<PreviewReader>('member');
  const [form, setForm] = useState('html');
  const read = useRead('GET /admin/letter/preview', { id, reader }, { keepsPrevious: true });
  const test = useSend('POST /admin/letter/test', { done: ({ address }) => `已发到 ${address}` });
  return (
    <ReadDrawer
      title="预览"
      noun="预览"
      width={700}
      read={read}
      tools={
        <Button loading={test.isSending} onClick={() => void test.send({ id, reader })}>
          发到我的邮箱
        </Button>
      }
      onClose={onClose}
    >
      {({ html, text }) => (
        <>
          <Row>
            <Segmented aria-label="读者" options={readers} value={reader} onChange={setReader} />
            <Segmented aria-label="形式" options={forms} value={form} onChange={setForm} />
          </Row>
          {html === '' ? (
            <p>还没有内容。</p>
          ) : form === 'html' ? (
            <iframe className={s.mail} title="邮件预览" sandbox="" srcDoc={html} />
          ) : (
            <pre className={s.plain}>{text}</pre>
          )}
        </>
      )}
    </ReadDrawer>
  );
}
