import { useMemo } from 'react';
import { columnPath } from '#client/routes.ts';
import type { Column } from '#features/columns/schema.ts';
import { TabNav } from '#ui/controls/tabs.tsx';
import type { IconName } from '#ui/icon.tsx';
import { ICON_PATHS } from '#ui/icon-paths.ts';
import { useSiteContext } from '../../site.ts';
import { Crumbs } from '../home-links.tsx';
import { findFamily } from './column-family.ts';

/** Breadcrumbs of a column's list: home, the parent column, the column. */
export function ColumnCrumbs({ column }: { column: Pick<Column, 'id' | 'columnName'> }) {
  const { columns } = useSiteContext();
  const { parent } = findFamily(column.id, columns);
  const items = [
    ...(parent ? [{ name: parent.columnName, href: columnPath(parent.id) }] : []),
    { name: column.columnName },
  ];
  return <Crumbs items={items} />;
}

/** The second level of the menu: the column's parent and its children; undefined without any. */
export function useSubmenu(columnId: string) {
  const { columns } = useSiteContext();
  const members = useMemo(() => findFamily(columnId, columns).members, [columnId, columns]);
  if (members.length < 2) return undefined;
  const items = members.map(({ id, title, path }) => ({
    label: title,
    href: path,
    current: id === columnId,
  }));
  return <TabNav label="子栏目" items={items} />;
}

/** Returns the icon of a column or its route; undefined if it has none, or one that this version does not know. */
export function iconOf({ icon }: { icon: string }): IconName | undefined {
  return Object.hasOwn(ICON_PATHS, icon) ? (icon as IconName) : undefined;
}
