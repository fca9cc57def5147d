import { ButtonLink } from '#ui/controls/button.tsx';
import { Breadcrumbs } from '#ui/layout/main.tsx';
import type { NamedLink } from '#ui/types.ts';
import { useSiteContext } from '../site.ts';

/** Breadcrumbs that begin with 首页. */
export function Crumbs({ items }: { items: readonly NamedLink[] }) {
  const { site } = useSiteContext();
  return <Breadcrumbs items={[{ name: '首页', href: site.home }, ...items]} />;
}

/** The button of an empty page that leads to the first page of the menu. */
export function HomeButton({ children = '回首页' }: { children?: string }) {
  const { site } = useSiteContext();
  return (
    <ButtonLink size="s" href={site.home}>
      {children}
    </ButtonLink>
  );
}
