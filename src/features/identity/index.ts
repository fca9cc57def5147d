import { defineFeature } from '#kernel/feature.ts';
import { deleteDueMembers } from './account/deletion.ts';
import type { IdentityParts } from './parts.ts';
import { identityRoutes } from './routes.ts';
import { tidySessions } from './service.ts';
import { serveWechatCallback } from './sign-in/serve-wechat-callback.ts';

export { maskEmail } from './account/reads.ts';
export { deleteSealedTotp, sealTotpSecrets } from './account/totp.ts';
export { addDemoReaders } from './demo/add-demo-readers.ts';
export { resolveFeedReader } from './feed-address/service.ts';
export { setupKey } from './first-admin.ts';
export { resolveKey } from './keys/service.ts';
export {
  addImportedMembers,
  findMembersByContact,
  type KnownMember,
  parseImportedMember,
} from './members/imported-members.ts';
export { deleteImportedMembers, deleteTags, insertTags } from './members/member-queries.ts';
export { maxTags } from './members/schema.ts';
export type { IdentityParts } from './parts.ts';
export { hasMobile } from './queries.ts';
export { startWechatSandbox, type WechatSandbox } from './sandbox/wechat.ts';
export { addDemoMembers, addMember } from './service.ts';
export { resolveActor, resolveStaff } from './sessions.ts';
export { readLoginOptions } from './sign-in/login-options.ts';
export { limitToColumns } from './staff/service.ts';
export { listStaffWith } from './staff/staff-queries.ts';

export const feature = defineFeature({
  name: 'identity',
  serve: serveWechatCallback,
  routes: ({ identity }: { identity: IdentityParts }) => identityRoutes(identity),
  jobs: ({ files }: Parameters<typeof deleteDueMembers>[1]) => [
    { name: 'accounts-delete', cron: '*/5 * * * *', run: (ctx) => deleteDueMembers(ctx, { files }) },
    { name: 'sessions-tidy', cron: '17 * * * *', run: tidySessions },
  ],
  tables: {
    people: [
      'consents',
      'external_accounts',
      'member_roles',
      'member_tags',
      'members',
      'recovery_codes',
      'roles',
    ],
    installation: [
      'api_keys',
      'bind_tickets',
      'feed_addresses',
      'known_devices',
      'oauth_states',
      'sessions',
      'spent_proofs',
      'spent_refresh_tokens',
      'staff_invitations',
      'verification_codes',
    ],
    options: {
      members: {
        label: '会员',
        secrets: ['password_hash', 'totp_secret', 'totp_enabled_at', 'totp_last_step'],
        sealed: 'totp',
      },
      recovery_codes: { secrets: 'all' },
      roles: { seeded: {} },
    },
  },
  permissions: [
    {
      code: 'members.view',
      group: '会员',
      name: '查看会员',
      about: '查会员资料，手机号中间四位不显示',
      order: 10,
    },
    {
      code: 'members.manage',
      group: '会员',
      name: '管理会员',
      about: '查看完整手机号、停用、退出登录、标签、VIP、导出',
      order: 20,
    },
    {
      code: 'staff.manage',
      group: '系统',
      name: '员工与角色',
      about: '给出和收回角色、邀请成员、重置两步验证、接口密钥',
      order: 20,
    },
  ],
  menu: [
    {
      to: '/members',
      label: '会员',
      icon: 'people',
      permission: 'members.view',
      group: 'readers',
      order: 20,
    },
    {
      to: '/staff',
      label: '员工与角色',
      icon: 'user',
      permission: 'staff.manage',
      group: 'system',
      order: 10,
    },
    {
      to: '/invitations',
      label: '邀请',
      icon: 'share',
      permission: 'staff.manage',
      group: 'system',
      order: 20,
    },
  ],
});
