export { agreementDeskRoutes } from './agreements/routes.ts';
export {
  openSettings,
  type Settings,
  settingsTag,
  type WechatSettings,
} from './current.ts';
export { groupsWithSecrets } from './desk/groups.ts';
export { settingDeskRoutes } from './desk/routes.ts';
export { nameSite } from './desk/service.ts';
export { deleteSecret as dropSecret, findSecret as readSecret, hasMilestone } from './queries.ts';
export { readVersionsInForce } from './reads.ts';
export { settingsRoutes } from './routes.ts';
export { dailySecret, forgetDailySecrets, portalSecret } from './secrets.ts';
export { publishAgreement, reachMilestone } from './service.ts';
