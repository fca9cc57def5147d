import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Icon } from '#ui/icon.tsx';
import { Link } from '#ui/link.tsx';
import s from './writing-desk.module.css';

export interface WritingDeskProps {
  /** Where the writer came from. */
  back: { href: string; label: string };
  /** Where the piece stands, and whether it is saved. */
  standing?: ReactNode;
  /** Buttons, the main one last. */
  acts?: ReactNode;
  /** What the writer should know before writing on: `Notice`s. */
  notices?: ReactNode;
  /** Title and body. */
  children: ReactNode;
  /** What belongs to the piece, beside it; below it on narrow screens. */
  side?: ReactNode;
}

/** A sheet of paper to write on, without the site around it: a line over it that stays, the text, its settings beside it. */
export function WritingDesk({ back, standing, acts, notices, children, side }: WritingDeskProps) {
  return (
    <div className={s.page}>
      <header className={s.head}>
        <Link className={s.back} href={back.href}>
          <Icon name="left" size="s" />
          {back.label}
        </Link>
        <div className={s.standing}>{standing}</div>
        {acts && <div className={s.acts}>{acts}</div>}
      </header>
      <main id="main" tabIndex={-1} className={s.main}>
        {notices}
        <div className={s.desk}>
          <div className={s.sheet}>{children}</div>
          {side && (
            <aside className={s.side} aria-label="设置">
              {side}
            </aside>
          )}
        </div>
      </main>
    </div>
  );
}

/** Whether what is on the sheet is saved. */
export function SavedNote({ isBad, children }: { isBad: boolean; children: ReactNode }) {
  return (
    <span className={isBad ? s.unsaved : s.saved} role="status">
      {children}
    </span>
  );
}

export interface TitleFieldProps {
  value: string;
  readOnly: boolean;
  onChange: (title: string) => void;
  /** Enter: on to the body. */
  onEnter: () => void;
}

/** The headline, as large as it will be read, growing with what is written. */
export function TitleField({ value, readOnly, onChange, onEnter }: TitleFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: its height follows its text.
  useLayoutEffect(() => {
    const { current } = field;
    if (!current) return;
    current.style.height = '0';
    current.style.height = `${current.scrollHeight}px`;
  }, [value]);
  return (
    <textarea
      ref={field}
      className={s.title}
      aria-label="标题"
      placeholder="标题"
      rows={1}
      maxLength={200}
      readOnly={readOnly}
      value={value}
      onChange={({ target }) => onChange(target.value.replace(/\n/g, ''))}
      onKeyDown={(event) => {
        // An input method's Enter chooses a word, it does not end the title.
        if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        onEnter();
      }}
    />
  );
}

/** A group of the piece's settings. */
export function SideGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={s.group}>
      <h2 className={s.groupTitle}>{title}</h2>
      {children}
    </section>
  );
}
