/** The memory for the revisions of all plans, unless the user sets another limit. */
export const defaultHistoryBytes = 32 * 1024 * 1024

/** The memory for messages, unless the user sets another one. */
export const defaultWireBytes = 64 * 1024 * 1024
