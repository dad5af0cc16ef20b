// Defaults of all commands; those of one family stand in the `settings.ts` of its folder.

/** Seed of runs, and of episodes. */
export const SEED = 42;
/** Accepted samples wanted of each intent. */
export const PER_INTENT = 10;

/** Requests that are on their way to models at once, at most. */
export const REQUESTS_AT_ONCE = 32;
/** Time that a model has for a reply. */
export const REPLY_MS = 120_000;
/** Most times a role is asked until it sends something usable. */
export const TRIES = 3;
/** Replies in a row that cannot be used, after which a command stops. */
export const MOST_UNUSABLE = 20;
/** Blind solvers that are asked about each clue. */
export const VOTES = 3;
/** Share of the latest drafts that has to pass the gates for a run with a model to go on. */
export const LEAST_PASSING = 0.05;

/** Episodes that are played at once, at most, where an agent waits for others. */
export const EPISODES_AT_ONCE = 8;

/** Address a server listens at: open to nobody but this machine. */
export const HOST = '127.0.0.1';
/** Port for agents; that for control is the next. */
export const PORT = 8420;
/** Most episodes that a server has open at once. */
export const CAPACITY = 4096;
/** Seconds without use after which a server closes an episode. */
export const IDLE_SECONDS = 1800;
