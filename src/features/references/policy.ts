import type { Rules } from '#kernel/settings/environment.ts';
import type { Quota, ReferenceStanding, ReferenceState, Security } from './schema.ts';

type StandingRow = {
  state: string;
  live_version: number;
  review_state: string | null;
  review_version: number | null;
};

const sentBack = (state: string | null): 'changes' | 'rejected' | null =>
  state === 'changes' || state === 'rejected' ? state : null;

/**
 * Returns a reference's state for its writer; for one that was ever published, `revision` is the state of its newer
 * version.
 */
export function standingOf({
  state,
  live_version,
  review_state,
  review_version,
}: StandingRow): ReferenceStanding {
  const isWaiting = review_state === 'pending';
  // A decision about a version that is not newer than the published one is outdated.
  const back = (review_version ?? 0) > live_version ? sentBack(review_state) : null;
  if (state === 'draft') return { state: isWaiting ? 'reviewing' : (back ?? 'draft'), revision: null };
  const shown: ReferenceState = state === 'withdrawn' ? 'withdrawn' : 'published';
  return { state: shown, revision: isWaiting ? 'reviewing' : back };
}

/** Returns whether the writer may begin another reference, and if not, the reason and what to do. */
export function quotaOf(
  rules: Rules<'references'>,
  used: { drafts: number; reviews: number; today: number },
  hasColumn: boolean,
): Quota {
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

/** Returns why nothing more may be submitted now; null if it may. */
export function reviewReasonOf(
  { reviews, daily }: Pick<Rules<'references'>, 'reviews' | 'daily'>,
  used: { reviews: number; today: number },
): string | null {
  if (used.reviews >= reviews)
    return `已有 ${used.reviews} 篇在等待审核（最多 ${reviews} 篇），请等审核结果或撤回一篇`;
  if (used.today >= daily) return `今天已送审 ${used.today} 次（每天最多 ${daily} 次），请明天再来`;
  return null;
}

type ComplianceFacts = {
  securities: readonly Security[];
  isForSale: boolean;
  /** True if staff verified the author's number and institution. */
  isQualified: boolean;
};

/** Returns why the site's rules forbid a reference that names securities; null if they allow it. */
export function refusalOf(
  { mode }: Pick<Rules<'references'>, 'mode'>,
  { securities, isForSale, isQualified }: ComplianceFacts,
): string | null {
  if (securities.length === 0 || mode === 'review') return null;
  if (mode === 'forbid')
    return `本站不发布涉及具体证券的内参，文中提到了${formatSecurities(securities)}，请删去后再送审`;
  if (!isForSale || isQualified) return null;
  return `收费内参提到了${formatSecurities(securities)}，需要先由编辑部核实你的执业资格：请在作者资料里填写执业编号和所属机构，核实后再送审`;
}

/** The message that asks the writer for a disclosure of the named securities. */
export const disclosureRequired = (securities: readonly Security[]): string =>
  `文中提到了${formatSecurities(securities)}，请填写持仓披露`;

const maxNamed = 5;

function formatSecurities(securities: readonly Security[]): string {
  const names = securities.slice(0, maxNamed).map(({ code, name }) => `${name}（${code}）`);
  return names.join('、') + (securities.length > maxNamed ? `等 ${securities.length} 只证券` : '');
}
