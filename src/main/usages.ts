/**
 * The usage of each command of the command line, in the order they are listed. Data only: printing it loads no feature.
 */
export const usages = {
  import: 'import <文件或文件夹> [--column <栏目编号>] [--map 字段=表头 …]',
  'member add':
    'member add <手机号> --password <密码> [--name <昵称>] [--vip <天数>] [--role admin|editor|reviewer|operator|finance]',
  'columns import': 'columns import <JSON 文件>',
  'search rebuild': 'search rebuild',
  'stocks import': 'stocks import <CSV 文件>',
  'contest import': 'contest import <CSV 文件> --kind instruments|days|daily|intraday|dividends',
  'contest recompute': 'contest recompute [<赛季编号或名称>]',
  export: 'export <文件.zip> [--without-people] [--tenant <租户>]',
  'backup verify': 'backup verify [<文件.zip 或备份的名字>] [--to <文件夹或 s3://桶/前缀>] [--tenant <租户>]',
  backup: 'backup [<文件.zip> | --to <文件夹或 s3://桶/前缀> [--keep <份数>]] [--tenant <租户>]',
  restore: 'restore <文件.zip> [--tenant <租户>]',
  compare: 'compare <甲.zip> [<乙.zip>] [--tenant <租户>]',
  leaks: 'leaks [--address <门户地址>] [--most <最多几篇>]',
  'forget-secrets': 'forget-secrets',
  doctor: 'doctor',
} as const;

export type CommandName = keyof typeof usages;
