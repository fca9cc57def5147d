import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';
import { Badge, formatBadge } from '../display/badge.tsx';
import { Icon, type IconName } from '../icon.tsx';
import { Link, newWindowFor } from '../link.tsx';
import s from './menu.module.css';

export interface MenuItem {
  label: string;
  icon?: IconName | undefined;
  /** With `href` the item is a link, otherwise a button with `onSelect`. */
  href?: string | undefined;
  onSelect?: (() => void) | undefined;
  current?: boolean | undefined;
  /** Separator line before the item. */
  hasSeparator?: boolean | undefined;
  /** Unread count; hidden at 0, 99+ above 99. */
  unread?: number | undefined;
  /** Count of waiting tasks, shown the same way. */
  waiting?: number | undefined;
}

export interface MenuProps {
  /** Content of the summary. */
  trigger: ReactNode;
  /** Accessible name of the summary if its content has no text. */
  label?: string | undefined;
  /** Header above the items: the owner of the menu. */
  head?: ReactNode;
  items: readonly MenuItem[];
  /** Inside an element that scrolls sideways, which must not cut the panel off. */
  isInScroller?: boolean | undefined;
}

/** Drop-down of links and actions. It is a `<details>`, so it works before hydration. */
export function Menu({ trigger, label, head, items, isInScroller = false }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useDisclosure(details);
  useFixedPanel(details, isInScroller);
  return (
    <details className={classNames(s.drop, isInScroller && s.inScroller)} ref={details}>
      <summary className={s.bare} aria-label={label}>
        {trigger}
      </summary>
      <MenuPanel head={head} items={items} />
    </details>
  );
}

export interface SelectProps {
  /** Accessible name, e.g. 排序; read before the selected option. */
  label: string;
  /** Exactly one item is `current`. */
  items: readonly MenuItem[];
  /** Without a border, as in a `FilterBar`. */
  quiet?: boolean;
}

/** Single choice among a few options, as a drop-down of links or buttons. For forms use `SelectInput`. */
export function Select({ label, items, quiet = false }: SelectProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useDisclosure(details);
  const chosen = items.find((item) => item.current) ?? items[0];
  return (
    <details className={s.drop} ref={details}>
      <summary className={classNames(s.select, quiet && s.quiet)}>
        <span className="vh">{label}：</span>
        {chosen?.label}
        <Icon name="down" size="s" />
      </summary>
      <MenuPanel items={items} checked />
    </details>
  );
}

interface MenuPanelProps {
  head?: ReactNode;
  items: readonly MenuItem[];
  checked?: boolean;
}

function MenuPanel({ head, items, checked = false }: MenuPanelProps) {
  return (
    <ul className={s.menu}>
      {head && <li className={s.head}>{head}</li>}
      {items.map((item) => (
        <li key={item.label} className={classNames(item.hasSeparator && s.parted)}>
          <MenuEntry item={item} checked={checked} />
        </li>
      ))}
    </ul>
  );
}

function MenuEntry({ item, checked }: { item: MenuItem; checked: boolean }) {
  const content = (
    <>
      {item.icon && <Icon name={item.icon} size="s" />}
      {item.label}
      {Boolean(item.waiting) && (
        <>
          <span className="vh">，{formatBadge(item.waiting ?? 0)} 项待处理</span>
          <Badge decorative count={item.waiting ?? 0} className={s.check} />
        </>
      )}
      {Boolean(item.unread) && (
        <>
          <span className="vh">，{formatBadge(item.unread ?? 0)} 条未读</span>
          <Badge decorative count={item.unread ?? 0} className={s.check} />
        </>
      )}
      {checked && item.current && <Icon name="check" size="s" className={s.check} />}
    </>
  );
  const current = item.current ? 'true' : undefined;
  return item.href ? (
    <Link href={item.href} aria-current={current} {...newWindowFor(item.href)}>
      {content}
    </Link>
  ) : (
    <button type="button" aria-current={current} onClick={() => item.onSelect?.()}>
      {content}
    </button>
  );
}

/**
 * Closes a `<details>` drop-down on Escape (focus returns to its summary), on a press outside, when the focus leaves
 * it, and after a choice inside its panel.
 */
function useDisclosure(details: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const element = details.current;
    if (!element) return;
    const close = () => {
      element.open = false;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !element.open) return;
      event.stopPropagation();
      close();
      element.querySelector('summary')?.focus();
    };
    const onFocusOut = (event: FocusEvent) => {
      if (event.relatedTarget instanceof Node && !element.contains(event.relatedTarget)) close();
    };
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !element.contains(event.target)) close();
    };
    const onClick = (event: MouseEvent) => {
      if (!(event.target instanceof Element && event.target.closest('a, button'))) return;
      // The chosen item is hidden with the panel; what it opens then returns the focus to the summary.
      if (element.contains(document.activeElement)) element.querySelector('summary')?.focus();
      close();
    };
    element.addEventListener('keydown', onKeyDown);
    element.addEventListener('focusout', onFocusOut);
    element.addEventListener('click', onClick);
    document.addEventListener('pointerdown', onPress);
    return () => {
      element.removeEventListener('keydown', onKeyDown);
      element.removeEventListener('focusout', onFocusOut);
      element.removeEventListener('click', onClick);
      document.removeEventListener('pointerdown', onPress);
    };
  }, [details]);
}

/** Keeps a panel that is fixed in the window below its summary, and inside the window. */
function useFixedPanel(details: RefObject<HTMLDetailsElement | null>, isFixed: boolean): void {
  useEffect(() => {
    const element = details.current;
    if (!element || !isFixed) return;
    const place = () => {
      const panel = element.querySelector('ul');
      if (!panel || !element.open) return;
      const { left, bottom } = element.getBoundingClientRect();
      const maxLeft = document.documentElement.clientWidth - panel.offsetWidth;
      panel.style.insetBlockStart = `${bottom}px`;
      panel.style.insetInlineStart = `${Math.max(0, Math.min(left, maxLeft))}px`;
    };
    element.addEventListener('toggle', place);
    document.addEventListener('scroll', place, { capture: true, passive: true });
    return () => {
      element.removeEventListener('toggle', place);
      document.removeEventListener('scroll', place, { capture: true });
    };
  }, [details, isFixed]);
}
