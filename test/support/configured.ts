import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { emptyFolder } from './empty-folder.ts'

/** The file of the configuration in a folder of the user's. */
export function configIn({ XDG_CONFIG_HOME: folder }: { readonly XDG_CONFIG_HOME: string }): string {
  return path.join(folder, 'acp-plan-tui', 'config.json')
}

/** An environment with a configuration: a text as it is, or what is written as JSON. */
export function configured(config: string | object): { readonly XDG_CONFIG_HOME: string } {
  const env = { XDG_CONFIG_HOME: emptyFolder() }
  mkdirSync(path.dirname(configIn(env)))
  writeFileSync(configIn(env), typeof config === 'string' ? config : JSON.stringify(config))
  return env
}
