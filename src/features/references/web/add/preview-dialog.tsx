import { useState } from 'react';
import { formatFen } from '#shared/money.ts';
import { Prose } from '#ui/article/prose.tsx';
import { Filters } from '#ui/controls/filters.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { ErrorState } from '#ui/states/empty-state.tsx';
import { useClient } from '#web/client-context.ts';
import { PaywallBox } from '#web/parts/post/paywall-box.tsx';
import { silent } from '#web/parts/use-action.ts';
import { useLoad } from '#web/parts/use-load.ts';
import type { ReferenceContent } from '../../schema.ts';
import { TextPreview } from './text-preview.tsx';

type Reader = 'visitor' | 'member' | 'vip' | 'buyer';

const readers: readonly { reader: Reader; label: string }[] = [
  { reader: 'visitor', label: '游客' },
  { reader: 'member', label: '会员' },
  { reader: 'vip', label: 'VIP' },
  { reader: 'buyer', label: '买过的人' },
];

const lockReasonLabels = {
  member: '登录后可读',
  vip: 'VIP 可读',
  paid: '购买后可读',
  withdrawn: '已撤下',
} as const;

type PreviewDialogProps = { id: string; access: ReferenceContent['access']; onClose: () => void };

/** The last saved version as another reader will see it; the server cuts the text for each reader. */
export function PreviewDialog({ id, access, onClose }: PreviewDialogProps) {
  const [reader, setReader] = useState<Reader>('visitor');
  const client = useClient();
  const { data, error, retry } = useLoad(`${id} ${reader}`, () =>
    client().call('GET /internalReference/preview', { query: { id, as: reader }, ...silent }),
  );
  return (
    <Dialog open title="预览" width={820} onClose={onClose}>
      <Filters
        label="谁来读"
        showLabel
        items={readers
          .filter((option) => access === 'paid' || option.reader !== 'buyer')
          .map((option) => ({
            label: option.label,
            current: option.reader === reader,
            onSelect: () => setReader(option.reader),
          }))}
      />
      {error && <ErrorState level={3} message={error.message} onRetry={retry} />}
      {!data && !error && <p role="status">正在取预览 …</p>}
      {data && (
        <TextPreview
          label="预览"
          title={data.title || '还没有标题'}
          note={`${data.columnName} · ${data.authorName} · ${data.wordCount.toLocaleString('zh-CN')} 字`}
        >
          <Prose html={data.body} />
          {data.lockReason && (
            <PaywallBox
              id="preview-wall"
              remaining={data.lockedWordCount}
              reason={lockReasonLabels[data.lockReason]}
              note={
                data.lockReason === 'paid' && data.price !== null
                  ? `单篇 ${formatFen(data.price)}`
                  : undefined
              }
            />
          )}
        </TextPreview>
      )}
    </Dialog>
  );
}
