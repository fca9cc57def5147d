import { Alert, Button } from 'antd';
import { useRef, useState } from 'react';
import { bringPicture } from '#admin/parts/body/use-admin-body-editor.ts';
import { messageOf, type Read, useAction } from '#admin/parts/data.ts';
import s from '#admin/parts/editor/editor.module.css';
import { Row } from '#admin/parts/layout/page.tsx';
import { FileButton } from '#admin/parts/media/file-button.tsx';
import { uploadFile } from '#admin/parts/media/upload-file.ts';
import { missingVideo, nameUnseen, type Unseen } from '#shared/unseen.ts';
import type { BodyFile } from '#ui/editor/body-file.ts';
import { replaceUnseen } from '#ui/editor/replace-unseen.ts';
import type { Content } from '../../manage/schema.ts';

type Shown = Pick<Content, 'html' | 'cover'>;
type CheckProps = {
  check: Read<Unseen[]>;
  content: Shown;
  /** Saves a change. */
  onChange: (content: Shown) => Promise<void>;
};

/** What readers will not see of a post, and for each a way to show or remove it; renders nothing without any. */
export function UnseenCheck({ check: { data: items = [], error }, content, onChange }: CheckProps) {
  const latest = useRef(content);
  latest.current = content;
  if (error)
    return (
      <Alert
        type="info"
        showIcon
        title={`读者看不到的内容没有检查成：${messageOf(error)} 发布时会再检查。`}
      />
    );
  if (items.length === 0) return null;
  const put = async (item: Unseen, file: BodyFile | null) => {
    const { html, cover } = latest.current;
    await onChange(
      item.kind === 'cover'
        ? { html, cover: file?.address ?? null }
        : { html: replaceUnseen(html, item, file), cover },
    );
  };
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      title={`读者看不到这 ${items.length} 处：页面只显示本站的文件`}
      description={
        <ul className={s.unseen} aria-label="读者看不到的内容">
          {items.map((item) => (
            <li key={`${item.kind} ${item.address} ${item.name}`}>
              <UnseenItem item={item} onPut={(file) => put(item, file)} />
            </li>
          ))}
        </ul>
      }
    />
  );
}

type ItemProps = { item: Unseen; onPut: (file: BodyFile | null) => Promise<void> };

function UnseenItem({ item, onPut }: ItemProps) {
  const name = nameUnseen(item);
  const [share, setShare] = useState<number>();
  const { run, isRunning, error } = useAction(async (file: () => Promise<BodyFile | null>) =>
    onPut(await file()),
  );
  const mayFetch = item.kind === 'picture' || item.kind === 'cover' || item.kind === 'link';
  const isVideo = item.kind === 'player' || item.name === missingVideo;
  return (
    <>
      <Row>
        <span>{name}</span>
        {mayFetch && (
          <Button
            size="small"
            disabled={isRunning}
            aria-label={`重新取回${name}`}
            onClick={() => void run(() => bringPicture(item.address))}
          >
            重新取回
          </Button>
        )}
        <FileButton
          kind={isVideo ? 'player' : 'image'}
          size="small"
          disabled={isRunning}
          aria-label={`上传${name}`}
          onFiles={([file]) => file && run(() => send(file, setShare))}
        >
          上传
        </FileButton>
        <Button
          size="small"
          disabled={isRunning}
          aria-label={`删去${name}`}
          onClick={() => void run(async () => null)}
        >
          删去
        </Button>
        {share !== undefined && (
          <span>{share < 1 ? `正在上传 ${Math.floor(share * 100)}%` : '正在处理'}</span>
        )}
      </Row>
      {error && <Alert type="error" showIcon role="alert" title={messageOf(error)} />}
    </>
  );
}

async function send(file: File, onShare: (share: number | undefined) => void): Promise<BodyFile> {
  onShare(0);
  try {
    const { signal } = new AbortController();
    return (await uploadFile(file, undefined, { signal, onProgress: onShare })).item;
  } finally {
    onShare(undefined);
  }
}
