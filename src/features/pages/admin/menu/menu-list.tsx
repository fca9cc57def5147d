import { Button } from 'antd';
import { Row } from '#admin/parts/layout/page.tsx';
import { ArrangedList } from '#admin/parts/list/arranged-list.tsx';
import { useColumns } from '#admin/parts/use-columns.ts';
import { maxMenuEntries } from '#shared/menu.ts';
import type { EditedMenu, MenuItem } from '../../menu/schema.ts';
import { GroupFields } from './group-fields.tsx';
import { emptyLink, LinkFields } from './link-fields.tsx';

/** An item with an id for the list, which is not saved. */
export type ListedItem = { id: string; isHidden: boolean; item: MenuItem };

export const toListed = (item: MenuItem, index: number): ListedItem => ({
  id: item.kind === 'column' ? item.id : `${item.kind}-${index}`,
  isHidden: item.isHidden,
  item,
});

type Props = {
  value?: ListedItem[];
  onChange?: (items: ListedItem[]) => void;
  pages: EditedMenu['pages'];
};

const isAdded = ({ item }: ListedItem): boolean => item.kind === 'link' || item.kind === 'group';

/** Form control: the items of the menu, sorted by drag, keyboard or buttons. */
export function MenuList({ value: items = [], onChange = () => undefined, pages }: Props) {
  const columns = useColumns();
  const nameOf = ({ item }: ListedItem): string => {
    if (item.kind === 'column') return `“${columns.find(({ id }) => id === item.id)?.columnName ?? ''}”`;
    if (item.kind === 'group') return `分组“${item.title}”`;
    if (item.kind === 'home') return '“首页”';
    if (item.kind === 'contest') return '“股神争霸”';
    const { name, pageId } = item.link;
    return `链接“${name || pages.find(({ id }) => id === pageId)?.title || '未填'}”`;
  };
  const add = (item: MenuItem) =>
    onChange([...items, { id: crypto.randomUUID(), isHidden: item.isHidden, item }]);
  const isFull = items.filter(isAdded).length >= maxMenuEntries;
  return (
    <>
      <ArrangedList label="菜单项" items={items} nameOf={nameOf} isRemovable={isAdded} onChange={onChange}>
        {({ item, ...listed }, change) => {
          const replace = (changed: MenuItem) => change({ ...listed, item: changed });
          if (item.kind === 'link')
            return (
              <LinkFields
                label="链接"
                link={item.link}
                pages={pages}
                onChange={(link) => replace({ ...item, link })}
              />
            );
          if (item.kind === 'group') return <GroupFields group={item} pages={pages} onChange={replace} />;
          return nameOf({ ...listed, item }).slice(1, -1);
        }}
      </ArrangedList>
      <Row>
        <Button disabled={isFull} onClick={() => add({ kind: 'link', isHidden: false, link: emptyLink })}>
          添加链接
        </Button>
        <Button
          disabled={isFull}
          onClick={() => add({ kind: 'group', isHidden: false, title: '', links: [emptyLink] })}
        >
          添加分组
        </Button>
      </Row>
    </>
  );
}
