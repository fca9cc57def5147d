import { useEffect, useState } from 'react';
import { copyText } from '#client/use-copy.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { SectionNote } from '#ui/states/notice.tsx';
import { QrCode } from '../qr-code.tsx';
import s from './share-dialog.module.css';

export interface ShareDialogProps {
  open: boolean;
  onClose: () => void;
  /** The title of the post. */
  title: string;
  /** The address of the page. */
  url: string;
  /** The path of the picture; null for a post that readers do not see. */
  picture: string | null;
  /** A sentence of the post that the picture shows. */
  quote?: string | undefined;
}

/** Poster, QR code, address and the system's share sheet; a sheet on phones. */
export function ShareDialog({ open, onClose, title, url, picture, quote }: ShareDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={quote ? '分享这句话' : '分享'} width={720}>
      <div className={s.parts}>
        {picture && (
          <Picture
            key={picture}
            path={picture}
            title={quote ? `金句：${title}` : `海报：${title}`}
            isQuote={Boolean(quote)}
          />
        )}
        <Address title={title} url={url} quote={quote} hasPicture={picture !== null} />
      </div>
    </Dialog>
  );
}

type PictureProps = { path: string; title: string; isQuote: boolean };

function Picture({ path, title, isQuote }: PictureProps) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);
  if (state === 'failed')
    return (
      <div className={s.failed}>
        <SectionNote>
          {isQuote
            ? '这句话没能做成图。只有公开的文字可以做成图，付费部分不行。'
            : '海报没能画出来，请稍后再试。'}
        </SectionNote>
        <Button
          size="s"
          onClick={() => {
            setAttempt(attempt + 1);
            setState('loading');
          }}
        >
          再试一次
        </Button>
      </div>
    );
  return (
    <figure className={s.picture}>
      {state === 'loading' && (
        <div className={s.skeleton} role="status">
          正在画图
        </div>
      )}
      <img
        key={attempt}
        className={state === 'shown' ? s.image : s.hidden}
        src={path}
        alt={title}
        onLoad={() => setState('shown')}
        onError={() => setState('failed')}
      />
      {state === 'shown' && (
        <figcaption>
          <ButtonLink
            size="s"
            href={path}
            download={`${title.replace(/[\\/:*?"<>|]/g, ' ').slice(0, 60)}.png`}
          >
            保存图片
          </ButtonLink>
          <span className={s.hint}>也可以长按图片保存</span>
        </figcaption>
      )}
    </figure>
  );
}

type AddressProps = { title: string; url: string; quote: string | undefined; hasPicture: boolean };

function Address({ title, url, quote, hasPicture }: AddressProps) {
  const [hasSheet, setHasSheet] = useState(false);
  useEffect(() => setHasSheet(typeof navigator.share === 'function'), []);
  return (
    <div className={s.address}>
      {quote && <blockquote className={s.quote}>{quote}</blockquote>}
      <div className={hasPicture ? s.code : s.codeAlone}>
        <QrCode text={url} label={`${title}的二维码`} />
        <p className={s.hintCode}>用手机扫码打开</p>
      </div>
      <p className={s.url}>{url}</p>
      <div className={s.acts}>
        <Button onClick={() => void copyText(url)}>复制链接</Button>
        {hasSheet && (
          <Button tone="ink" icon="share" onClick={() => void shareNatively(title, url, quote)}>
            更多方式
          </Button>
        )}
      </div>
    </div>
  );
}

async function shareNatively(title: string, url: string, quote: string | undefined): Promise<void> {
  try {
    await navigator.share({ title, url, ...(quote && { text: quote }) });
  } catch (error) {
    const isDismissed = error instanceof DOMException && error.name === 'AbortError';
    if (!isDismissed) await copyText(url);
  }
}
