/** A small mistake that the tests must notice, as a text of the sources and what replaces it. */
export type Fault = {
  /** What is wrong for a user or operator while the fault is in place. */
  breaks: string;
  /** Occurs once in the sources below src/ (tests excluded), wherever its file is. */
  find: string;
  replace: string;
  /** Test files that should fail: the end of a path that only one test file has, lower levels first. */
  seenBy: readonly string[];
};
