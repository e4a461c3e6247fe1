import { spawn, spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import path from 'node:path'
import { isatty } from 'node:tty'
import { exitWords } from '../app/words/exit.ts'
import type { EditOutcome, TextEditor } from '../app/ports/plan-taking.ts'
import type { Clock } from '../lib/clock.ts'
import { fileFaultWords, readRegularFile } from '../system/regular-file.ts'
import { isExecutable, programOnPath } from '../system/program-path.ts'
import { cutLine } from '../lib/text/width.ts'
import type { LendTerminal } from './take-screen.ts'
import { errorCode } from '../lib/result.ts'

export interface TextEditorParts {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly clock: Pick<Clock, 'nowMs'>
  readonly lend: LendTerminal
}

/** The editor, and what of it has to be ended with the run. */
export interface OwnedTextEditor extends TextEditor {
  /** Ends a running editor. Returns the files that still have a text of the user's. */
  close(): readonly string[]
}

const longestBytes = 8 * 1024 * 1024
/** Characters of the editor's name in messages. */
const longestName = 200
/** An editor that ends so soon, unchanged, has opened a window and does not wait for it. */
const quickMs = 1000

/** Lets the user edit a text in the own editor. The text is in a file of its own, which only the user can read. */
export function textEditor(parts: TextEditorParts): OwnedTextEditor {
  const { environment, platform, clock, lend } = parts
  const files = new Set<string>()
  let kill: () => void = () => undefined

  const discard = (file: string): void => {
    files.delete(file)
    removeFolder(path.dirname(file))
  }

  async function edit(text: string, name: string): Promise<EditOutcome> {
    if (editorCommand('', environment, platform) === null) return { type: 'no-editor' }
    const made = newFile(text, name)
    if ('cause' in made) return { type: 'not-written', cause: made.cause }
    const { file } = made
    const command = editorCommand(file, environment, platform)
    if (command === null) return { type: 'no-editor' }
    files.add(file)
    const fromMs = clock.nowMs()
    const failure = await lend(
      async () =>
        await run(command, environment, (stop) => {
          kill = stop
        }),
    )
    kill = () => undefined
    const outcome = outcomeOf(text, file, failure)
    const wasQuick = clock.nowMs() - fromMs < quickMs
    if (outcome.type === 'unchanged' && wasQuick) {
      // A window may still show it.
      files.delete(file)
      return { ...outcome, wasQuick }
    }
    if (!('file' in outcome) || outcome.file === null) discard(file)
    return outcome
  }

  return {
    edit,
    insteadWords() {
      const command = editorCommand('', environment, platform)
      return command?.isInstead === true
        ? `This was ${command.name}: neither $VISUAL nor $EDITOR is set.`
        : null
    },
    discard,
    close() {
      kill()
      return [...files]
    },
  }
}

/** `failure`: what is wrong with how the editor has ended, in words; null: nothing. */
function outcomeOf(before: string, file: string, failure: string | null): EditOutcome {
  const read = readRegularFile(file, longestBytes)
  const isLost = !read.ok && read.problem.kind === 'missing'
  const text = read.ok ? read.value.toString('utf8').replaceAll('\r\n', '\n') : null
  const isUnchanged = text === before || isLost || (read.ok && read.value.length === 0)
  if (failure !== null) return { type: 'failed', words: failure, file: isUnchanged ? null : file }
  if (text === null)
    return isLost
      ? { type: 'gone' }
      : { type: 'unreadable', cause: read.ok ? '' : fileFaultWords(read.problem), file }
  if (text === before) return { type: 'unchanged', wasQuick: false }
  return text.trim() === '' ? { type: 'empty' } : { type: 'changed', text, file }
}

function newFile(text: string, name: string): { readonly file: string } | { readonly cause: string } {
  try {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'acp-plan-tui-edit-')), name)
    writeFileSync(file, text.toWellFormed(), { flag: 'wx', mode: 0o600 })
    return { file }
  } catch (error) {
    return { cause: error instanceof Error ? error.message : String(error) }
  }
}

