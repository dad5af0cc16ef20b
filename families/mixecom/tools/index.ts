import type { Language } from '../../../service/store/schema.ts';
import type { ServiceTool } from '../../../service/tools/tool.ts';
import { readTools } from './reads.ts';
import { writeTools } from './writes.ts';

const made = new Map<Language, readonly ServiceTool[]>();

/** Mix-ECom's 18 tools in a language, as its appendix C names them: eight that read, two that calculate, four that write, four for the talk. */
export function mixecomTools(language: Language): readonly ServiceTool[] {
  let tools = made.get(language);
  if (tools === undefined) {
    tools = [...readTools(language), ...writeTools(language)];
    made.set(language, tools);
  }
  return tools;
}
