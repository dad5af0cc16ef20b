import type { EpisodeTask } from '../../pipeline/episode.ts';

interface RequestMessage {
  readonly role: 'system' | 'user';
  readonly content: string;
}

type Told = { readonly brief?: string | null | undefined } & Pick<EpisodeTask, 'instruction'>;

/** The first words an agent is told, as messages of a chat. */
export const requestMessages = ({ brief, instruction }: Told): RequestMessage[] => [
  ...(brief == null ? [] : [{ role: 'system' as const, content: brief }]),
  { role: 'user', content: instruction },
];

/** The first words an agent is told, as one text. */
export const requestText = ({ brief, instruction }: Told): string =>
  brief == null ? instruction : `${brief}\n\n${instruction}`;
