import s from './skip-link.module.css';

/** The first stop of the keyboard: jumps over the frame. `Main` carries the target. */
export function SkipLink({ target = 'main', children = '跳到正文' }: { target?: string; children?: string }) {
  return (
    <a className={s.skip} href={`#${target}`}>
      {children}
    </a>
  );
}
