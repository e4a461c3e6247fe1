// What a program leaves behind on its terminal.
import type { Screen } from './open-app.ts'

/**
 * What a program that has ended on a terminal did not restore or end: modes that are still on, line editing, processes of
 * the run (at any depth, known by their environment). Empty: nothing. Waits a while for processes that are just ending.
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
