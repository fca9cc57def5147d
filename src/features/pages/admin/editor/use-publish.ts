import { useState } from 'react';
import { messageOf, useSend } from '#admin/parts/data.ts';
import { useConfirm } from '#admin/parts/layout/confirm.tsx';
import { CallError } from '#client/call-error.ts';
import { countGaps, ownPagePath } from '#shared/own-page.ts';
import type { AdminPage } from '../../schema.ts';
import type { PageDraft } from './versioned-pages.ts';

/** Saves the draft and publishes it after a confirmation. A refusal about the address is also shown at its field. */
export function usePublish({ id, liveSlug }: AdminPage, draft: PageDraft) {
  const [refusal, setRefusal] = useState<string>();
  const confirm = useConfirm();
  const { send, isSending } = useSend('POST /admin/page/publish', {
    done: '已发布，读者现在就能看到',
    onFailed: (error) => {
      const message = messageOf(error);
      setRefusal(message);
      if (error instanceof CallError && error.field === 'acceptsUnseen') askToAccept(message);
      if (error instanceof CallError && error.field === 'slug')
        draft.form.setFields([{ name: 'slug', errors: [message] }]);
    },
  });
  const askToAccept = (message: string) =>
    confirm({
      title: '有读者看不到的内容',
      content: message,
      okText: '照样发布',
      cancelText: '回去改',
      onOk: () => {
        setRefusal(undefined);
        return send({ id, base: draft.state().version, acceptsUnseen: true });
      },
    });
  const publish = async () => {
    setRefusal(undefined);
    if (!(await draft.save())) return;
    const { content, version } = draft.state();
    confirm({
      title: content.title ? `发布《${content.title}》？` : '发布这个单页？',
      content: consequenceOf(content, liveSlug),
      okText: '发布',
      onOk: () => send({ id, base: version }),
    });
  };
  return { publish, isPublishing: isSending, refusal };
}

function consequenceOf({ html, slug }: { html: string; slug: string }, liveSlug: string): string {
  const gaps = countGaps(html);
  return [
    gaps > 0 && `正文里还有 ${gaps} 处“请填写”没有填，读者会看到它们。`,
    liveSlug !== '' && slug !== liveSlug && `地址改了，打开 ${ownPagePath(liveSlug)} 的人会转到新地址。`,
    '读者立即看到最新的一版。',
  ]
    .filter(Boolean)
    .join('');
}
