import type { FeatureTables, TableName, TableOptions } from '#kernel/feature.ts';

/** Where the tables of all features go when a site is exported or backed up. */
export type SiteTables = Required<Omit<FeatureTables, 'options'>> & {
  options: ReadonlyMap<string, TableOptions>;
};

/** Puts together what the features say of their tables. */
export function collectTables(features: readonly { tables?: FeatureTables }[]): SiteTables {
  const all = (where: 'content' | 'people' | 'installation'): TableName[] =>
    features.flatMap(({ tables }) => tables?.[where] ?? []).sort();
  return {
    content: all('content'),
    people: all('people'),
    installation: all('installation'),
    options: new Map(features.flatMap(({ tables }) => Object.entries(tables?.options ?? {}))),
  };
}
