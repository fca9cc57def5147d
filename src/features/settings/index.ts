export {
  type CurrentSettings,
  openSettings,
  type Settings,
  settingsTag,
  type WechatSettings,
} from './current.ts';
export { groupsWithSecrets } from './desk/groups.ts';
export { settingDeskRoutes } from './desk/routes.ts';
export { hasMilestone } from './queries.ts';
export { readVersionsInForce } from './reads.ts';
export { settingsRoutes } from './routes.ts';
export { dailySecret, forgetDailySecrets, portalSecret } from './secrets.ts';
export { publishAgreement, reachMilestone } from './service.ts';
