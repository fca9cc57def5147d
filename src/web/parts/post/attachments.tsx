import type { PostDetail } from '#features/posts/schema.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { Icon } from '#ui/icon.tsx';
import s from './attachments.module.css';
import { formatSize } from './post-text.ts';

/** The attachments of a post: links to download, or names only while the post is locked. */
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

interface Attachment {
  name: string;
  /** Formatted size, for example 412 KB. */
  size?: string | undefined;
  /** Absent while locked. */
  href?: string | undefined;
  /** For example 购买后可下载 */
  note?: string | undefined;
}

// The server sets the file name of a signed download. The `download` attribute would hide the page that explains an
// expired link.
const isSigned = (href: string): boolean => /[?&]sign=/.test(href);

function AttachmentList({ items }: { items: readonly Attachment[] }) {
  if (items.length === 0) return null;
  return (
    <section aria-label="附件" className={`${s.list} no-print`}>
      {items.map((item) => (
        <div className={s.item} key={item.name}>
          <Icon name="doc" />
          <p>
            <b>{item.name}</b>
            <br />
            {item.size && <span className="fig">{item.size}　</span>}
            {item.note}
          </p>
          {item.href ? (
            <ButtonLink size="s" href={item.href} {...(isSigned(item.href) ? {} : { download: item.name })}>
              下载<span className="vh">{item.name}</span>
            </ButtonLink>
          ) : (
            <Button size="s" icon="lock" disabled>
              未解锁
            </Button>
          )}
        </div>
      ))}
    </section>
  );
}
