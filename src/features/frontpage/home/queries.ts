import type { Database } from '#kernel/context.ts';

export function findLayout(db: Database) {
  return db.selectFrom('home_layout').select(['blocks', 'version']).executeTakeFirst();
}
