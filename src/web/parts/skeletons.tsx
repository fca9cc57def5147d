import s from './skeletons.module.css';

export interface BonesProps {
  /** How many items the list probably has. */
  count?: number;
  /** Read aloud while waiting. */
  label?: string;
}

/** Skeleton of `StoryText`s and rankings. */
export function TextBones({ count = 5, label = '列表加载中' }: BonesProps) {
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
