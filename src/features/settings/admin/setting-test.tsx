import { Alert, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useSend } from '#admin/parts/data.ts';
import type { Save } from '#admin/parts/form/use-save.ts';
import { Row } from '#admin/parts/layout/page.tsx';
import type { SettingGroup, TryAnswer } from '../manage/schema.ts';

/** Fields of a group by name. `base` is the time of the last save: the server refuses to overwrite newer values. */
export type GroupValues = Record<string, string | boolean | null>;
type Props = { label: string; group: SettingGroup['name']; save: Save<GroupValues> };

/** Tests the values of a group before they are saved. The result disappears when the values change. */
export function SettingTest({ label, group, save }: Props) {
  const [recipient, setRecipient] = useState('');
  const [result, setResult] = useState<{ serializedValues: string; answer: TryAnswer }>();
  const serializedValues = Form.useWatch((all) => JSON.stringify(all), { form: save.form, preserve: true });
  const { send, isSending } = useSend('POST /admin/settings/try', {
    onDone: (answer) => setResult({ serializedValues, answer }),
    onFailed: save.showRefusal,
  });
  const { base: _, ...values } = save.form.getFieldsValue(true);
  const needsRecipient = group === 'mail' && values.provider === 'smtp';
  const run = () => {
    setResult(undefined);
    void send({ group, values, ...(needsRecipient && recipient && { to: recipient }) } as never);
  };
  return (
    <>
      {needsRecipient && (
        <Form.Item label="测试邮件的收件人" htmlFor="trial-to" extra="只用于试一试，不会保存">
          <Input
            id="trial-to"
            type="email"
            autoComplete="email"
            maxLength={200}
            value={recipient}
            onChange={({ target }) => setRecipient(target.value)}
          />
        </Form.Item>
      )}
      <Row>
        <Button loading={isSending} onClick={run}>
          试一试：{label}
        </Button>
        <div role="status">
          {result?.serializedValues === serializedValues && (
            <Alert type={result.answer.isOk ? 'success' : 'warning'} showIcon title={result.answer.message} />
          )}
        </div>
      </Row>
    </>
  );
}
