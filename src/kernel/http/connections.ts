import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Closes each connection as soon as nothing is under way on it once the server closes. Node alone waits for connections on
 * which nothing was ever sent (browsers open some in advance) and for kept-alive ones whose last answer ended after the
 * close began, and cuts off answers that are written but not flushed yet.
 */
export function closeConnections(server: Server): void {
  // How many requests of each connection wait for the end of their answer.
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
  // `server.close()` calls this.
  server.closeIdleConnections = () => {
    isClosing = true;
    for (const [socket, requests] of pending) if (requests === 0) socket.destroySoon();
  };
}
