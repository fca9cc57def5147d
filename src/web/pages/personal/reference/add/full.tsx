import type { Fullness } from '#features/references/schema.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { Void } from '#ui/states/void.tsx';
import { Receipt } from '../../../../parts/pay/receipt.tsx';
import { shelfPath } from '../words.ts';
import { WritingDesk } from './writing-desk.tsx';

type FullProps = { fullness: Fullness; back: { href: string; label: string } };

/** There is no room for another one now: why, and what to do. */
export function Full({ fullness: { reason, draft, review, today }, back }: FullProps) {
  const line = (label: string, { used, limit }: Fullness['draft']) => ({
    label,
    value: (
      <span className="fig">
        {used} / {limit}
      </span>
    ),
  });
  return (
    <WritingDesk back={back}>
      <Void
        level={1}
        title="现在不能再写新的内参"
        actions={
          <ButtonLink tone="ink" size="s" href={shelfPath('draft')}>
            整理草稿
          </ButtonLink>
        }
      >
        <p>{reason ?? '名额已经用完，请先处理已有的草稿。'}</p>
      </Void>
      <Receipt rows={[line('草稿', draft), line('待审核', review), line('今天已提交', today)]} />
    </WritingDesk>
  );
}
