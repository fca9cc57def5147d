import { z } from 'zod';

/** Groups of notices, each with its own template at WeChat: discussion, new content, the member's account. */
export const templateSubjects = ['talk', 'content', 'account'] as const;
export type TemplateSubject = (typeof templateSubjects)[number];

/** The parts of a notice, each mapped to one field of the template. */
const parts = ['title', 'body', 'time'] as const;
export type TemplatePart = (typeof parts)[number];

/** The publisher's service account. `api` is the origin of its API, `authorize` the origin of its consent page. */
export type ServiceAccountSettings = {
  appId: string;
  secret: string;
  /** Its name in WeChat. */
  account: string;
  templates: Partial<Record<TemplateSubject, string>>;
  fields: Partial<Record<TemplatePart, string>>;
  /** Whether readers log in by one tap inside WeChat. */
  hasLogin: boolean;
  /** Whether pages that are shared inside WeChat get a card. */
  hasShareCards: boolean;
  api: string;
  authorize: string;
};

const templateId = /^[\w-]{20,64}$/;

/** Nothing, a single template id for all subjects, or `talk=…,content=…,account=…`. */
export const templateIds = z.string().transform((text, check): Partial<Record<TemplateSubject, string>> => {
  if (text === '') return {};
  if (templateId.test(text)) return Object.fromEntries(templateSubjects.map((subject) => [subject, text]));
  return (
    readPairs(text, templateSubjects, templateId) ??
    fail(check, '应为一个模板 ID，或 talk=模板ID,content=模板ID,account=模板ID')
  );
});

/** Which part goes into which of the template's fields: `title=thing1,body=thing2,time=time3`. */
export const templateFields = z.string().transform((text, check): Partial<Record<TemplatePart, string>> => {
  return readPairs(text, parts, /^[a-z_]+\d+$/) ?? fail(check, '应写成 title=thing1,body=thing2,time=time3');
});

export const defaultTemplateFields = 'title=thing1,body=thing2,time=time3';

/** Formats pairs as a setting's text. */
export const writePairs = (pairs: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(pairs)
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}=${value}`)
    .join(',');

function readPairs<N extends string>(
  text: string,
  names: readonly N[],
  form: RegExp,
): Partial<Record<N, string>> | null {
  const pairs = text.split(',').map((pair) =>
    pair
      .trim()
      .split('=')
      .map((side) => side.trim()),
  );
  const known: readonly string[] = names;
  const isSound = pairs.every(
    ([name = '', value = '', ...more]) => known.includes(name) && form.test(value) && more.length === 0,
  );
  return isSound ? (Object.fromEntries(pairs) as Partial<Record<N, string>>) : null;
}

function fail(check: z.RefinementCtx, message: string): never {
  check.addIssue({ code: 'custom', message });
  return z.NEVER;
}

/** Returns the account that a settings group configures, or null. `frame` is the origin of WeChat's pages. */
export function serviceAccountOf(
  group: Record<'provider' | 'appId' | 'secret' | 'account' | 'templateIds' | 'templateFields', string> &
    Record<'login' | 'shareCards', boolean>,
  { api, frame }: { api: string; frame: string },
): ServiceAccountSettings | null {
  if (group.provider !== 'wechat') return null;
  return {
    appId: group.appId,
    secret: group.secret,
    account: group.account,
    templates: templateIds.parse(group.templateIds),
    fields: templateFields.parse(group.templateFields),
    hasLogin: group.login,
    hasShareCards: group.shareCards,
    api,
    authorize: frame,
  };
}
