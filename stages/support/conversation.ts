/** What keeps a user's tasks in one split. */
export const groupOf = (userId: string): string => `user ${userId}`;

/** What a task is about: a user's conversation, one for each intent. */
export const conversationOf = (userId: string, intent: string): string => `${userId}:${intent}`;
export const userOf = (conversation: string): string => conversation.split(':')[0] as string;
