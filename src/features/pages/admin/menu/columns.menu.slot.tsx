import { Button } from 'antd';
import { useRead } from '#admin/parts/data.ts';
import { Item } from '#admin/parts/form/items.tsx';
import { SaveButton, SaveForm } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { Loaded } from '#admin/parts/layout/loaded.tsx';
import { Quiet, type TabSlot } from '#admin/parts/layout/page.tsx';
import { type EditedMenu, saveMenuInput } from '../../menu/schema.ts';
import { MenuList, toListed } from './menu-list.tsx';

/** The menu of readers: order and visibility of columns, 首页 and 股神争霸, links and groups of links. */
function MenuTab() {
  const read = useRead('GET /admin/menu/detail');
  return (
    <Loaded read={read} noun="菜单">
      {(menu) => <MenuForm menu={menu} />}
    </Loaded>
  );
}

export const slot: TabSlot = { order: 20, key: 'menu', label: '菜单', content: <MenuTab /> };

function MenuForm({ menu: { mark, items, pages } }: { menu: EditedMenu }) {
  const save = useSave('POST /admin/menu/save', {
    schema: saveMenuInput,
    initial: { mark, items: items.map(toListed) },
    toBody: (values) => ({
      ...values,
      items: values.items.map(({ item, isHidden }) => ({ ...item, isHidden })),
    }),
    done: '菜单已保存，读者立即看到',
  });
  return (
    <SaveForm save={save} label="菜单">
      <Quiet>
        拖动或用按钮调整次序。网站的首页地址打开第一个不需要登录的菜单项。下级栏目在“栏目”里调整。
      </Quiet>
      <Item name="items" label={null}>
        <MenuList pages={pages} />
      </Item>
      <SaveButton
        save={save}
        beside={
          <Button href="/" target="_blank">
            看网站
          </Button>
        }
      />
    </SaveForm>
  );
}
