/** Requests that are on their way to models at once, at most, where nobody says otherwise. */
export const REQUESTS_AT_ONCE = 32;
/** Episodes that are played at once, at most, where an agent waits for others and nobody says otherwise. */
export const EPISODES_AT_ONCE = 8;
