import { mayRetry, type Upload, type Uploads } from '../uploads/uploads.ts';

/** Renders an upload's placeholder: progress, error, retry, cancel. Updates until the upload leaves the list. */
export function renderUpload(uploads: Uploads, key: string): HTMLElement {
  const element = document.createElement('div');
  element.className = 'upload';
  element.contentEditable = 'false';
  element.setAttribute('role', 'group');
  const name = text('span', '');
  const share = document.createElement('progress');
  share.max = 1;
  const statusElement = text('span', '');
  statusElement.setAttribute('role', 'status');
  const retry = button('重试', () => uploads.retry(key));
  const cancel = button('取消', () => uploads.cancel(key));
  element.append(name, share, statusElement, retry, cancel);
  const update = () => {
    const entry = uploads.list().find((other) => other.key === key);
    if (!entry) return stop();
    element.setAttribute('aria-label', `上传 ${entry.name}`);
    element.toggleAttribute('data-fault', entry.state === 'failed');
    name.textContent = entry.name;
    share.hidden = entry.state === 'failed';
    share.setAttribute('aria-label', `${entry.name} 的上传进度`);
    share.value = entry.share;
    statusElement.textContent = describeState(entry);
    retry.hidden = entry.state !== 'failed' || !mayRetry(entry);
    cancel.textContent = entry.state === 'failed' ? '不要了' : '取消';
  };
  const stop = uploads.subscribe(update);
  update();
  return element;
}

function describeState({ state, share, error }: Upload): string {
  if (state === 'failed') return `没有传上去：${error}`;
  if (state === 'waiting') return '等候中';
  return share >= 1 ? '处理中' : `${Math.round(share * 100)}%`;
}

function text(tag: 'span', content: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = content;
  return element;
}

function button(label: string, run: () => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = label;
  element.addEventListener('click', run);
  return element;
}
