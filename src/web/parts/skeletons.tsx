import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import s from './skeletons.module.css';

export interface BonesProps {
  /** How many pieces to stand in for. */
  count?: number;
  /** Read aloud while waiting. */
  label?: string;
}

/** Stands in for `StoryRow`s. */
export function StoryRowBones({ count = 5, label = '列表加载中' }: BonesProps) {
  return (
    <Bones label={label}>
      {places(count).map((key) => (
        <div key={key} className={s.row}>
          <div className={s.text}>
            <Bone width={88} tall />
            <Bone width={100} />
            <Bone width={62} />
            <Bone width={36} />
          </div>
          <span className={classNames(s.bone, s.picture)} />
        </div>
      ))}
    </Bones>
  );
}

/** Stands in for `StoryCard`s, in a row of four. */
export function StoryCardBones({ count = 4, label = '文章加载中' }: BonesProps) {
  return (
    <Bones label={label} className={s.cards}>
      {places(count).map((key) => (
        <div key={key}>
          <span className={classNames(s.bone, s.cover)} />
          <Bone width={92} tall />
          <Bone width={100} />
          <Bone width={48} />
        </div>
      ))}
    </Bones>
  );
}

/** Stands in for a `LiveList`. */
export function LiveBones({ count = 5, label = '资讯加载中' }: BonesProps) {
  return (
    <Bones label={label}>
      {places(count).map((key) => (
        <div key={key} className={s.live}>
          <Bone width={72} tall />
          <Bone width={100} />
          <Bone width={58} />
        </div>
      ))}
    </Bones>
  );
}

/** Stands in for `StoryText`s and rankings. */
export function TextBones({ count = 5, label = '列表加载中' }: BonesProps) {
  return (
    <Bones label={label}>
      {places(count).map((key) => (
        <div key={key} className={s.line}>
          <Bone width={90} />
          <Bone width={34} />
        </div>
      ))}
    </Bones>
  );
}

/** Stands in for an article. */
export function ArticleBones({ label = '正文加载中' }: { label?: string }) {
  return (
    <Bones label={label}>
      <Bone width={24} />
      <span className={classNames(s.bone, s.headline)} />
      <span className={classNames(s.bone, s.cover)} />
      {[100, 96, 100, 62, 100, 98, 44].map((width, index) => (
        <Bone key={places(7)[index]} width={width} />
      ))}
    </Bones>
  );
}

interface BonesFrameProps {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

function Bones({ label, className, children }: BonesFrameProps) {
  return (
    <div className={classNames(s.bones, className)} role="status" aria-busy="true">
      <span className="vh">{label}</span>
      {children}
    </div>
  );
}

function Bone({ width, tall = false }: { width: number; tall?: boolean }) {
  return <span className={classNames(s.bone, tall && s.tall)} style={{ width: `${width}%` }} />;
}

function places(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `bone-${index}`);
}
