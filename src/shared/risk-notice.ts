/** The notice below every post; text comparisons of posts ignore it. */
export const riskNotice = '本文不构成投资建议。市场有风险，决策须独立。';
