import type { Board } from '../../rules/trade-rules.ts';

/** A company that nobody founded. `price` in 厘 when its history begins; `weight`: its shares in the index, in millions. */
export type Invented = {
  code: string;
  name: string;
  board: Board;
  isSt: boolean;
  price: number;
  weight: number;
  /** Its restlessness, in hundredths of a percent a day. */
  volatilityBp: number;
  isSuspended?: true;
  /** Listed so many trade days before the portal began: still without limits. */
  listedFor?: number;
};

/** The index of all of them, in 厘 as prices are: 3,000 points when its history begins. */
export const inventedIndex = { code: '990000', name: '观澜模拟指数', price: 3_000_000 } as const;

const company = (
  code: string,
  name: string,
  price: number,
  weight: number,
  volatilityBp: number,
  more: Partial<Pick<Invented, 'isSt' | 'isSuspended' | 'listedFor'>> = {},
): Invented => ({
  code,
  name,
  board: code.startsWith('993')
    ? 'chinext'
    : code.startsWith('996')
      ? 'star'
      : code.startsWith('998')
        ? 'bse'
        : 'main',
  isSt: false,
  price,
  weight,
  volatilityBp,
  ...more,
});

/** None of these names is a company's; codes of 99 are no exchange's. */
export const inventedCompanies: readonly Invented[] = [
  company('991001', '澜汐水务', 8_360, 620, 110),
  company('991002', '禾垣电力', 12_480, 900, 120),
  company('991003', '岬浦航运', 6_720, 1100, 190),
  company('991004', '砚川银行', 5_140, 3200, 80),
  company('991005', '霁岭白酒', 186_500, 210, 150),
  company('991006', '栗原食品', 23_910, 380, 140),
  company('991007', '潮平港务', 4_870, 1500, 100),
  company('991008', '沅芷医药', 41_260, 330, 180),
  company('991009', '岚屿旅游', 15_330, 260, 230),
  company('991010', '桐崖建工', 3_290, 1900, 130),
  company('991011', '璞石矿业', 18_750, 470, 240),
  company('991012', '云汀纸业', 7_080, 520, 160),
  company('991013', '阑珊灯具', 10_620, 180, 210),
  company('991014', '渡鹤航空', 9_410, 980, 170),
  company('991015', '苇舟物流', 13_870, 340, 180),
  company('991016', '青棠家居', 11_950, 240, 170),
  company('991017', '朔川煤能', 21_340, 760, 190),
  company('991018', '墨屏传媒', 5_860, 310, 260),
  company('991019', '锦漪纺织', 4_230, 290, 150),
  company('991020', '泊远重工', 16_280, 430, 200, { isSuspended: true }),
  company('991021', 'ST 槐序', 2_180, 350, 210, { isSt: true }),
  company('991022', '*ST 鹭洲', 1_640, 280, 240, { isSt: true }),
  company('993001', '霁川软件', 28_640, 220, 260),
  company('993002', '曜石光电', 35_180, 190, 280),
  company('993003', '拾穗农科', 14_520, 170, 240),
  company('993004', '听潮影业', 9_930, 160, 310),
  company('993005', '芥子生物', 52_470, 140, 300),
  company('993006', '溯光新能', 44_090, 260, 270),
  company('993007', '木樨环保', 8_770, 150, 220),
  company('993008', '隅田仪器', 31_260, 110, 250, { listedFor: 3 }),
  company('996001', '澜图芯片', 76_830, 180, 330),
  company('996002', '星槎航天', 58_220, 150, 310),
  company('996003', '量绘计算', 128_400, 90, 340),
  company('996004', '鲸落智能', 39_750, 120, 320),
  company('996005', '析木材料', 24_680, 130, 290),
  company('996006', '灵犀医械', 47_510, 100, 300),
  company('998001', '栗原机械', 9_180, 60, 260),
  company('998002', '榆关精工', 12_740, 50, 280),
  company('998003', '浣溪日化', 6_930, 70, 240),
  company('998004', '苍耳检测', 17_260, 40, 300),
];
