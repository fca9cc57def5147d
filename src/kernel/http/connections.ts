import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Closes each connection as soon as it has no request under way, once the server closes. By itself Node waits for
 * connections on which nothing was ever sent (browsers open some in advance) and for kept-alive ones whose last
 * response ended after the close began, and cuts off responses that are written but not yet flushed.
 */
export function closeConnections(server: Server): void {
  // Requests of each connection whose response has not ended.
  const pending = new Map<Socket, number>();
  let isClosing = false;
  server.on('connection', (socket) => {
    pending.set(socket, 0);
    socket.once('close', () => pending.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    pending.set(socket, (pending.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const others = (pending.get(socket) ?? 0) - 1;
      if (others < 0) return;
      pending.set(socket, others);
      if (isClosing && others === 0) socket.destroySoon();
    });
  });
  // `server.close()` calls this method.
  server.closeIdleConnections = () => {
    isClosing = true;
    for (const [socket, requests] of pending) if (requests === 0) socket.destroySoon();
  };
}
