import { z } from 'zod';
import { fields, link, text } from '#kernel/http/bodies.ts';
import { isId } from '#shared/ids.ts';

/** A link to an own page (`pageId`) under its title or another name, or to an address under a name. */
export const navLink = fields({
  name: text('名称', 20),
  pageId: z.string().refine(isId, { error: '请选择单页' }).nullable().meta({ title: '单页' }),
  href: link('地址', { isOptional: true }),
}).superRefine(({ name, pageId, href }, check) => {
  const refuse = (path: string, message: string) => check.addIssue({ code: 'custom', path: [path], message });
  if (pageId !== null && href !== '') refuse('href', '选了单页就不用写地址');
  if (pageId === null && href === '') refuse('href', '请填写地址');
  if (pageId === null && name === '') refuse('name', '请填写名称');
});

export type NavLink = z.output<typeof navLink>;

/** Returns whether two links lead to the same page or address. */
export const hasDoubledLinks = (links: readonly NavLink[]): boolean =>
  new Set(links.map(({ pageId, href }) => pageId ?? href)).size < links.length;
