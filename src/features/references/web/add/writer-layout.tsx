import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { isComposing } from '#ui/composing.ts';
import { Icon } from '#ui/icon.tsx';
import { Link } from '#ui/link.tsx';
import s from './writer-layout.module.css';

export interface WriterLayoutProps {
  /** The page that the writer came from. */
  backLink: { href: string; label: string };
  /** The state of the reference, and whether it is saved. */
  statusLine?: ReactNode;
  /** Buttons, the main one last. */
  actions?: ReactNode;
  /** `Notice`s that the writer should read before continuing. */
  notices?: ReactNode;
  children: ReactNode;
  /** The settings of the reference: beside it, or below it on narrow screens. */
  side?: ReactNode;
}

/**
 * The editor's layout without the site's header and footer: a sticky bar at the top, the text, the settings beside it.
 */
export function WriterLayout({ backLink, statusLine, actions, notices, children, side }: WriterLayoutProps) {
  return (
    <div className={s.page}>
      <header className={s.head}>
        <Link className={s.back} href={backLink.href}>
          <Icon name="left" size="s" />
          {backLink.label}
        </Link>
        <div className={s.standing}>{statusLine}</div>
        {actions && <div className={s.acts}>{actions}</div>}
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

export function SavedNote({ isError, children }: { isError: boolean; children: ReactNode }) {
  return (
    <span className={isError ? s.unsaved : s.saved} role="status">
      {children}
    </span>
  );
}

export interface TitleFieldProps {
  value: string;
  readOnly: boolean;
  onChange: (title: string) => void;
  /** Called for Enter, to move to the body. */
  onEnter: () => void;
}

/** The title field, in the size of the published headline; it grows with its text. */
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
        // Enter in an input method chooses a word and does not end the title.
        if (event.key !== 'Enter' || isComposing(event) || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        onEnter();
      }}
    />
  );
}

export function SideGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={s.group}>
      <h2 className={s.groupTitle}>{title}</h2>
      {children}
    </section>
  );
}
