/** The names that command lines have for what an output is written as, or for: what writes it is loaded late. */

/** How findings are written: for people, for programs, and for CI systems. */
export const lintFormats = ['text', 'json', 'github', 'junit', 'sarif', 'gitlab'] as const
export type LintFormat = (typeof lintFormats)[number]

/** Who reads a status line, and may find a meaning in its characters. */
export const statusConsumers = ['plain', 'claude-code', 'tmux', 'starship', 'waybar', 'polybar'] as const
export type StatusConsumer = (typeof statusConsumers)[number]
