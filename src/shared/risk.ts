/** What stands below every piece; whoever looks for a piece's own words passes over it. */
export const ARTICLE_RISK = '本文不构成投资建议。市场有风险，决策须独立。';
