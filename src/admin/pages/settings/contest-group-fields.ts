import type { GroupSpec } from './group-spec.ts';

/** Where the contest's quotes come from, in the words of who sets it. */
export const contestGroupSpec: GroupSpec = {
  name: 'contest',
  title: '股神争霸',
  lead: '模拟炒股赛的行情：从自己的行情源抓取，或由虚构证券的行情发生器产生。文件导入和行情状况在「股神争霸 › 行情」。',
  fields: [
    {
      name: 'freshSeconds',
      label: '行情有效时间',
      kind: 'text',
      note: '单位秒，5 到 3600。比这更旧的行情不会成交，默认 60',
    },
    {
      name: 'generator',
      label: '虚构行情',
      kind: 'choice',
      options: [
        { value: 'off', label: '关闭：只用导入和抓取的行情' },
        { value: 'hours', label: '交易时段内产生虚构证券的行情' },
        { value: 'always', label: '全天产生（只用于演示，正式站点不能用）' },
      ],
    },
    {
      name: 'pullUrl',
      label: '行情地址',
      kind: 'text',
      placeholder: 'https://quotes.example.cn/latest.csv',
      note: '只能是公开网站的地址，给出 CSV，列与盘中行情文件相同。留空则不抓取',
    },
    { name: 'pullSeconds', label: '抓取间隔', kind: 'text', note: '单位秒，3 到 3600，只在交易时段抓取' },
    {
      name: 'pullHeader',
      label: '请求头',
      kind: 'secret',
      note: '行情源要求鉴权时填写，如 Authorization: Bearer …；更换行情地址后须重新填写',
    },
  ],
};
