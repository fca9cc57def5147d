import { z } from 'zod';
import { fields, filled, flag, link, moment, ownPicture, whole } from '#kernel/http/bodies.ts';
import { choice, id, paging } from '#kernel/http/inputs.ts';
import { pageOf } from '#kernel/http/paging.ts';
import { isId } from '#shared/ids.ts';

const positionMessage = '广告位（adPosid）不正确，应为 1 到 5';

/** Positions (PRODUCT §4): 1 home carousel, 2 home side, 3 list side, 4 detail foot, 5 pop-up. */
export const adQuery = z.object({
  adPosid: z
    .string({ error: '请提供一个广告位（adPosid）' })
    .regex(/^[1-5]$/, { error: positionMessage })
    .transform(Number),
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

// What one page can show, with room for a page that stays open while adverts change.
const mostCounted = 50;
const ids = (name: string, label: string) => {
  const error = `${label}（${name}）应为广告编号，最多 ${mostCounted} 个`;
  return z
    .union([z.string(), z.array(z.string())], { error })
    .default([])
    .transform((given) => [...new Set([given].flat())])
    .refine((given) => given.length <= mostCounted && given.every(isId), { error });
};
/** What a reader's page tells: which adverts came into sight, and which were pressed; repeated keys. */
export const countQuery = z.object({
  seen: ids('seen', '看到的广告'),
  clicked: ids('clicked', '点击的广告'),
});

const advertFields = {
  position: whole('position', '广告位', 1, 5),
  title: filled('title', '广告标题', 60),
  image: ownPicture('image', '图片'),
  href: link('href', '链接'),
  weight: whole('weight', '权重', 0, 1000),
  startsAt: moment('startsAt', '开始时间', 'first'),
  endsAt: moment('endsAt', '结束时间', 'last').nullable(),
};
const inOrder = {
  check: ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date | null }) =>
    endsAt === null || endsAt > startsAt,
  fault: { error: '结束时间（endsAt）应晚于开始时间（startsAt）' },
};

export const createInput = fields(advertFields).refine(inOrder.check, inOrder.fault);
const mark = z.string({ error: '请提供打开时的标记（mark）' }).max(64, { error: '标记（mark）不正确' });
export const saveInput = fields({ id: id('id', '广告编号'), mark, ...advertFields }).refine(
  inOrder.check,
  inOrder.fault,
);
export const pauseInput = fields({
  id: id('id', '广告编号'),
  isPaused: flag('isPaused', '是否暂停'),
});
export const idInput = fields({ id: id('id', '广告编号') });
export const idQuery = z.object({ id: id('id', '广告编号') });

export const advertState = z.enum(['running', 'waiting', 'paused', 'ended']);
export const listQuery = z.object({
  position: choice('position', '广告位', ['all', '1', '2', '3', '4', '5'], 'all'),
  state: choice('state', '状态', ['all', ...advertState.options], 'all'),
  ...paging,
});

const count = z.number().int();
/** An advert as the desk sees it, with what it did in the last 30 days. */
export const deskAdvert = z.object({
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
export const deskPage = pageOf(deskAdvert);
/** Figures of one Shanghai day; days without any are missing. */
export const dayFigures = z.object({ day: z.string(), impressions: count, clicks: count });
export const made = z.object({ id: z.string() });

export type Advert = z.infer<typeof adList>[number];
export type DeskAdvert = z.infer<typeof deskAdvert>;
export type AdvertDay = z.infer<typeof dayFigures>;
export type AdvertInput = z.input<typeof createInput>;
