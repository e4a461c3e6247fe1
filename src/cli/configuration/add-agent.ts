// Writes an agent into the configuration file. Loaded only for `config add-agent`.
import { chmodSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { applyEdits, modify } from 'jsonc-parser'
import { fail, ok, type Result } from '../../lib/result.ts'
import { safe, safeLine } from '../../lib/text/safe-text.ts'
import { shellWord } from '../../lib/text/shell-lines.ts'
import { usage, type UsageError } from '../../lib/text/usage-error.ts'
import { writeErrorWords } from '../../outputs/new-file.ts'
import { replaceFile } from '../../system/regular-file.ts'
import { makeFolders } from '../../system/own-folder.ts'
import type { Host } from '../host/host.ts'
import { readConfigText } from './check-config.ts'
import { configPath, readConfigFile } from './config-file.ts'

export interface AddedAgent {
  readonly name: string
  readonly command: readonly [string, ...string[]]
}

/**
 * Adds an entry under `agents`, and leaves all else in the file as it is, comments too. The file is made where there is none. Fails, and
 * writes nothing, where the file has a fault, or the name is taken.
 */
export function addAgent(
  { name, command: [command, ...args] }: AddedAgent,
  host: Host,
): Result<number, UsageError> {
  const file = configPath(host.process.env)
  if (file === null)
    return usage('there is no folder for the configuration', 'Set XDG_CONFIG_HOME to an absolute path.')
  const read = readConfigFile(file)
  if (!read.ok) return read
  const before = read.value ?? '{}\n'
  const { agents, faults } = readConfigText(before, file)
  const [first] = faults
  if (first !== undefined) return fail(first)
  const taken = agents.find((each) => each.name === name)
  if (taken !== undefined)
    return usage(
      `there is an agent “${name}” already, in ${file}:${taken.place.line}`,
      'Choose another name, or change its entry there.',
    )
  const entry = { command, ...(args.length === 0 ? {} : { args }) }
  const after = withEntry(before, name, entry)
  const added = readConfigText(after, file)
  const [wrong] = added.faults
  if (wrong !== undefined) return fail(wrong)
  const written = writeConfig(file, after)
  if (!written.ok) return written
  const line = added.agents.find((each) => each.name === name)?.place.line ?? 1
  host.writeNow(1, `${safe`Agent “${safeLine(name)}” is added to ${safeLine(file)}:${line}.`}\n`)
  host.writeNow(1, `${safe`Start it with: acp-plan-tui --agent ${safeLine(shellWord(name))}`}\n`)
  return ok(0)
}

/** The text with one more agent, indented as the rest is. */
function withEntry(text: string, name: string, entry: object): string {
  const tabSize = /^ +(?=")/m.exec(text)?.[0].length ?? 2
  const formattingOptions = {
    insertSpaces: !/^\t/m.test(text),
    tabSize,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  }
  return applyEdits(text, modify(text, ['agents', name], entry, { formattingOptions }))
}

/** A file that is a link stays one: what it leads to is replaced. */
function writeConfig(file: string, text: string): Result<void, UsageError> {
  try {
    makeFolders(path.dirname(file))
    const mode = statSync(file, { throwIfNoEntry: false })?.mode
    const target = mode === undefined ? file : realpathSync(file)
    replaceFile(target, text, 0o600)
    if (mode !== undefined) chmodSync(target, mode & 0o777)
    return ok(undefined)
  } catch (error) {
    return usage(`the configuration ${file}: ${writeErrorWords(error)}`, 'Make it and its folder writable.')
  }
}
