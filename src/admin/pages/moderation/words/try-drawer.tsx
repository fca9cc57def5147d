import { Alert, Button, Drawer, Input } from 'antd';
import { useState } from 'react';
import type { WordHit } from '#features/moderation/words/schema.ts';
import { call } from '../../../api.ts';
import { faultOf } from '../../../parts/use-load.ts';
import { HitList } from '../hit-list.tsx';
import s from '../moderation.module.css';

/** Paste a text, see what the list finds in it. */
export function TryDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [text, setText] = useState('');
  const [hits, setHits] = useState<WordHit[]>();
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const check = async () => {
    setIsBusy(true);
    setFault(undefined);
    try {
      setHits(await call('POST /admin/moderation/try', { body: { text }, silent: true }));
    } catch (error) {
      setFault(faultOf(error).message);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Drawer title="试一段文字" open={isOpen} onClose={onClose} size={560} destroyOnHidden>
      <div className={s.stack}>
        <label className={s.field}>
          要检查的文字
          <Input.TextArea
            autoSize={{ minRows: 6, maxRows: 16 }}
            maxLength={200_000}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setHits(undefined);
            }}
          />
        </label>
        <div className={s.tools}>
          <Button type="primary" disabled={text.trim() === ''} loading={isBusy} onClick={() => void check()}>
            检查
          </Button>
        </div>
        {fault && <Alert type="error" showIcon title={fault} role="alert" />}
        <div role="status">
          {hits && (hits.length === 0 ? <p className={s.hint}>没有查到敏感词。</p> : <HitList hits={hits} />)}
        </div>
      </div>
    </Drawer>
  );
}
