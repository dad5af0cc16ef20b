import { z } from 'zod';
import { ofLexicon, readOwnWords } from '../../lexicon/index.ts';

const Text = z.string().min(1);
const Forms = z.strictObject({
  /** Form of a clue, as a model is told it: lines of a list. */
  clue: Text,
  /** Expression that every clue fits; left out where code knows the grammar. */
  fits: Text.transform((expression) => new RegExp(expression, 'u')).optional(),
  /** Phrases that say of a product that it has a value, as a model is told them. */
  after: Text,
  verb: Text,
  /** Topic, keywords and questions of a clarification, as a model is told them. */
  dialogue: Text,
});

/** The form that proposed words have in the language in force. */
export const FORMS = ofLexicon(() => Forms.parse(readOwnWords('proposed.yaml')));
