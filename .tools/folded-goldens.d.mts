export function folded(text: string): string
/** A golden as the program wrote it. */
export function unfolded(text: string): string
