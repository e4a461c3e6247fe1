/** How findings are written: for people, for programs, and for CI systems. `lint-formats.ts` writes them, and is loaded late. */
export const lintFormats = ['text', 'json', 'github', 'junit', 'sarif', 'gitlab'] as const
export type LintFormat = (typeof lintFormats)[number]
