/**
 * Version of what `--format json` writes: one object a line, each with `type` and `atMs` (milliseconds since the start).
 * It grows when a field goes or changes its meaning; new fields and new types come without notice, so readers ignore what
 * they do not know. Strings are the agent's own, with every character that could act on a terminal written as \uXXXX.
 */
export const jsonSchemaVersion = 1
