import { format } from 'node:util'

/** What libraries tried to print. Nothing of it reaches the screen; it is shown with the stack when we crash. */
export interface KeptConsole {
  lines(): readonly string[]
}

const kept = 200
const methods = ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir'] as const

/** Takes console.* and Node's own warnings away from the terminal, for the rest of the process. */
export function keepConsole(process: Pick<NodeJS.Process, 'on' | 'removeAllListeners'>): KeptConsole {
  const lines: string[] = []
  const keep = (line: string): void => {
    lines.push(line)
    if (lines.length > kept) lines.shift()
  }
  for (const method of methods) {
    console[method] = (...args: readonly unknown[]) => keep(`console.${method}: ${format(...args)}`)
  }
  process.removeAllListeners('warning')
  process.on('warning', (warning) => keep(`${warning.name}: ${warning.message}`))
  return { lines: () => lines }
}
