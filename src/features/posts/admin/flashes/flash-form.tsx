import { Alert, Button, Checkbox, Form, Input, type InputRef } from 'antd';
import { type KeyboardEvent, type Ref, useRef } from 'react';
import { messageOf, useAction } from '#admin/parts/data.ts';
import { PlainForm } from '#admin/parts/form/plain-form.tsx';
import { useUnsavedValues } from '#admin/parts/form/use-unsaved-values.ts';
import { Row } from '#admin/parts/layout/page.tsx';
import { toasts } from '#client/toasts.ts';
import { isComposing } from '#ui/composing.ts';
import { emptyFlash, type Flash, parseStockCodes } from './flash.ts';
import s from './flashes.module.css';
import { publishFlash } from './publish-flash.ts';

/** Form for a flash, usable by keyboard alone: Ctrl+Enter publishes it and moves the focus back to the title. */
export function FlashForm() {
  const [form] = Form.useForm<Flash>();
  const title = useRef<InputRef>(null);
  const unpublishedId = useRef<string>(undefined);
  const publish = useAction(
    (flash: Flash) =>
      publishFlash(flash, unpublishedId.current, (id) => {
        unpublishedId.current = id;
      }),
    ({ isHeld }) => {
      unpublishedId.current = undefined;
      form.resetFields();
      if (isHeld) toasts.warning('含有需要审核的词，已送审，通过后发布');
      else toasts.success('快讯已发布');
    },
  );
  useUnsavedValues(form, {
    formName: 'flash',
    label: '写快讯',
    initial: emptyFlash,
    isDirty: () => form.isFieldsTouched(),
    onRestored: publish.reset,
  });
  const onFinish = async (flash: Flash) => {
    if (publish.isRunning) return;
    await publish.run(flash);
    title.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return;
    event.preventDefault();
    form.submit();
  };
  return (
    <div className={s.form} onKeyDown={onKeyDown}>
      <PlainForm<Flash>
        form={form}
        name="flash"
        aria-label="写快讯"
        requiredMark={false}
        initialValues={emptyFlash}
        onValuesChange={publish.reset}
        onFinish={(flash) => void onFinish(flash)}
      >
        <FlashFields title={title} />
        <Row>
          <Form.Item name="important" valuePropName="checked">
            <Checkbox>重要</Checkbox>
          </Form.Item>
          {/* No submit button: Enter in a field must not publish. */}
          <Button type="primary" loading={publish.isRunning} onClick={form.submit}>
            发布
          </Button>
          <span className={s.hint}>Ctrl+Enter 发布，读者的页面立即出现</span>
        </Row>
        {publish.error !== null && (
          <Alert
            type="error"
            showIcon
            role="alert"
            title={`没有发出：${messageOf(publish.error)} 写的内容还在，可以再发一次。`}
          />
        )}
      </PlainForm>
    </div>
  );
}

const FlashFields = ({ title }: { title: Ref<InputRef> }) => (
  <>
    <Form.Item
      name="title"
      label="标题"
      rules={[{ required: true, whitespace: true, message: '请先写标题' }]}
    >
      <Input ref={title} autoFocus maxLength={200} />
    </Form.Item>
    <Form.Item name="text" label="正文" rules={[{ required: true, whitespace: true, message: '请先写正文' }]}>
      <Input.TextArea autoSize={{ minRows: 4, maxRows: 12 }} maxLength={5000} />
    </Form.Item>
    <Form.Item name="stocks" label="股票代码" rules={[{ validator: checkStocks }]}>
      <Input placeholder="六位数字，空格分开" />
    </Form.Item>
  </>
);

async function checkStocks(_: unknown, typed: string): Promise<void> {
  const invalid = parseStockCodes(typed).find((code) => !/^\d{6}$/.test(code));
  if (invalid !== undefined) throw new Error(`股票代码“${invalid}”不是六位数字`);
}
