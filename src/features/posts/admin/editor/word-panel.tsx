import { Alert, Button } from 'antd';
import { useState } from 'react';
import { messageOf, useAction } from '#admin/parts/data.ts';
import s from '#admin/parts/editor/editor.module.css';
import { HitList } from '#admin/parts/hit-list.tsx';
import { Quiet } from '#admin/parts/layout/page.tsx';
import { useWordCheck } from './use-word-check.ts';

type PanelProps = {
  id: string;
  /** The version in the editor; hits of another version are hidden. */
  version: number;
  /** Saves the draft. Resolves to its version, or undefined if saving failed. */
  onSave: () => Promise<number | undefined>;
};

/** Checks the post for sensitive words during writing. */
export function WordPanel({ id, version, onSave }: PanelProps) {
  const [checkedVersion, setCheckedVersion] = useState<number>();
  const { run, isRunning } = useAction(onSave, setCheckedVersion);
  const isShown = checkedVersion === version;
  const { data: hits, error, isFetching } = useWordCheck(id, version, isShown);
  return (
    <section className={s.words} aria-label="敏感词">
      <Button size="small" loading={isRunning || isFetching} onClick={() => void run()}>
        查敏感词
      </Button>
      <div role="status">
        {isShown && hits && (hits.length > 0 ? <HitList hits={hits} /> : <Quiet>没有查到敏感词。</Quiet>)}
      </div>
      {isShown && error && <Alert type="error" showIcon title={messageOf(error)} role="alert" />}
    </section>
  );
}
