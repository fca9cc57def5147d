import { Button, Input } from 'antd';
import { maxMenuLinks } from '#shared/menu.ts';
import type { EditedMenu, MenuItem } from '../../menu/schema.ts';
import { emptyLink, LinkFields } from './link-fields.tsx';
import s from './menu.module.css';

type Group = Extract<MenuItem, { kind: 'group' }>;
type Props = { group: Group; pages: EditedMenu['pages']; onChange: (group: Group) => void };

/** Fields of a group of links, which readers open from the menu: its title and its links. */
export function GroupFields({ group, pages, onChange }: Props) {
  const { title, links } = group;
  return (
    <div className={s.group}>
      <Input
        aria-label="分组的标题"
        placeholder="分组的标题"
        maxLength={10}
        value={title}
        onChange={({ target }) => onChange({ ...group, title: target.value })}
      />
      {links.map((link, index) => (
        // The fields hold no state of their own, so a position identifies a link well enough.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div className={s.item} key={index}>
          <LinkFields
            label={`第 ${index + 1} 个链接`}
            link={link}
            pages={pages}
            onChange={(changed) => onChange({ ...group, links: links.with(index, changed) })}
          />
          <Button
            type="text"
            size="small"
            aria-label={`移除第 ${index + 1} 个链接`}
            onClick={() => onChange({ ...group, links: links.toSpliced(index, 1) })}
          >
            移除
          </Button>
        </div>
      ))}
      <Button
        size="small"
        disabled={links.length >= maxMenuLinks}
        onClick={() => onChange({ ...group, links: [...links, emptyLink] })}
      >
        在分组里添加链接
      </Button>
    </div>
  );
}
