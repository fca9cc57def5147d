import { Drawer, Segmented } from 'antd';
import { useState } from 'react';
import { formatFen } from '#shared/money.ts';
import { Prose } from '#ui/article/prose.tsx';
import { classNames } from '#ui/class-names.ts';
import { Failed } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { useLoad } from '../../../parts/use-load.ts';
import s from './editor.module.css';

type Reader = 'visitor' | 'member' | 'vip';

const readers = [
  { value: 'visitor', label: '游客' },
  { value: 'member', label: '会员' },
  { value: 'vip', label: 'VIP' },
];
const screens = [
  { value: 'desktop', label: '电脑' },
  { value: 'phone', label: '手机' },
];

/** The newest version as a visitor, a member or a VIP will read it: cut by the server as it cuts for them. */
export function PreviewDrawer({ id, isOpen, onClose }: { id: string; isOpen: boolean; onClose: () => void }) {
  const [reader, setReader] = useState<Reader>('visitor');
  const [screen, setScreen] = useState('desktop');
  return (
    <Drawer title="预览" open={isOpen} onClose={onClose} size={860} destroyOnHidden>
      <div className={s.choices}>
        <Segmented
          aria-label="谁来读"
          options={readers}
          value={reader}
          onChange={(value) => setReader(value as Reader)}
        />
        <Segmented aria-label="屏幕" options={screens} value={screen} onChange={setScreen} />
      </div>
      <Preview id={id} reader={reader} isPhone={screen === 'phone'} />
    </Drawer>
  );
}

function Preview({ id, reader, isPhone }: { id: string; reader: Reader; isPhone: boolean }) {
  const { data, fault, reload } = useLoad(`${id} ${reader}`, (signal) =>
    call('GET /admin/post/preview', { query: { id, as: reader }, silent: true, signal }),
  );
  if (fault) return <Failed level={3} message={fault.message} onRetry={reload} />;
  if (!data) return <p role="status">正在取预览 …</p>;
  const { title, authorName, columnName, wordCount, body, lockReason, lockedWordCount, price, vipPrice } =
    data;
  return (
    <article className={classNames(s.paper, isPhone && s.phone)} aria-label="预览">
      <h2 className={s.headline}>{title}</h2>
      <p className={s.hint}>
        {columnName} · {authorName} · {wordCount.toLocaleString('zh-CN')} 字
      </p>
      <Prose html={body} />
      {lockReason && (
        <p className={s.wall}>
          以下还有 {lockedWordCount.toLocaleString('zh-CN')} 字，{wallWords[lockReason]}
          {lockReason === 'paid' &&
            price !== null &&
            `（${formatFen(price)}${vipPrice === null ? '' : `，VIP 价 ${formatFen(vipPrice)}`}）`}
        </p>
      )}
    </article>
  );
}

const wallWords = { member: '登录后可读', vip: '开通 VIP 可读', paid: '购买后可读', withdrawn: '已撤下' };
