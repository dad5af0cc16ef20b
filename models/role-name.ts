import type { Role } from '../schemas/model.ts';

/** A role as people read it. */
export const roleName = (role: Role): string => role.replaceAll('_', ' ');
