import type { Rules } from '#kernel/settings/environment.ts';
import type { Fullness, ReferenceStanding, ReferenceState, Security } from './schema.ts';

type Standing = {
  state: string;
  live_version: number;
  review_state: string | null;
  review_version: number | null;
};

const sentBack = (state: string | null): 'changes' | 'rejected' | null =>
  state === 'changes' || state === 'rejected' ? state : null;

/** Where a reference stands for its writer: of what is or was out, what becomes of the newer version stands beside it. */
export function standingOf({
  state,
  live_version,
  review_state,
  review_version,
}: Standing): ReferenceStanding {
  const isWaiting = review_state === 'pending';
  // What came out since has made the reviewer's words old.
  const back = (review_version ?? 0) > live_version ? sentBack(review_state) : null;
  if (state === 'draft') return { state: isWaiting ? 'reviewing' : (back ?? 'draft'), revision: null };
  const shown: ReferenceState = state === 'withdrawn' ? 'withdrawn' : 'published';
  return { state: shown, revision: isWaiting ? 'reviewing' : back };
}

/** Whether one more may be begun: why not, and what to do about it. */
export function fullnessOf(
  rules: Rules<'references'>,
  used: { drafts: number; reviews: number; today: number },
  hasColumn: boolean,
): Fullness {
  const reason = hasColumn ? reasonOf(rules, used) : '本站还没有开放内参栏目，暂时不能写内参';
  return {
    full: reason !== null,
    reason,
    draft: { used: used.drafts, limit: rules.drafts },
    review: { used: used.reviews, limit: rules.reviews },
    today: { used: used.today, limit: rules.daily },
  };
}

function reasonOf(
  { drafts, reviews, daily }: Rules<'references'>,
  used: { drafts: number; reviews: number; today: number },
): string | null {
  if (used.drafts >= drafts) return `草稿已有 ${used.drafts} 篇（最多 ${drafts} 篇），请先写完送审或删除一些`;
  return reviewReasonOf({ reviews, daily }, used);
}

/** Why nothing more may be submitted now; null where it may. */
export function reviewReasonOf(
  { reviews, daily }: Pick<Rules<'references'>, 'reviews' | 'daily'>,
  used: { reviews: number; today: number },
): string | null {
  if (used.reviews >= reviews)
    return `已有 ${used.reviews} 篇在等待审核（最多 ${reviews} 篇），请等审核结果或撤回一篇`;
  if (used.today >= daily) return `今天已送审 ${used.today} 次（每天最多 ${daily} 次），请明天再来`;
  return null;
}

type Weighed = {
  securities: readonly Security[];
  isForSale: boolean;
  /** Staff have found the author's number and institution to be true. */
  isQualified: boolean;
};

/** What the site's rules have against a reference that names securities; null where they let it pass. */
export function refusalOf(
  { mode }: Pick<Rules<'references'>, 'mode'>,
  { securities, isForSale, isQualified }: Weighed,
): string | null {
  if (securities.length === 0 || mode === 'review') return null;
  if (mode === 'forbid')
    return `本站不发布涉及具体证券的内参，文中提到了${nameAll(securities)}，请删去后再送审`;
  if (!isForSale || isQualified) return null;
  return `收费内参提到了${nameAll(securities)}，需要先由编辑部核实您的执业资格：请在作者资料里填写执业编号（qualification）和所属机构（institution），核实后再送审`;
}

/** What is wanted of the writer of what names securities. */
export const disclosureWanted = (securities: readonly Security[]): string =>
  `文中提到了${nameAll(securities)}，请填写持仓披露（disclosure）`;

const mostNamed = 5;

function nameAll(securities: readonly Security[]): string {
  const names = securities.slice(0, mostNamed).map(({ code, name }) => `${name}（${code}）`);
  return names.join('、') + (securities.length > mostNamed ? `等 ${securities.length} 只证券` : '');
}
