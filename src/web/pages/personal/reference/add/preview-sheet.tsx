import { useState } from 'react';
import type { ReferenceContent } from '#features/references/schema.ts';
import { formatFen } from '#shared/money.ts';
import { Prose } from '#ui/article/prose.tsx';
import { Filters } from '#ui/controls/filters.tsx';
import { Dialog } from '#ui/floats/dialog.tsx';
import { Failed } from '#ui/states/void.tsx';
import { useClient } from '../../../../client-context.ts';
import { Wall } from '../../../../parts/piece/wall.tsx';
import { silent } from '../../../../parts/use-act.ts';
import { useLoad } from '../../../../parts/use-load.ts';
import { PaperBox } from './paper-box.tsx';

type Reader = 'visitor' | 'member' | 'vip' | 'buyer';

const readers: readonly { reader: Reader; label: string }[] = [
  { reader: 'visitor', label: '游客' },
  { reader: 'member', label: '会员' },
  { reader: 'vip', label: 'VIP' },
  { reader: 'buyer', label: '买过的人' },
];

const walls = { member: '登录后可读', vip: 'VIP 可读', paid: '购买后可读', withdrawn: '已撤下' } as const;

type PreviewSheetProps = { id: string; access: ReferenceContent['access']; onClose: () => void };

/** What was saved last, as somebody else will read it: cut by the server as it cuts for them. */
export function PreviewSheet({ id, access, onClose }: PreviewSheetProps) {
  const [reader, setReader] = useState<Reader>('visitor');
  const client = useClient();
  const { data, fault, retry } = useLoad(`${id} ${reader}`, () =>
    client().call('GET /internalReference/preview', { query: { id, as: reader }, ...silent }),
  );
  return (
    <Dialog open title="预览" width={820} onClose={onClose}>
      <Filters
        label="谁来读"
        labelled
        items={readers
          .filter((one) => access === 'paid' || one.reader !== 'buyer')
          .map((one) => ({
            label: one.label,
            current: one.reader === reader,
            onSelect: () => setReader(one.reader),
          }))}
      />
      {fault && <Failed level={3} message={fault.message} onRetry={retry} />}
      {!data && !fault && <p role="status">正在取预览 …</p>}
      {data && (
        <PaperBox
          label="预览"
          title={data.title || '还没有标题'}
          note={`${data.columnName} · ${data.authorName} · ${data.wordCount.toLocaleString('zh-CN')} 字`}
        >
          <Prose html={data.body} />
          {data.lockReason && (
            <Wall
              id="preview-wall"
              remaining={data.lockedWordCount}
              reason={walls[data.lockReason]}
              note={
                data.lockReason === 'paid' && data.price !== null
                  ? `单篇 ${formatFen(data.price)}`
                  : undefined
              }
            />
          )}
        </PaperBox>
      )}
    </Dialog>
  );
}
