import type { FeatureTables, TableName, TableOptions } from '#kernel/feature.ts';

/** How an export or a backup treats the tables of all features. */
export type SiteTables = Required<Omit<FeatureTables, 'options'>> & {
  options: ReadonlyMap<string, TableOptions>;
};

/** Merges the table declarations of all features. */
export function collectTables(features: readonly { tables?: FeatureTables }[]): SiteTables {
  const tablesOf = (where: 'content' | 'people' | 'installation' | 'transient'): TableName[] =>
    features.flatMap(({ tables }) => tables?.[where] ?? []).sort();
  return {
    content: tablesOf('content'),
    people: tablesOf('people'),
    installation: tablesOf('installation'),
    transient: tablesOf('transient'),
    options: new Map(features.flatMap(({ tables }) => Object.entries(tables?.options ?? {}))),
  };
}
