import { useState } from 'react';
import { forgetCopy, readCopy } from '#client/local-copy.ts';
import type { ReferenceContent, ReferenceDetail } from '#features/references/schema.ts';
import { toIso } from '#shared/dates.ts';
import { Button } from '#ui/controls/button.tsx';
import { Notice } from '#ui/states/notice.tsx';
import { useSurroundings } from '../../../../site.ts';
import { stampOf } from '../../stamp.ts';
import type { ReferenceDraft } from './use-reference-draft.ts';

type CopyOfferProps = {
  draft: ReferenceDraft;
  /** As the server has it; absent while it has nothing. */
  opened: ReferenceDetail | undefined;
  onTake: (content: ReferenceContent) => void;
};

/** Offers what this browser kept when the server could not be reached; taking it goes on as a change. */
export function CopyOffer({ draft, opened, onTake }: CopyOfferProps) {
  const { today } = useSurroundings();
  const [of] = useState(draft.copyOf);
  const [copy, setCopy] = useState(() => {
    const kept = readCopy<ReferenceContent>(of);
    return kept && JSON.stringify(kept.content) !== JSON.stringify(opened?.content) ? kept : undefined;
  });
  if (!copy) return null;
  const isOld = opened !== undefined && copy.base !== opened.version;
  return (
    <Notice
      tone="info"
      icon="clock"
      role="status"
      action={
        <>
          <Button
            size="s"
            onClick={() => {
              onTake(copy.content);
              setCopy(undefined);
            }}
          >
            恢复
          </Button>
          <Button
            size="s"
            tone="text"
            onClick={() => {
              forgetCopy(of);
              setCopy(undefined);
            }}
          >
            丢弃
          </Button>
        </>
      }
    >
      这台设备上有一份没有保存的内容，写于 {stampOf(toIso(new Date(copy.at)), today).text}。
      {isOld ? '之后又保存过别的改动，恢复后以这一份为准。' : '可以接着写。'}
    </Notice>
  );
}
