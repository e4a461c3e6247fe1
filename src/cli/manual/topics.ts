import { fileURLToPath } from 'node:url'
import { fail, ok, type Result } from '../../lib/result.ts'
import { fileFaultWords, readRegularFile } from '../../system/regular-file.ts'
import type { ManualText } from '../../ui/manual/manual-panel.ts'
import type { Command } from '../arguments/command.ts'
import type { Host } from '../host/host.ts'

/** A page of the manual, `src/manual/NAME.md`. */
export interface Topic {
  readonly name: string
  readonly about: string
}

/** The pages in the order in which they are listed. */
export const topics: readonly Topic[] = [
  { name: 'screen', about: 'tabs, steps, comments, copying' },
  { name: 'keys', about: 'all keys, keys of your own, the palette, the mouse' },
  { name: 'sessions', about: 'sessions, approvals, connections to agents' },
  { name: 'history', about: 'what has changed, and looking back' },
  { name: 'work', about: 'what was really done in each step, and what there is to doubt' },
  { name: 'attach', about: 'attach, tap, the wire, doctor' },
  { name: 'hooks', about: 'programs that are run when something happens' },
  { name: 'statusline', about: 'a line for tmux, prompts, bars and Claude Code' },
  { name: 'recording', about: 'record, replay, render' },
  { name: 'gallery', about: 'pictures of the program, and how each was made' },
  { name: 'lint', about: 'checking how an agent sends its plans' },
  { name: 'json', about: 'text and JSON without a screen' },
  { name: 'library', about: 'the plans of agents in a program of your own' },
  { name: 'telemetry', about: 'metrics and traces for a backend of OpenTelemetry' },
  { name: 'demo', about: 'demo agents and their scripts' },
  { name: 'dialects', about: 'the dialects of plans that are read, and limits' },
  { name: 'options', about: 'commands, options, exit statuses' },
  { name: 'configuration', about: 'settings, themes, completion, the log of the program' },
  { name: 'comparison', about: 'beside lazygit, k9s, mitmproxy, glow and VHS' },
]

/** Commands and other words that a page is about. */
const others: Readonly<Record<string, string>> = {
  connect: 'sessions',
  tap: 'attach',
  wire: 'attach',
  doctor: 'attach',
  record: 'recording',
  replay: 'recording',
  render: 'recording',
  config: 'configuration',
  completion: 'configuration',
  themes: 'configuration',
  otlp: 'telemetry',
  text: 'json',
  on: 'hooks',
  scripts: 'demo',
}

/** What people also call it; no completion offers these. */
const synonyms: Readonly<Record<string, string>> = {
  bind: 'keys',
  bindings: 'keys',
  keybindings: 'keys',
  shortcuts: 'keys',
  mouse: 'keys',
}

/**
 * The topic that a word means: the name of a page, a command, or an option with its dashes; null: none. `commands`: all, first what starts
 * an agent.
 */
export function topicOf(word: string, commands: readonly Command[]): Topic | null {
  const name = word.startsWith('-') ? pageOfOption(word, commands) : (others[word] ?? synonyms[word] ?? word)
  return topics.find((topic) => topic.name === name) ?? null
}

/** All words that `topicOf` knows, apart from options. */
export const topicWords: readonly string[] = [...topics.map(({ name }) => name), ...Object.keys(others)]

/** The page of the first command that has the option; for what agents and screens have, the page of all options. */
function pageOfOption(word: string, commands: readonly Command[]): string | null {
  const name = word.replace(/^-+/, '')
  const user = commands.find(({ options }) =>
    options.some((spec) => spec.name === name || spec.short === name || `no-${name}` === spec.name),
  )
  if (user === undefined) return null
  return user.name === null ? 'options' : (others[user.name] ?? user.name)
}

const longestPage = 1024 * 1024

/** The pages, as the screen shows them; in the place of one that cannot be read stands why. */
export function manualTexts(host: Pick<Host, 'manual'>): readonly ManualText[] {
  return topics.map(({ name, about }) => {
    const read = readPage(name, host)
    return { name, about, source: read.ok ? read.value : read.problem }
  })
}

/** The markdown of a page; a problem in words. Raw. */
export function readPage(name: string, { manual }: Pick<Host, 'manual'>): Result<string, string> {
  const file = fileURLToPath(new URL(`${name}.md`, manual))
  const read = readRegularFile(file, longestPage)
  return read.ok ? ok(read.value.toString('utf8')) : fail(`the page ${file}: ${fileFaultWords(read.problem)}`)
}
