import { Alert, Button } from 'antd';
import { useState } from 'react';
import { TextItem } from '#admin/parts/form/items.tsx';
import { SaveForm } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { type PullTry, tryPullInput } from '../../market/manage/schema.ts';
import { Remarks } from './remarks.tsx';

/** Tests a URL as a quote source and shows the parsed result; writes nothing. */
export function TryForm({ url }: { url: string }) {
  const [answer, setAnswer] = useState<PullTry>();
  const save = useSave('POST /admin/contest/market/tryPull', {
    schema: tryPullInput,
    initial: { url, header: '' },
    onSaved: setAnswer,
  });
  const submit = () => {
    setAnswer(undefined);
    save.submit();
  };
  return (
    // Never dirty: a test is not saved, so leaving the page loses nothing.
    <SaveForm save={{ ...save, submit, isDirty: false }} label="试一个地址">
      <TextItem
        name="url"
        label="地址"
        note="返回分时 CSV 的 http 或 https 地址，表头与“导入 › 分时”相同。只试读，什么也不写入。"
        placeholder="https://quotes.example.com/latest.csv"
      />
      <TextItem
        name="header"
        label="请求头"
        note="需要密钥时填，如 Authorization: Bearer …；地址没有改时，留空用已经设置的。"
      />
      <div>
        <Button htmlType="submit" loading={save.isSaving}>
          试一次
        </Button>
      </div>
      <div aria-live="polite">{answer && <Answer answer={answer} />}</div>
    </SaveForm>
  );
}

const Answer = ({ answer: { isOk, message, rows, faults } }: { answer: PullTry }) => (
  <>
    <Alert
      type={!isOk ? 'error' : faults.length > 0 ? 'warning' : 'success'}
      showIcon
      title={message || `读到 ${rows} 行`}
    />
    <Remarks title="有错的行" remarks={faults} />
  </>
);
