import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { MediaItem } from '#features/media/schema.ts';
import { classNames } from '#ui/class-names.ts';
import { messageOf } from '../data.ts';
import { Loaded } from '../layout/loaded.tsx';
import s from './media.module.css';
import { showBytes } from './show-bytes.ts';
import type { MediaList } from './use-media-list.ts';

type Props = {
  list: MediaList;
  isChosen?: (item: MediaItem) => boolean;
  onChoose: (item: MediaItem) => void;
  empty: ReactNode;
  /** Overlay in the corner of an item, such as its checkbox. */
  mark?: ((item: MediaItem) => ReactNode) | undefined;
};

export function MediaGrid({ list: { read, items }, isChosen = () => false, onChoose, empty, mark }: Props) {
  if (items.length === 0)
    return (
      <Loaded read={read} noun="素材" level={3}>
        {() => empty}
      </Loaded>
    );
  return (
    <>
      <ul className={s.grid} aria-label="素材">
        {items.map((item) => (
          <li key={item.id} className={classNames(s.card, isChosen(item) && s.chosen)}>
            <button
              type="button"
              className={s.cardButton}
              aria-pressed={isChosen(item)}
              onClick={() => onChoose(item)}
            >
              <Thumb item={item} />
              <span className={s.cardName}>{item.name}</span>
              <span className={s.meta}>
                {item.width ? `${item.width} × ${item.height} · ` : ''}
                {showBytes(item.bytes)}
                {item.useCount === 0 && ' · 未使用'}
              </span>
            </button>
            {mark?.(item)}
          </li>
        ))}
      </ul>
      {read.error && (
        <p className={s.fault} role="alert">
          {messageOf(read.error)}
        </p>
      )}
      {read.hasNextPage && (
        <p className={s.more}>
          <Button loading={read.isFetching} onClick={() => void read.fetchNextPage()}>
            更多
          </Button>
        </p>
      )}
    </>
  );
}

/** Thumbnail, or the file type if there is none. */
function Thumb({ item: { kind, address, alt, mediaType } }: { item: MediaItem }) {
  if (kind === 'image') return <img className={s.thumb} src={address} alt={alt} loading="lazy" />;
  return (
    <span className={s.thumb} aria-hidden="true">
      {fileTypeOf(address, mediaType)}
    </span>
  );
}

const fileTypeOf = (address: string, mediaType: string): string =>
  (/\.([a-z0-9]+)$/.exec(address)?.[1] ?? mediaType).toUpperCase();
