import { Alert, Button, Checkbox, Input, type InputRef } from 'antd';
import { type KeyboardEvent, useRef, useState } from 'react';
import { toasts } from '#client/toasts.ts';
import { faultOf } from '../../../parts/use-load.ts';
import s from './flashes.module.css';
import { sendFlash } from './send-flash.ts';
import { emptyFlash, type Flash, faultOfFlash } from './write-flash.ts';

/** A flash from the keyboard alone: Tab goes on, Ctrl+Enter publishes, and the cursor is back at the title. */
export function FlashForm({ onPublished }: { onPublished: () => void }) {
  const [flash, setFlash] = useState<Flash>(emptyFlash);
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const begun = useRef<string>(undefined);
  const title = useRef<InputRef>(null);
  const type = (change: Partial<Flash>) => {
    setFlash((held) => ({ ...held, ...change }));
    setFault(undefined);
  };

  async function publish() {
    if (isBusy) return;
    const missing = faultOfFlash(flash);
    if (missing) return setFault(missing);
    setIsBusy(true);
    try {
      const { isHeld } = await sendFlash(flash, begun.current, (id) => {
        begun.current = id;
      });
      begun.current = undefined;
      setFlash(emptyFlash);
      if (isHeld) toasts.warning('含有需要审核的词，已送审，通过后发布');
      else toasts.success('快讯已发布');
      onPublished();
    } catch (error) {
      setFault(`没有发出：${faultOf(error).message} 写的内容还在，可以再发一次。`);
    } finally {
      setIsBusy(false);
      title.current?.focus();
    }
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void publish();
  };

  return (
    <form
      className={s.form}
      aria-label="写快讯"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        // Enter in a field is no reason to publish; the button and Ctrl+Enter are.
        event.preventDefault();
      }}
    >
      <label className={s.field}>
        标题
        <Input
          ref={title}
          autoFocus
          maxLength={200}
          value={flash.title}
          onChange={({ target }) => type({ title: target.value })}
        />
      </label>
      <label className={s.field}>
        正文
        <Input.TextArea
          autoSize={{ minRows: 4, maxRows: 12 }}
          maxLength={5000}
          value={flash.text}
          onChange={({ target }) => type({ text: target.value })}
        />
      </label>
      <div className={s.line}>
        <label className={s.field}>
          股票代码
          <Input
            placeholder="六位数字，空格分开"
            value={flash.stocks}
            onChange={({ target }) => type({ stocks: target.value })}
          />
        </label>
        <Checkbox checked={flash.important} onChange={({ target }) => type({ important: target.checked })}>
          重要
        </Checkbox>
        <Button type="primary" loading={isBusy} onClick={() => void publish()}>
          发布
        </Button>
        <span className={s.hint}>Ctrl+Enter 发布，读者的页面立即出现</span>
      </div>
      {fault && <Alert type="error" showIcon title={fault} role="alert" />}
    </form>
  );
}
