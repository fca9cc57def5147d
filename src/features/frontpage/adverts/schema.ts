import { z } from 'zod';
import { fields, flag, link, moment, ownPicture, requiredText, whole } from '#kernel/http/bodies.ts';
import { choice, id, paging } from '#kernel/http/inputs.ts';
import { pageOf } from '#kernel/http/paging.ts';
import { isId } from '#shared/ids.ts';

const positionMessage = '广告位不正确，应为 1 到 5';

/** Positions (docs/product.md §14): 1 home carousel, 2 home side, 3 list side, 4 detail foot, 5 pop-up. */
export const adQuery = z.object({
  adPosid: z
    .string({ error: '请提供一个广告位' })
    .regex(/^[1-5]$/, { error: positionMessage })
    .meta({ examples: ['1'] })
    .transform(Number)
    .meta({ title: '广告位' }),
});

export const adList = z.array(
  z.object({
    id: z.string(),
    adPosid: z.number().int(),
    title: z.string(),
    image: z.string().nullable(),
    href: z.string(),
    weight: z.number().int(),
  }),
);

// What one page can show, with a margin for a page that stays open while adverts change.
const maxCounted = 50;
const ids = (label: string) => {
  const error = `${label}应为广告编号，最多 ${maxCounted} 个`;
  return z
    .array(z.string({ error }).refine(isId, { error }), { error })
    .max(maxCounted, { error })
    .default([])
    .transform((given) => [...new Set(given)])
    .meta({ title: label });
};
/** What a reader's page reports: adverts that became visible and adverts that were clicked; repeated keys. */
export const countQuery = z.object({
  seen: ids('看到的广告'),
  clicked: ids('点击的广告'),
});

const advertFields = {
  position: whole('广告位', 1, 5),
  title: requiredText('广告标题', 60),
  image: ownPicture('图片'),
  href: link('链接'),
  weight: whole('权重', 0, 1000),
  startsAt: moment('开始时间', 'first'),
  endsAt: moment('结束时间', 'last').nullable(),
};
const periodCheck = {
  check: ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date | null }) =>
    endsAt === null || endsAt > startsAt,
  fault: { error: '结束时间应晚于开始时间', path: ['endsAt'] },
};

export const createInput = fields(advertFields).refine(periodCheck.check, periodCheck.fault);
const mark = z
  .string({ error: '请提供打开时的标记' })
  .max(64, { error: '打开时的标记不正确' })
  .meta({ title: '打开时的标记' });
export const saveInput = fields({ id: id('广告编号'), mark, ...advertFields }).refine(
  periodCheck.check,
  periodCheck.fault,
);
export const pauseInput = fields({
  id: id('广告编号'),
  isPaused: flag('是否暂停'),
});
export const idInput = fields({ id: id('广告编号') });
export const idQuery = z.object({ id: id('广告编号') });

export const advertState = z.enum(['running', 'waiting', 'paused', 'ended']);
export const listQuery = z.object({
  position: choice('广告位', ['all', '1', '2', '3', '4', '5'], 'all'),
  state: choice('状态', ['all', ...advertState.options], 'all'),
  ...paging,
});

const count = z.number().int();
/** An advert in the back office, with its counters of the last 30 days. */
export const adminAdvert = z.object({
  id: z.string(),
  position: count,
  title: z.string(),
  image: z.string().nullable(),
  href: z.string(),
  weight: count,
  startsAt: z.string(),
  endsAt: z.string().nullable(),
  isPaused: z.boolean(),
  state: advertState,
  impressions: count,
  clicks: count,
  mark: z.string(),
});
export const adminPage = pageOf(adminAdvert);
/** Counters of one Shanghai day; days without any are missing. */
export const dayFigures = z.object({ day: z.string(), impressions: count, clicks: count });
export const created = z.object({ id: z.string() });

export type Advert = z.infer<typeof adList>[number];
export type AdminAdvert = z.infer<typeof adminAdvert>;
export type AdvertDay = z.infer<typeof dayFigures>;
export type AdvertInput = z.input<typeof createInput>;
