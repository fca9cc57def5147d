import { EditorContent } from '@tiptap/react';
import { Form } from 'antd';
import { useEffect, useRef } from 'react';
import { AdminBodyToolbar } from '#admin/parts/body/admin-body-toolbar.tsx';
import { useAdminBodyEditor } from '#admin/parts/body/use-admin-body-editor.ts';
import { Quiet, Section } from '#admin/parts/layout/page.tsx';
import s from '../contest.module.css';

/** Rules page of a season, edited as rich text. */
export const RulesItem = () => (
  <Section title="规则">
    <Quiet>
      读者在规则页看到；请写明奖品如何发放、什么情况会取消资格。交易时间、涨跌幅和费用由系统按实际设置列出，不用在这里重复。
    </Quiet>
    <Form.Item name="rules">
      <BodyInput />
    </Form.Item>
  </Section>
);

/** Control of `RulesItem`. The value is HTML. */
function BodyInput({ value = '', onChange }: { value?: string; onChange?: (html: string) => void }) {
  const written = useRef(value);
  const { editor, flush, replace } = useAdminBodyEditor(value, true, (html) => {
    written.current = html;
    onChange?.(html);
  });
  useEffect(() => {
    // A refetch brought rules that another person changed.
    if (value === written.current) return;
    written.current = value;
    replace(value);
  }, [value, replace]);
  return (
    <div className={s.editor} onBlur={flush}>
      {editor && <AdminBodyToolbar editor={editor} />}
      <EditorContent editor={editor} className={s.writing ?? ''} />
    </div>
  );
}
