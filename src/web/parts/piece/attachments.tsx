import type { PostDetail } from '#features/posts/schema.ts';
import { AttachmentList } from './attachment-list.tsx';
import { formatSize } from './piece-text.ts';

/** The files of a piece: to download, or named only while it is locked. */
export function Attachments({ files }: { files: PostDetail['attachments'] }) {
  return (
    <AttachmentList
      items={files.map(({ name, size, url }) => ({
        name,
        size: size === null ? undefined : formatSize(size),
        href: url ?? undefined,
        note: url === null ? '解锁后可下载' : undefined,
      }))}
    />
  );
}
