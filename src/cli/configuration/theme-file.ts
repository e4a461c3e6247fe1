import path from 'node:path'
import { ok, type Result } from '../../lib/result.ts'
import { listedWords } from '../../lib/text/wording.ts'
import { usage, nearest, type UsageError } from '../../lib/text/usage-error.ts'
import type { ColorDepth } from '../../lib/cells/cell-style.ts'
import { fileFaultWords, readRegularFile } from '../../system/regular-file.ts'
import { absolutePath } from '../../system/user-environment.ts'
import type { OwnTheme, ThemeName } from '../../ui/paint/theme.ts'
import { choicesOf } from './settings.ts'

/** A theme as it was named, and what is needed to find and read it. */
export interface NamedTheme {
  /** A built-in theme, the path of a file, or the name of a file in the folder of themes. */
  readonly name: string
  /** What named it, for errors: `--theme`, a variable, or a place in the configuration file. */
  readonly from: string
  /** The folder of a relative path; null: the working folder. */
  readonly folder: string | null
  /** The path of the configuration file, with the folder of themes beside it; null: there is no home folder. */
  readonly configFile: string | null
  readonly depth: ColorDepth
}

/** Far more than any theme needs. */
const limitBytes = 256 * 1024

/**
 * The theme with this name: a built-in one, `auto`, or one of the user's own, which is read from its file. The parser is loaded only
 * for a file.
 */
export async function resolveTheme(
  named: NamedTheme,
): Promise<Result<ThemeName | OwnTheme | 'auto', UsageError>> {
  const { name, from, configFile, depth } = named
  if (name === 'auto') return ok(name)
  const known = builtInTheme(name)
  if (known !== null) return ok(known)
  const isPath = /[/\\]|\.json$/i.test(name)
  const file = isPath ? pathOf(named) : inThemes(name, configFile)
  if (file === null)
    return usage(
      `${from} “${name}”: there is no folder to look for it`,
      `Name a theme that is built in (${builtIn()}), or the absolute path of a file.`,
    )
  const read = readRegularFile(file, limitBytes)
  if (read.ok) {
    const { checkTheme } = await import('./check-theme.ts')
    return checkTheme(read.value.toString('utf8'), { file, depth })
  }
  if (read.problem.kind !== 'missing' || isPath)
    return usage(
      `${from} “${name}”${file === name ? '' : `: the theme ${file}`}: ${fileFaultWords(read.problem)}`,
      `It must be a JSON file such as {"extends": "dark", "accent": "#ff8700"}, or ${builtIn()}.`,
    )
  const meant = nearest(name, choicesOf('theme'))
  return usage(
    `${from} cannot be “${name}”: there is no theme of that name`,
    meant === null
      ? `It must be ${builtIn()}, the path of a file, or the name of a file: ${file}`
      : `Did you mean “${meant}”? A theme of your own would be the file ${file}`,
  )
}

function builtIn(): string {
  return listedWords(choicesOf('theme'), 'or')
}

/** The built-in theme with this name; null: there is none, or it depends on the terminal (`auto`). */
export function builtInTheme(name: string | undefined): ThemeName | null {
  switch (name) {
    case 'dark':
    case 'light':
    case 'high-contrast':
      return name
    default:
      return null
  }
}

function pathOf({ name, folder }: NamedTheme): string | null {
  return folder === null ? absolutePath(name) : path.resolve(folder, name)
}

function inThemes(name: string, configFile: string | null): string | null {
  return configFile === null ? null : path.join(path.dirname(configFile), 'themes', `${name}.json`)
}
