/**
 * The version of the output of `--format json`: one object a line, each with `type` and `atMs` (milliseconds since the
 * start). It increases when a field is removed or changes its meaning; new fields and types do not change it, so readers
 * ignore what they do not know. Strings are unchanged, with every terminal control written as \uXXXX. A file of its own,
 * because the program must not load the schemas, which use this too.
 */
export const jsonSchemaVersion = 1
