/** Returns the group whose tasks stay in one split: the user's. */
export const groupOf = (userId: string): string => `user ${userId}`;

/** Returns the conversation a task is about: a user's, one for each intent. */
export const conversationOf = (userId: string, intent: string): string => `${userId}:${intent}`;
export const userOf = (conversation: string): string => conversation.split(':')[0] as string;