function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // It is one in the folder for temporary files.
  }
}

/** Runs the editor on the terminal. What is wrong with how it ended, in words; null: nothing. */
async function run(
  { command, args, isVerbatim, name: wholeName, shellScript }: EditorCommand,
  environment: TextEditorParts['environment'],
  onStarted: (stop: () => void) => void,
): Promise<string | null> {
  const name = cutLine(wholeName, longestName)
  const input = terminalInput()
  try {
    return await new Promise((resolve, reject) => {
      const child = spawn(command, args, {
        env: { ...environment },
        stdio: [input, 'inherit', 'inherit'],
        windowsVerbatimArguments: isVerbatim,
      })
      onStarted(() => void child.kill('SIGTERM'))
      child.on('error', reject)
      child.on('exit', (status, signal) => {
        const isBad = status === shellMisused && shellScript !== null && isMalformed(shellScript)
        resolve(isBad ? `${name} is no valid command line` : endWords(name, status, signal))
      })
    })
  } catch (error) {
    return startFailure(name, error)
  } finally {
    if (typeof input === 'number' && input > 0) closeSync(input)
  }
}

/** The status of a shell that cannot read its script; also one of many editors. */
const shellMisused = 2

/** Whether the shell cannot read a script: a quote that is not closed. */
function isMalformed(script: string): boolean {
  return spawnSync('/bin/sh', ['-n', '-c', script], { stdio: 'ignore' }).status === shellMisused
}

function startFailure(name: string, error: unknown): string {
  const code = errorCode(error) ?? String(error)
  if (code === 'ENOENT' || code === 'ENOTDIR') return `${name} was not found`
  return code === 'EACCES' ? `${name} is not a program` : `${name} could not be started (${code})`
}

function endWords(name: string, status: number | null, signal: NodeJS.Signals | null): string | null {
  if (signal !== null) return `${name} ${exitWords({ code: status, signal })}`
  switch (status) {
    case 0:
      return null
    case 126:
      return `${name} could not be started`
    case 127:
      return `${name} was not found`
    default:
      return `${name} ${exitWords({ code: status ?? constants.errno.EIO, signal: null })}`
  }
}

/** The terminal's input: standard input, or the terminal itself if that is a pipe. */
function terminalInput(): number | 'ignore' {
  if (isatty(0)) return 0
  try {
    return openSync('/dev/tty', 'r')
  } catch {
    return 'ignore'
  }
}

type Environment = Readonly<Record<string, string | undefined>>

/** A program that edits a file. */
interface EditorCommand {
  readonly command: string
  readonly args: readonly string[]
  /** Read by a shell; null: the program is started directly, or on Windows. */
  readonly shellScript: string | null
  /** On Windows: the arguments are quoted already. */
  readonly isVerbatim: boolean
  /** For messages: what the user has set. Raw. */
  readonly name: string
  /** The user has set none. */
  readonly isInstead: boolean
}

/** With one of these characters the value is a command line, as for git: `code --wait`. */
const special = /[|&;<>()$`\\"' \t\n*?[#~=%]/

/** Tried in this order where the user has set none: nano says how it is left. */
const editors = ['nano', 'vi']

/** The editor of $VISUAL, else of $EDITOR; on Windows else Notepad, elsewhere nano or vi. null: there is none. */
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
    return { command: shell, args, shellScript: null, isVerbatim: true, name, isInstead: false }
  }
  if (named === undefined) {
    const places = { env: environment, platform, isExecutable }
    const found = editors.find((name) => programOnPath(name, places) !== null)
    if (found === undefined) return null
    return {
      command: found,
      args: [file],
      shellScript: null,
      isVerbatim: false,
      name: found,
      isInstead: true,
    }
  }
  const same = { isVerbatim: false, name: named, isInstead: false }
  if (!special.test(named)) return { command: named, args: [file], shellScript: null, ...same }
  const shellScript = `${named} "$@"`
  return { command: '/bin/sh', args: ['-c', shellScript, named, file], shellScript, ...same }
}
