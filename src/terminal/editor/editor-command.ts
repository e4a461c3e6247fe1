type Environment = Readonly<Record<string, string | undefined>>

/** A program that edits a file. */
export interface EditorCommand {
  readonly command: string
  readonly args: readonly string[]
  /** Read by a shell; null: the program is started directly, or on Windows. */
  readonly shellScript: string | null
  /** On Windows: the arguments are quoted already. */
  readonly isVerbatim: boolean
  /** For messages: what the user has set. Raw. */
  readonly name: string
}

/** With one of these characters the value is a command line, as for git: `code --wait`. */
const special = /[|&;<>()$`\\"' \t\n*?[#~=%]/

/** The editor of $VISUAL, else of $EDITOR; on Windows else Notepad. null: there is none. */
export function editorCommand(
  file: string,
  environment: Environment,
  platform: NodeJS.Platform,
): EditorCommand | null {
  const named = ['VISUAL', 'EDITOR']
    .map((name) => (environment[name] ?? '').trim())
    .find((each) => each !== '')
  if (platform === 'win32') {
    const name = named ?? 'notepad'
    const shell = environment['ComSpec'] ?? 'cmd.exe'
    const args = ['/d', '/s', '/c', `"${name} "${file}""`]
    return { command: shell, args, shellScript: null, isVerbatim: true, name }
  }
  if (named === undefined) return null
  const same = { isVerbatim: false, name: named }
  if (!special.test(named)) return { command: named, args: [file], shellScript: null, ...same }
  const shellScript = `${named} "$@"`
  return { command: '/bin/sh', args: ['-c', shellScript, named, file], shellScript, ...same }
}
