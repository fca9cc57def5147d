import { Segmented } from 'antd';
import { useState } from 'react';
import { type AnswerOf, useRead } from '#admin/parts/data.ts';
import s from '#admin/parts/editor/editor.module.css';
import { Loaded } from '#admin/parts/layout/loaded.tsx';
import { Quiet, Row } from '#admin/parts/layout/page.tsx';
import { SideDrawer } from '#admin/parts/layout/side-drawer.tsx';
import { showNumber } from '#admin/parts/show-number.ts';
import { formatFen } from '#shared/money.ts';
import { Prose } from '#ui/article/prose.tsx';
import { classNames } from '#ui/class-names.ts';
import { PreviewLinks } from './preview-links.tsx';

const readers = [
  { value: 'visitor' as const, label: '游客' },
  { value: 'member' as const, label: '会员' },
  { value: 'vip' as const, label: 'VIP' },
  { value: 'buyer' as const, label: '买过的人' },
];
const screens = [
  { value: 'desktop', label: '电脑' },
  { value: 'phone', label: '手机' },
];
const lockReasonNames = {
  member: '登录后可读',
  vip: '开通 VIP 可读',
  paid: '购买后可读',
  withdrawn: '已撤下',
};

/**
 * Preview of the newest version as a visitor, a member, a VIP or a buyer sees it. The server cuts the text at the paywall as it
 * does for readers.
 */
export function PreviewDrawer({
  id,
  isWriting,
  onClose,
}: {
  id: string;
  isWriting: boolean;
  onClose: () => void;
}) {
  const [reader, setReader] = useState<(typeof readers)[number]['value']>('visitor');
  const [screen, setScreen] = useState('desktop');
  const read = useRead('GET /admin/post/preview', { id, as: reader });
  return (
    <SideDrawer title="预览" width={860} onClose={onClose}>
      <Row>
        <Segmented aria-label="谁来读" options={readers} value={reader} onChange={setReader} />
        <Segmented aria-label="屏幕" options={screens} value={screen} onChange={setScreen} />
      </Row>
      <Loaded read={read} noun="预览" level={3}>
        {(preview) => <Preview preview={preview} isPhone={screen === 'phone'} />}
      </Loaded>
      {isWriting && <PreviewLinks id={id} />}
    </SideDrawer>
  );
}

type PreviewData = AnswerOf<'GET /admin/post/preview'>;

const Preview = ({ preview, isPhone }: { preview: PreviewData; isPhone: boolean }) => (
  <article className={classNames(s.paper, isPhone && s.phone)} aria-label="预览">
    <h2 className={s.headline}>{preview.title}</h2>
    <Quiet>
      {preview.columnName} · {preview.authors.map(({ name }) => name).join('、')} ·{' '}
      {showNumber(preview.wordCount)} 字
    </Quiet>
    <Prose html={preview.body} />
    <PaywallNote {...preview} />
  </article>
);

function PaywallNote({ lockReason, lockedWordCount, price, vipPrice }: PreviewData) {
  if (!lockReason) return null;
  return (
    <p className={s.wall}>
      以下还有 {showNumber(lockedWordCount)} 字，{lockReasonNames[lockReason]}
      {lockReason === 'paid' &&
        price !== null &&
        `（${formatFen(price)}${vipPrice === null ? '' : `，VIP 价 ${formatFen(vipPrice)}`}）`}
    </p>
  );
}
