import { z } from 'zod';
import type { Config } from '#kernel/config.ts';
import {
  type ServiceAccountSettings,
  templateFields,
  templateIds,
  usualFields,
  writePairs,
} from '#kernel/wechat/settings.ts';
import { choice, secret, text } from './fields.ts';

/** The service account by which notices reach people in WeChat. */
export const wechatService = z.object({
  provider: choice('provider', ['none', 'wechat']),
  appId: text('appId'),
  secret: secret('secret'),
  account: text('account'),
  templateIds: text('templateIds', templateIds),
  templateFields: text('templateFields', templateFields).transform((value) => value || usualFields),
});
type Group = z.output<typeof wechatService>;

export function serviceAccountOf(group: Group, { wechatPlaces }: Config): ServiceAccountSettings | null {
  if (group.provider !== 'wechat') return null;
  return {
    appId: group.appId,
    secret: group.secret,
    account: group.account,
    templates: templateIds.parse(group.templateIds),
    fields: templateFields.parse(group.templateFields),
    api: wechatPlaces.api,
    authorize: wechatPlaces.frame,
  };
}

/** An account as the desk would have filled it in. */
export const serviceGroupOf = (account: ServiceAccountSettings | null): Group => ({
  provider: account ? 'wechat' : 'none',
  appId: account?.appId ?? '',
  secret: account?.secret ?? '',
  account: account?.account ?? '',
  templateIds: account ? writePairs(account.templates) : '',
  templateFields: account ? writePairs(account.fields) : usualFields,
});
