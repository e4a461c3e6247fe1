import { format } from 'node:util'

/** What libraries tried to print: kept away from the screen, and part of the report of a crash. */
export interface CapturedConsole {
  lines(): readonly string[]
}

const kept = 200
const methods = ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir'] as const

/** Captures console.* and Node's warnings for the rest of the process. */
export function captureConsole(process: Pick<NodeJS.Process, 'on' | 'removeAllListeners'>): CapturedConsole {
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
