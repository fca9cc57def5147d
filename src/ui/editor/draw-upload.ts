import { mayRetry, type Upload, type Uploads } from '../uploads/uploads.ts';

/** The box of an upload in the body: how far it is, and the way out when it fails. It follows until it is gone. */
export function drawUpload(uploads: Uploads, key: string): HTMLElement {
  const box = document.createElement('div');
  box.className = 'upload';
  box.contentEditable = 'false';
  box.setAttribute('role', 'group');
  const name = text('span', '');
  const share = document.createElement('progress');
  share.max = 1;
  const words = text('span', '');
  words.setAttribute('role', 'status');
  const retry = button('重试', () => uploads.retry(key));
  const cancel = button('取消', () => uploads.cancel(key));
  box.append(name, share, words, retry, cancel);
  const show = () => {
    const entry = uploads.list().find((one) => one.key === key);
    if (!entry) return stop();
    box.setAttribute('aria-label', `上传 ${entry.name}`);
    box.toggleAttribute('data-fault', entry.state === 'failed');
    name.textContent = entry.name;
    share.hidden = entry.state === 'failed';
    share.setAttribute('aria-label', `${entry.name} 的上传进度`);
    share.value = entry.share;
    words.textContent = wordsOf(entry);
    retry.hidden = entry.state !== 'failed' || !mayRetry(entry);
    cancel.textContent = entry.state === 'failed' ? '不要了' : '取消';
  };
  const stop = uploads.subscribe(show);
  show();
  return box;
}

function wordsOf({ state, share, fault }: Upload): string {
  if (state === 'failed') return `没有传上去：${fault}`;
  if (state === 'waiting') return '等候中';
  return share >= 1 ? '处理中' : `${Math.round(share * 100)}%`;
}

function text(tag: 'span', words: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = words;
  return element;
}

function button(words: string, run: () => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = words;
  element.addEventListener('click', run);
  return element;
}
