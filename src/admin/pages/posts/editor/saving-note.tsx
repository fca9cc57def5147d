import { showClock } from '../../../parts/show-time.ts';
import type { Saving } from './draft.ts';
import s from './editor.module.css';

/** Whether the server has what is on screen. */
export function SavingNote({ saving }: { saving: Saving }) {
  const isBad = saving.is === 'offline' || saving.is === 'refused' || saving.is === 'conflict';
  return (
    <span className={isBad ? s.unsaved : s.saved} role="status">
      {wordsOf(saving)}
    </span>
  );
}

function wordsOf(saving: Saving): string {
  switch (saving.is) {
    case 'saved':
      return saving.at ? `已保存 ${showClock(saving.at)}` : '已保存';
    case 'changed':
      return '有改动，稍后自动保存';
    case 'saving':
      return '正在保存 …';
    case 'offline':
      return saving.isKept ? '离线，已存在本机' : '离线，请不要关闭这一页';
    case 'refused':
      return `没有保存：${saving.message}`;
    case 'conflict':
      return '别人刚保存过，请先对照';
  }
}
