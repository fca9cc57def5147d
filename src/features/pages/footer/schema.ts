import { z } from 'zod';
import { fields, link, requiredText, text, whole } from '#kernel/http/bodies.ts';
import { maxFooterGroups, maxFooterLinks } from '#shared/footer.ts';
import { isId } from '#shared/ids.ts';

/** A link to an own page (`pageId`) under its title or another name, or to an address under a name. */
export const footerLink = fields({
  name: text('名称', 20),
  pageId: z.string().refine(isId, { error: '请选择单页' }).nullable().meta({ title: '单页' }),
  href: link('地址', { isOptional: true }),
}).superRefine(({ name, pageId, href }, check) => {
  const refuse = (path: string, message: string) => check.addIssue({ code: 'custom', path: [path], message });
  if (pageId !== null && href !== '') refuse('href', '选了单页就不用写地址');
  if (pageId === null && href === '') refuse('href', '请填写地址');
  if (pageId === null && name === '') refuse('name', '请填写名称');
});

const hasDoubles = (values: readonly string[]): boolean => new Set(values).size < values.length;

export const footerGroup = fields({
  title: requiredText('标题', 10),
  links: z
    .array(footerLink, { error: '链接应为列表' })
    .max(maxFooterLinks, { error: `一组最多 ${maxFooterLinks} 个链接` })
    .refine((links) => !hasDoubles(links.map(({ pageId, href }) => pageId ?? href)), {
      error: '这一组里已经有这个链接',
    })
    .meta({ title: '链接' }),
});

export const saveFooterInput = fields({
  /** The version being edited; 409 if another person saved meanwhile. */
  base: whole('版本号', 0, 2_147_483_647),
  /** Null restores the program's own footer. */
  groups: z
    .array(footerGroup, { error: '页脚应为分组的列表' })
    .max(maxFooterGroups, { error: `页脚最多 ${maxFooterGroups} 组` })
    .refine((groups) => !hasDoubles(groups.map(({ title }) => title)), { error: '已经有同名的组' })
    .nullable()
    .meta({ title: '分组' }),
});

/** The footer as staff edit it. */
export const footer = z.object({
  version: z.number().int(),
  isDefault: z.boolean(),
  groups: z.array(footerGroup),
});

export type FooterLink = z.output<typeof footerLink>;
export type EditedGroup = z.output<typeof footerGroup>;
export type EditedFooter = z.infer<typeof footer>;
