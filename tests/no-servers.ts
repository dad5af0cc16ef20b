import { Server } from 'node:net';

/** Keeps tests that need a server out of `npm test`. */
Server.prototype.listen = () => {
  throw new Error(
    'a quick test listens on a port, expected none; tests that start a server belong in tests/integration/',
  );
};
