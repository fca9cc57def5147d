import { z } from 'zod';
import { fields, requiredText, whole } from '#kernel/http/bodies.ts';
import { maxFooterGroups, maxFooterLinks } from '#shared/footer.ts';
import { hasDoubledLinks, navLink } from '../links/schema.ts';

export const footerGroup = fields({
  title: requiredText('标题', 10),
  links: z
    .array(navLink, { error: '链接应为列表' })
    .max(maxFooterLinks, { error: `一组最多 ${maxFooterLinks} 个链接` })
    .refine((links) => !hasDoubledLinks(links), { error: '这一组里已经有这个链接' })
    .meta({ title: '链接' }),
});

export const saveFooterInput = fields({
  /** The version being edited; 409 if another person saved meanwhile. */
  base: whole('版本号', 0, 2_147_483_647),
  /** Null restores the program's own footer. */
  groups: z
    .array(footerGroup, { error: '页脚应为分组的列表' })
    .max(maxFooterGroups, { error: `页脚最多 ${maxFooterGroups} 组` })
    .refine((groups) => new Set(groups.map(({ title }) => title)).size === groups.length, {
      error: '已经有同名的组',
    })
    .nullable()
    .meta({ title: '分组' }),
});

/** The footer as staff edit it. */
export const footer = z.object({
  version: z.number().int(),
  isDefault: z.boolean(),
  groups: z.array(footerGroup),
});

export type EditedGroup = z.output<typeof footerGroup>;
export type EditedFooter = z.infer<typeof footer>;
