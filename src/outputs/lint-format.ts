/** How findings are written: for people, for programs, and for GitHub's runners. `lint-formats.ts` writes them, and is loaded late. */
export const lintFormats = ['text', 'json', 'github'] as const
export type LintFormat = (typeof lintFormats)[number]
