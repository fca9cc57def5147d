import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../icon.tsx';
import { Link } from '../link.tsx';
import { Badge, formatBadge } from '../marks/badge.tsx';
import s from './menu.module.css';

export interface MenuItem {
  label: string;
  icon?: IconName | undefined;
  /** An item is a link, or a button with `onSelect`. */
  href?: string | undefined;
  onSelect?: (() => void) | undefined;
  current?: boolean | undefined;
  /** A line before it. */
  parted?: boolean | undefined;
  /** How much there is unread; nothing at 0, 99+ past 99. */
  unread?: number | undefined;
  /** The same of what waits to be done. */
  waiting?: number | undefined;
}

export interface MenuProps {
  /** What the summary shows. */
  trigger: ReactNode;
  /** Names the summary where it shows no words. */
  label?: string | undefined;
  /** Whose menu it is, over the items. */
  head?: ReactNode;
  items: readonly MenuItem[];
}

/** A drop-down of links and acts. Works before hydration, being a `<details>`. */
export function Menu({ trigger, label, head, items }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useDisclosure(details);
  return (
    <details className={s.drop} ref={details}>
      <summary className={s.bare} aria-label={label}>
        {trigger}
      </summary>
      <MenuPanel head={head} items={items} />
    </details>
  );
}

export interface SelectProps {
  /** Names the choice, e.g. 排序; read before the chosen word. */
  label: string;
  /** Exactly one is `current`. */
  items: readonly MenuItem[];
  /** Without a border, as in a `DeskBar`. */
  quiet?: boolean;
}

/** A choice of one among few, as a drop-down of links or buttons. For forms see `SelectInput`. */
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
        <li key={item.label} className={classNames(item.parted && s.parted)}>
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
    <Link href={item.href} aria-current={current}>
      {content}
    </Link>
  ) : (
    <button type="button" aria-current={current} onClick={() => item.onSelect?.()}>
      {content}
    </button>
  );
}

/**
 * Closes a `<details>` drop-down as readers expect: on Escape (focus returns to its summary), on a press outside,
 * when focus leaves it, and after a choice inside its panel.
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
      if (event.target instanceof Element && event.target.closest('a, button')) close();
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
