/** Published tools over a store, in one form: what they take and show, how a call is carried out and logged. */
export { ecombenchTools } from './ecombench/index.ts';
export { mixecomTools } from './mixecom/index.ts';
export {
  byName,
  type Ran,
  type RunOptions,
  runTool,
  type ServiceCall,
  type ServiceTool,
  type Session,
  type ToolKind,
} from './tool.ts';
