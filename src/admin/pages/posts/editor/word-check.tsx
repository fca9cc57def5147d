import { Alert } from 'antd';
import { useEffect, useState } from 'react';
import type { WordHit } from '#features/moderation/words/schema.ts';
import { call } from '../../../api.ts';
import { faultOf } from '../../../parts/use-load.ts';
import { HitList } from '../../moderation/hit-list.tsx';

export type WordChecking = { hits: readonly WordHit[]; fault: string | undefined };

const none: WordChecking = { hits: [], fault: undefined };

/** Looks for sensitive words in the newest version while `isOn`. The server looks again when it publishes. */
export function useWordCheck(id: string, version: number, isOn: boolean): WordChecking {
  const [checking, setChecking] = useState<WordChecking>(none);
  // Another version is another text.
  const wanted = isOn ? `${id} ${version}` : '';
  useEffect(() => {
    setChecking(none);
    const [asked] = wanted.split(' ');
    if (!asked) return;
    const aborter = new AbortController();
    const settle = (found: WordChecking) => {
      if (!aborter.signal.aborted) setChecking(found);
    };
    call('POST /admin/post/check', { body: { id: asked }, silent: true, signal: aborter.signal }).then(
      (hits) => settle({ hits, fault: undefined }),
      (error: unknown) => settle({ hits: [], fault: faultOf(error).message }),
    );
    return () => aborter.abort();
  }, [wanted]);
  return checking;
}

/** What was found, and what that means for publishing. Nothing where nothing was. */
export function WordCheck({ check: { hits, fault } }: { check: WordChecking }) {
  if (fault) return <Alert type="info" showIcon title={`敏感词没有检查成：${fault} 发布时会再检查。`} />;
  if (hits.length === 0) return null;
  const has = (level: WordHit['level']) => hits.some((hit) => hit.level === level);
  const title = has('block')
    ? '含有禁止发布的词，请先修改'
    : has('review')
      ? '含有需要审核的词，发布时会先送审'
      : '请留意这些词';
  return (
    <Alert
      type={has('block') ? 'error' : 'warning'}
      showIcon
      role="status"
      title={title}
      description={<HitList hits={hits} />}
    />
  );
}
