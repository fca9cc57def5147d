/** The PostgreSQL channel that announces members whose unread count may have changed. */
export const noticesChannel = 'guanlan_notices';

export type NoticesChanged = { tenantId: string; memberIds: string[] };
