import type { EpisodeTask } from '../../pipeline/episode.ts';

interface RequestMessage {
  readonly role: 'system' | 'user';
  readonly content: string;
}

type Told = { readonly brief?: string | null | undefined } & Pick<EpisodeTask, 'instruction'>;

/** What an agent is told first, as messages of a chat. */
export const requestMessages = ({ brief, instruction }: Told): RequestMessage[] => [
  ...(brief == null ? [] : [{ role: 'system' as const, content: brief }]),
  { role: 'user', content: instruction },
];

/** What an agent is told first, as one text. */
export const requestText = ({ brief, instruction }: Told): string =>
  brief == null ? instruction : `${brief}\n\n${instruction}`;
