import { Input, Select } from 'antd';
import type { NavLink } from '../../links/schema.ts';
import type { EditedMenu } from '../../menu/schema.ts';
import s from './menu.module.css';

export const emptyLink: NavLink = { name: '', pageId: null, href: '' };

type Props = {
  /** Accessible name, such as 链接. */
  label: string;
  link: NavLink;
  pages: EditedMenu['pages'];
  onChange: (link: NavLink) => void;
};

/** Fields of a link: to an own page or an address, and its name. */
export function LinkFields({ label, link, pages, onChange }: Props) {
  const title = pages.find(({ id }) => id === link.pageId)?.title;
  const options = pages
    .filter(({ id, isPublished }) => isPublished || id === link.pageId)
    .map((page) => ({
      value: page.id,
      label: `单页：${page.title || '没有标题'}${page.isPublished ? '' : '（没有发布）'}`,
    }));
  return (
    <div className={s.link}>
      <Select
        aria-label={`${label}到`}
        options={[{ value: '', label: '地址' }, ...options]}
        value={link.pageId ?? ''}
        onChange={(id) => onChange({ ...link, pageId: id || null, href: '' })}
        getPopupContainer={() => document.body}
      />
      {link.pageId === null && (
        <Input
          aria-label={`${label}的地址`}
          placeholder="/vip 或 https://…"
          maxLength={500}
          value={link.href}
          onChange={({ target }) => onChange({ ...link, href: target.value.trim() })}
        />
      )}
      <Input
        aria-label={`${label}的名称`}
        placeholder={title ? `名称，留空用“${title}”` : '名称'}
        maxLength={20}
        value={link.name}
        onChange={({ target }) => onChange({ ...link, name: target.value })}
      />
    </div>
  );
}
