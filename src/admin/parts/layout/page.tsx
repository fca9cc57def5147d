import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useMayOpen } from '#client/permissions.tsx';
import type { Slot } from '#client/slots.ts';
import { useTitle } from '../use-title.ts';
import s from './layout.module.css';

type PageProps = {
  title: string;
  /** Line below the title. */
  about?: ReactNode;
  /** Buttons beside the title. */
  tools?: ReactNode;
  children?: ReactNode;
};

/** A screen: title (on the page and in the browser tab), tools and content. */
export function Page({ title, about, tools, children }: PageProps) {
  useTitle(title);
  return (
    <>
      <div className={s.head}>
        <h1>{title}</h1>
        {tools && <div className={s.row}>{tools}</div>}
        {about && <p className={s.about}>{about}</p>}
      </div>
      {children}
    </>
  );
}

/** A tab of `TabPage`; `label` may include a count. Without a permission, all who open the screen see it. */
export type PageTab = { key: string; label: ReactNode; content: ReactNode; permission?: string };

/** A tab in the screen of another feature. */
export type TabSlot = Slot & PageTab;

/** A screen with tabs. `?tab=` in the URL names the open tab; the first tab needs no parameter. */
export function TabPage({
  tabs: allTabs,
  ...page
}: Omit<PageProps, 'children'> & { tabs: readonly PageTab[] }) {
  const [query, setQuery] = useSearchParams();
  const mayOpen = useMayOpen();
  const tabs = allTabs.filter(({ permission = null }) => mayOpen({ permission }));
  const open = tabs.find(({ key }) => key === query.get('tab')) ?? tabs[0];
  return (
    <Page {...page}>
      <Tabs
        aria-label={page.title}
        activeKey={open?.key ?? ''}
        tabBarGutter={20}
        items={tabs.map(({ key, label }) => ({ key, label }))}
        onChange={(key) => setQuery(key === tabs[0]?.key ? {} : { tab: key })}
      />
      {open && <div key={open.key}>{open.content}</div>}
    </Page>
  );
}

/** A row of controls that wraps. */
export const Row = ({ children }: { children: ReactNode }) => <div className={s.row}>{children}</div>;

/** Places fields side by side where the width allows. */
export const Pair = ({ children }: { children: ReactNode }) => <div className={s.pair}>{children}</div>;

/** What another feature adds to the settings: a page if it has a title, else content below the form of the group. */
export type SettingsSlot = Slot & { group: string; title?: string; content: ReactNode };

/** A section in the screen of another feature, for those who hold its permission. */
export type SectionSlot = Slot & { permission?: string; content: ReactNode };

/** A headed section of a screen or drawer. */
export function Section({
  title,
  tools,
  children,
}: {
  title: string;
  tools?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={s.section} aria-label={title}>
      <div className={s.sectionHead}>
        <h2>{title}</h2>
        {tools && <div className={s.row}>{tools}</div>}
      </div>
      {children}
    </section>
  );
}

/** Label–value list; skips values that are undefined or null. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={s.facts}>
      {facts
        .filter(([, value]) => value !== undefined && value !== null)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Small grey text. */
export const Quiet = ({ children }: { children: ReactNode }) => <p className={s.quiet}>{children}</p>;
