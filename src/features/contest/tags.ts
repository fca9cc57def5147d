/** Of whatever shows the contest: its seasons, boards and players. */
export const contestTag = 'contest';
