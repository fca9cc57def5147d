import { Form, Input, Radio, Select } from 'antd';
import { Item } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { type EditedFooter, saveFooterInput } from '../../footer/schema.ts';
import type { NavLink } from '../../links/schema.ts';
import { type KnownPage, keyOf } from './links.ts';

const kinds = [
  { value: 'page', label: '单页' },
  { value: 'address', label: '其他地址' },
];

type Values = { kind: string; pageId: string; href: string; name: string };
type Props = {
  footer: EditedFooter;
  pages: readonly KnownPage[];
  /** Position of the group. */
  index: number;
  /** Undefined for a new link. */
  link: NavLink | undefined;
  done: string;
  onClose: () => void;
};

/** Adds a link to a group of the footer, or changes one. */
export function LinkDialog({ footer, pages, index, link, done, onClose }: Props) {
  const options = pages
    .filter(({ id, state }) => state === 'published' || id === link?.pageId)
    .map(({ id, title }) => ({ value: id, label: title || '没有标题' }));
  const isAddress = link ? link.pageId === null : options.length === 0;
  const save = useSave('POST /admin/footer/save', {
    schema: saveFooterInput,
    initial: {
      kind: isAddress ? 'address' : 'page',
      pageId: link?.pageId ?? '',
      href: link?.href ?? '',
      name: link?.name ?? '',
    },
    toBody: (values: Values) => ({ base: footer.version, groups: withLink(footer, index, link, values) }),
    done,
    onSaved: onClose,
  });
  const kind = Form.useWatch('kind', save.form) ?? save.initial.kind;
  return (
    <FormDialog save={save} title={link ? '修改链接' : '添加链接'} width={480} onClose={onClose}>
      <Item name="kind" label="链接到">
        <Radio.Group options={kinds} />
      </Item>
      {kind === 'page' ? (
        <Item name="pageId" label="单页" required note="只能选已发布的；撤回期间自动藏起来。">
          <Select
            options={options}
            placeholder="选择单页"
            notFoundContent="还没有已发布的单页"
            getPopupContainer={() => document.body}
          />
        </Item>
      ) : (
        <Item name="href" label="地址" required note="本站的地址，如 /vip；或其他网站的 https 地址。">
          <Input />
        </Item>
      )}
      <Item
        name="name"
        label="名称"
        required={kind === 'address'}
        note={kind === 'page' ? '留空用单页的标题。' : '最多 20 个字。'}
      >
        <Input maxLength={20} />
      </Item>
    </FormDialog>
  );
}

/** Returns the groups with the link added or replaced. */
function withLink({ groups }: EditedFooter, index: number, link: NavLink | undefined, values: Values) {
  const { kind, pageId, href, name } = values;
  const next = kind === 'page' ? { pageId, href: '', name } : { pageId: null, href: href.trim(), name };
  return groups.map((group, position) => {
    if (position !== index) return group;
    const at = link ? group.links.findIndex((one) => keyOf(one) === keyOf(link)) : -1;
    return { ...group, links: group.links.toSpliced(at < 0 ? group.links.length : at, 1, next) };
  });
}
