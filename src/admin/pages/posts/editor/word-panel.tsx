import { Alert, Button } from 'antd';
import { useEffect, useState } from 'react';
import type { WordHit } from '#features/moderation/words/schema.ts';
import { call } from '../../../api.ts';
import { faultOf } from '../../../parts/use-load.ts';
import { HitList } from '../../moderation/hit-list.tsx';
import s from './editor.module.css';

export interface WordPanelProps {
  id: string;
  /** The version on screen: what was found in another one is forgotten. */
  version: number;
  /** Saves what is on screen; false when that failed. */
  onSave: () => Promise<boolean>;
}

/** Looks for sensitive words while writing, long before the piece is published. */
export function WordPanel({ id, version, onSave }: WordPanelProps) {
  const [found, setFound] = useState<{ version: number; hits: readonly WordHit[] }>();
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  // Saving makes another version, and that one is to be looked through.
  useEffect(() => {
    if (!isAsked) return;
    setIsAsked(false);
    call('POST /admin/post/check', { body: { id }, silent: true })
      .then(
        (hits) => setFound({ version, hits }),
        (error: unknown) => setFault(faultOf(error).message),
      )
      .finally(() => setIsBusy(false));
  }, [isAsked, id, version]);
  const check = async () => {
    setIsBusy(true);
    setFault(undefined);
    if (await onSave()) setIsAsked(true);
    else setIsBusy(false);
  };
  const hits = found?.version === version ? found.hits : undefined;
  return (
    <section className={s.words} aria-label="敏感词">
      <Button size="small" loading={isBusy} onClick={() => void check()}>
        查敏感词
      </Button>
      <div role="status">
        {hits && (hits.length > 0 ? <HitList hits={hits} /> : <p className={s.hint}>没有查到敏感词。</p>)}
      </div>
      {fault && <Alert type="error" showIcon title={fault} role="alert" />}
    </section>
  );
}
