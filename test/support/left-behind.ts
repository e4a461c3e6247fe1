import type { Screen } from './open-app.ts'

/**
 * What a run on a terminal has not put in order, once it has ended: modes that are still on, line editing that is not as it was,
 * processes of the run that still live (at any depth, known by their environment). Empty: all is. Waits a while for
 * processes that are just ending.
 */
export async function leftBehind(screen: Screen): Promise<readonly string[]> {
  const left: string[] = []
  const modes = screen.modes()
  if (modes.length > 0) left.push(`modes that are still on: ${modes.join(', ')}`)
  if (!screen.hasTerminalRestored()) left.push('the terminal’s line editing is not as it was')
  try {
    await screen.surroundings.noProcesses()
  } catch (cause) {
    left.push(cause instanceof Error ? cause.message : String(cause))
  }
  return left
}
