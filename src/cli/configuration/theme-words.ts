/** The names of the terminal's sixteen colours in a theme file, in the order of their numbers. */
export const colorNames: readonly string[] = ['', 'bright-'].flatMap((shade) =>
  ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'].map((name) => `${shade}${name}`),
)

/** The parts of a style that are on or off in a theme file. */
export const styleFlags = ['bold', 'dim', 'italic', 'underline', 'inverse', 'struck'] as const
