import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { fail, ok, type Result } from '../../lib/result.ts'
import type { Settings } from './settings.ts'
import type { UsageError } from '../usage-error.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** $XDG_CONFIG_HOME/acp-plan-tui/config.json; the folder is ~/.config when the variable is unset or not absolute. */
export function configPath(environment: Environment): string {
  const home = environment['XDG_CONFIG_HOME']
  const folder = home !== undefined && path.isAbsolute(home) ? home : path.join(homedir(), '.config')
  return path.join(folder, 'acp-plan-tui', 'config.json')
}

/** The settings of the configuration file, none when there is no file. The schema is only loaded when there is one. */
export async function readConfig(file: string): Promise<Result<Settings, UsageError>> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? String(cause)
    if (code === 'ENOENT' || code === 'ENOTDIR') return ok({})
    const hint = 'Make it readable, or move it away to start without it.'
    return fail({ message: `the configuration ${file} cannot be read (${code})`, hint })
  }
  const { checkConfig } = await import('./check-config.ts')
  return checkConfig(text, file)
}
