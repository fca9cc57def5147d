import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { MediaItem } from '#features/media/schema.ts';
import { classNames } from '#ui/class-names.ts';
import { Failed, Void } from '#ui/states/void.tsx';
import s from './media.module.css';
import { showBytes } from './show-bytes.ts';
import type { MediaList } from './use-media-list.ts';

/** The items of a list as a grid. */
export function MediaGrid({
  list,
  isChosen,
  onChoose,
  empty,
  mark,
}: {
  list: MediaList;
  isChosen: (item: MediaItem) => boolean;
  onChoose: (item: MediaItem) => void;
  /** What stands in place of nothing. */
  empty: ReactNode;
  /** What lies over the corner of an item, such as a box to tick. */
  mark?: ((item: MediaItem) => ReactNode) | undefined;
}) {
  const { items, fault, isLoading, hasMore, more, reload } = list;
  if (fault && items.length === 0) return <Failed level={3} message={fault} onRetry={reload} />;
  if (items.length === 0)
    return isLoading ? (
      <p className={s.meta} role="status">
        正在取素材 …
      </p>
    ) : (
      (empty ?? <Void level={3} title="没有素材" />)
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
      {fault && (
        <p className={s.fault} role="alert">
          {fault}
        </p>
      )}
      {hasMore && (
        <p className={s.more}>
          <Button loading={isLoading} onClick={more}>
            更多
          </Button>
        </p>
      )}
    </>
  );
}

/** What an item looks like, or for what cannot be seen, what it is. */
export function Thumb({ item: { kind, address, alt, mediaType } }: { item: MediaItem }) {
  if (kind === 'image') return <img className={s.thumb} src={address} alt={alt} loading="lazy" />;
  return (
    <span className={s.thumb} aria-hidden="true">
      {signOf(address, mediaType)}
    </span>
  );
}

const signOf = (address: string, mediaType: string): string =>
  (/\.([a-z0-9]+)$/.exec(address)?.[1] ?? mediaType).toUpperCase();
