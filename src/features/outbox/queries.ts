import type { Database } from '#kernel/context.ts';

export type NewMessage = { channel: 'sms' | 'mail'; recipient: string; subject?: string; body: string };

export async function insertMessage(db: Database, message: NewMessage): Promise<void> {
  await db.insertInto('outbox_messages').values(message).execute();
}

export function listMessages(db: Database, limit: number) {
  return db.selectFrom('outbox_messages').selectAll().orderBy('id', 'desc').limit(limit).execute();
}

export async function deleteMessagesBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('outbox_messages').where('created_at', '<', before).execute();
}
