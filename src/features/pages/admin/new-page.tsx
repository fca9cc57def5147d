import { Button, Radio } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSend } from '#admin/parts/data.ts';
import { Item } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { createInput, type Template } from '../schema.ts';

const options: { value: Template; label: string }[] = [
  { value: 'about', label: '关于我们' },
  { value: 'contact', label: '联系我们' },
  { value: 'jobs', label: '招聘' },
  { value: 'copyright', label: '版权声明' },
];

/** Creates an empty page, or one with a starter text, and opens it. */
export function NewPage() {
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const { send, isSending } = useSend('POST /admin/page/create', {
    onDone: ({ id }) => void navigate(`/pages/${id}`),
  });
  return (
    <>
      <Button type="primary" loading={isSending} onClick={() => void send({ template: 'blank' })}>
        新建单页
      </Button>
      <Button onClick={() => setIsOpen(true)}>从模板新建</Button>
      {isOpen && <TemplateDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

function TemplateDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const save = useSave('POST /admin/page/create', {
    schema: createInput,
    initial: { template: 'about' as Template },
    onSaved: ({ id }) => void navigate(`/pages/${id}`),
  });
  return (
    <FormDialog save={save} title="从模板新建" okText="开始写" width={420} onClose={onClose}>
      <Item name="template" label="模板" note="模板里有网站的名字，和要填写的空。">
        <Radio.Group options={options} />
      </Item>
    </FormDialog>
  );
}
