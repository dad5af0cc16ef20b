import type { EpisodeTask } from '../../pipeline/episode.ts';
import type { Output } from '../output.ts';
import type { Game } from './game.ts';
export async function servePage(
  _game: Game,
  _task: EpisodeTask,
  _o: { port: number; output: Output; signal: AbortSignal },
): Promise<number> {
  return 0;
}
