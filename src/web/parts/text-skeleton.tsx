import s from './text-skeleton.module.css';

export interface TextSkeletonProps {
  /** The probable number of items. */
  count?: number;
  /** Text for screen readers while the list loads. */
  label?: string;
}

/** The skeleton of `StoryText`s and rankings. */
export function TextSkeleton({ count = 5, label = '列表加载中' }: TextSkeletonProps) {
  return (
    <div className={s.bones} role="status" aria-busy="true">
      <span className="vh">{label}</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity and never move.
        <div key={index} className={s.line}>
          <span className={s.bone} style={{ width: '90%' }} />
          <span className={s.bone} style={{ width: '34%' }} />
        </div>
      ))}
    </div>
  );
}
