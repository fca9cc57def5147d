import { Alert, Button, Input } from 'antd';
import { type FormEvent, useState } from 'react';
import type { PullTry } from '#features/contest/market/desk/schema.ts';
import { call } from '../../../api.ts';
import { Field } from '../../../parts/field.tsx';
import { faultOf } from '../../../parts/use-load.ts';
import s from '../contest.module.css';

/** Reads an address as a source would be read, and says what it answers; nothing is written. */
export function TryForm({ url: set }: { url: string }) {
  const [url, setUrl] = useState(set);
  const [header, setHeader] = useState('');
  const [answer, setAnswer] = useState<PullTry>();
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setAnswer(undefined);
    setFault(undefined);
    try {
      setAnswer(await call('POST /admin/contest/market/tryPull', { body: { url, header }, silent: true }));
    } catch (error) {
      setFault(faultOf(error).message);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form className={s.form} onSubmit={(event) => void ask(event)}>
      <Field
        label="地址"
        note="返回分时 CSV 的 http 或 https 地址，表头与“导入 › 分时”相同。只试读，什么也不写入。"
      >
        {(id, noteId) => (
          <Input
            id={id}
            aria-describedby={noteId}
            type="url"
            maxLength={1000}
            placeholder="https://quotes.example.com/latest.csv"
            value={url}
            onChange={({ target }) => setUrl(target.value)}
          />
        )}
      </Field>
      <Field label="请求头" note="需要密钥时填，如 Authorization: Bearer …；地址没有改时，留空用已经设置的。">
        {(id, noteId) => (
          <Input
            id={id}
            aria-describedby={noteId}
            autoComplete="off"
            maxLength={1000}
            value={header}
            onChange={({ target }) => setHeader(target.value)}
          />
        )}
      </Field>
      <div>
        <Button htmlType="submit" loading={isBusy} disabled={url.trim() === ''}>
          试一次
        </Button>
      </div>
      <div aria-live="polite">
        {fault && <Alert type="error" showIcon title={fault} />}
        {answer && <Tried answer={answer} />}
      </div>
    </form>
  );
}

function Tried({ answer: { isOk, message, rows, faults } }: { answer: PullTry }) {
  return (
    <Alert
      type={!isOk ? 'error' : faults.length > 0 ? 'warning' : 'success'}
      showIcon
      title={message || `读到 ${rows} 行`}
      description={
        faults.length > 0 && (
          <ol className={s.lines}>
            {faults.map(({ line, reason }) => (
              <li key={`${line} ${reason}`}>
                第 {line} 行：{reason}
              </li>
            ))}
          </ol>
        )
      }
    />
  );
}
