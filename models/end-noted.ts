import { ModelError } from '../schemas/errors.ts';
import type { ModelRequest, Models, StoredReply } from '../schemas/model.ts';

/** Models that remember why they answer nothing any more: of all errors the one that ended the run. */
export class EndNoted implements Models {
  readonly #models: Models;
  #end: ModelError | null = null;

  constructor(models: Models) {
    this.#models = models;
  }

  /** Null while they answer. */
  get end(): ModelError | null {
    return this.#end;
  }

  async ask(request: ModelRequest, taskId: string): Promise<StoredReply> {
    try {
      return await this.#models.ask(request, taskId);
    } catch (error) {
      if (error instanceof ModelError && error.ends) this.#end ??= error;
      throw error;
    }
  }
}
