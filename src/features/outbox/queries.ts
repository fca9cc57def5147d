import type { Database } from '#kernel/context.ts';

export type NewMessage = { channel: 'sms' | 'mail'; recipient: string; subject?: string; body: string };

export async function insertMessage(db: Database, message: NewMessage): Promise<void> {
  await db.insertInto('outbox_messages').values(message).execute();
}

/** The newest first. */
export function listMessages(db: Database, most: number) {
  return db.selectFrom('outbox_messages').selectAll().orderBy('id', 'desc').limit(most).execute();
}

export async function deleteMessagesBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('outbox_messages').where('created_at', '<', before).execute();
}
