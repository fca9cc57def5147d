import type { GroupSpec } from './group-spec.ts';

/** What members may write, in the words of who sets it. */
export const referenceGroupSpec: GroupSpec = {
  name: 'references',
  title: '内参',
  lead: '会员写的内参都要经过审核。提到证券的内参另有规定：标题、摘要、正文里的证券会自动认出来，作者要披露持仓，文末带上风险提示。',
  fields: [
    {
      name: 'mode',
      label: '合规模式',
      kind: 'choice',
      options: [
        { value: 'review', label: '审核：提到证券的内参审核后可以发布和出售' },
        { value: 'licensed', label: '持证：提到证券且收费的，作者的执业资格要先经编辑部核实' },
        { value: 'forbid', label: '禁止：提到证券的内参不能送审' },
      ],
    },
    {
      name: 'drafts',
      label: '草稿上限',
      kind: 'text',
      note: '每位作者同时最多几篇草稿，包括被退回的；1 到 1000',
    },
    { name: 'reviews', label: '同时送审上限', kind: 'text', note: '每位作者同时最多几篇等待审核；1 到 1000' },
    {
      name: 'daily',
      label: '每日送审上限',
      kind: 'text',
      note: '每位作者一天最多送审几次，按北京时间；1 到 1000',
    },
    {
      name: 'selfReview',
      label: '可以审核自己的内参',
      kind: 'switch',
      note: '只给一个人的站点用：拥有全部权限的人可以通过自己写的内参',
    },
    {
      name: 'riskText',
      label: '风险提示',
      kind: 'prose',
      note: '显示在每一篇提到证券的内参下面，至多 500 个字',
    },
  ],
};
