/** A built-in scenario's file. It is parsed when the program is built (`.tools/build/scripts.mjs`), and checked by a test. */
declare module '*.yaml' {
  // oxlint-disable-next-line typescript/consistent-type-imports -- such a declaration cannot import a file
  export const script: import('./reading/script-schema.ts').Script
}
