import type { GroupSpec } from './group-spec.ts';

/** Who may comment and when it is seen, in the words of who sets it. */
export const commentGroupSpec: GroupSpec = {
  name: 'comments',
  title: '评论',
  lead: '《互联网跟帖评论服务管理规定》要求实名后发言、先审后发；默认照此办理。单篇的开关在稿件编辑器里。',
  fields: [
    {
      name: 'isOpen',
      label: '开放评论',
      kind: 'switch',
      note: '关闭后谁都不能再发，已有的评论仍可阅读',
    },
    {
      name: 'moderation',
      label: '审核方式',
      kind: 'choice',
      options: [
        { value: 'pre', label: '先审后发：编辑部通过后所有人才看得到' },
        { value: 'post', label: '先发后审：立即显示，含需审核的敏感词的仍先审' },
      ],
    },
    {
      name: 'isMobileRequired',
      label: '绑定手机号才能评论',
      kind: 'switch',
      note: '没有绑定手机号的账号会看到去哪里绑定',
    },
  ],
};
